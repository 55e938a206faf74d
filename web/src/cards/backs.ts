// The card backs: files of their own, so that a browser draws each once for a table full of them.
import type { Settings } from '../lib/preferences';
import cafe from './backs/cafe.svg';
import damier from './backs/damier.svg';
import soleil from './backs/soleil.svg';

export type BackName = Settings['back'];
export const backs: Record<BackName, string> = { cafe, damier, soleil };
