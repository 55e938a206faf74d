// Cards move from where they were to where they lie. Everything is already final when it begins; only transforms and
// opacity move, so that no frame has to be laid out again.
import { cubicIn, cubicOut } from 'svelte/easing';
import { settings, system } from '../lib/settings.svelte';
import type { CardText, Seat } from '../lib/types';

const PLAY = 190;
const COLLECT = 180;
const FADE = 80;
const TURN = 240;
const leftHand = new Map<CardText, DOMRect>();

/** Nothing moves at once-speed, and nothing for those who asked their system for calm. */
export function slideTime(ms: number): number {
  return system.calm || settings.speed === 'instant' ? 0 : ms;
}

/** Remember where a card of the hand was when it was played. */
export function noteTakeOff(card: CardText, element: Element): void {
  leftHand.set(card, element.getBoundingClientRect());
}

export function seatBox(seat: Seat): DOMRect | null {
  return document.querySelector(`[data-seat="${CSS.escape(seat)}"]`)?.getBoundingClientRect() ?? null;
}

/** How far the middle of one box is from that of another. */
export function wayFrom(from: DOMRect, to: DOMRect): { x: number; y: number } {
  return {
    x: from.left + from.width / 2 - (to.left + to.width / 2),
    y: from.top + from.height / 2 - (to.top + to.height / 2),
  };
}

/** Into the trick: from the hand, or from the player's cards. */
export function arrive(node: Element, { card, seat }: { card: CardText; seat: Seat }) {
  const own = leftHand.get(card);
  const from = own ?? seatBox(seat);
  leftHand.delete(card);
  const duration = slideTime(PLAY);
  if (!from || duration === 0) return { duration: 0 };
  const here = node.getBoundingClientRect();
  const { x, y } = wayFrom(from, here);
  const size = own ? from.width / here.width : 0.5;
  return {
    duration,
    easing: cubicOut,
    css: (_t: number, u: number) =>
      `transform: translate(${x * u}px, ${y * u}px) scale(${1 + (size - 1) * u})`,
  };
}

/** Out of the trick: to whoever won it; for those who want calm it fades where it is. */
export function gather(node: Element, { winner }: { winner: Seat | null }) {
  const to = winner === null ? null : seatBox(winner);
  if (settings.speed === 'instant') return { duration: 0 };
  if (!to || system.calm) return { duration: system.calm ? FADE : 0, css: (t: number) => `opacity: ${t}` };
  const { x, y } = wayFrom(to, node.getBoundingClientRect());
  return {
    duration: COLLECT,
    easing: cubicIn,
    css: (t: number, u: number) =>
      `transform: translate(${x * u}px, ${y * u}px) scale(${1 - 0.6 * u}); opacity: ${Math.min(1, t * 3)}`,
  };
}

/** The card that is turned up, once all have their cards. */
export function turnOver(_node: Element, { delay }: { delay: number }) {
  return {
    delay,
    duration: slideTime(TURN),
    easing: cubicOut,
    css: (_t: number, u: number) => `transform: perspective(600px) rotateY(${u * 180}deg)`,
  };
}

/** A touch skips what moves. */
export function skipMotion(within: Element): void {
  for (const motion of within.getAnimations({ subtree: true })) motion.finish();
}
