// Cards slide from where they were to where they lie. Everything is already final when it begins.
import { settings, system } from '../lib/settings.svelte';
import type { CardText, Seat } from '../lib/types';

const TIME = 180;
const leftHand = new Map<CardText, DOMRect>();

/** Remember where a card of the hand was when it was played. */
export function noteTakeOff(card: CardText, element: Element): void {
  leftHand.set(card, element.getBoundingClientRect());
}

function seatBox(seat: Seat): DOMRect | null {
  return document.querySelector(`[data-seat="${CSS.escape(seat)}"]`)?.getBoundingClientRect() ?? null;
}

function time(): number {
  return system.calm || settings.speed === 'instant' ? 0 : TIME;
}

function slide(node: Element, other: DOMRect | null, fade: boolean) {
  const duration = time();
  if (!other || duration === 0) return { duration: 0 };
  const here = node.getBoundingClientRect();
  const x = other.left + other.width / 2 - (here.left + here.width / 2);
  const y = other.top + other.height / 2 - (here.top + here.height / 2);
  const css = (_t: number, u: number) =>
    `transform: translate(-50%, -50%) translate(${x * u}px, ${y * u}px) scale(${1 - 0.35 * u});` +
    (fade ? `opacity: ${1 - u * 0.8};` : '');
  return { duration, css };
}

/** Into the trick: from the hand, or from the player's badge. */
export function arrive(node: Element, { card, seat }: { card: CardText; seat: Seat }) {
  const from = leftHand.get(card) ?? seatBox(seat);
  leftHand.delete(card);
  return slide(node, from, false);
}

/** Out of the trick: to whoever won it. */
export function gather(node: Element, { winner }: { winner: Seat | null }) {
  return slide(node, winner === null ? null : seatBox(winner), true);
}
