// A short shake of the phone when it is one's turn. A browser does it only for one who has touched the page.
import { settings } from './settings.svelte';

const SHAKE = 35; // ms

export const canVibrate = typeof navigator !== 'undefined' && 'vibrate' in navigator;

export function vibrate(): void {
  if (canVibrate && settings.vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate(SHAKE);
}
