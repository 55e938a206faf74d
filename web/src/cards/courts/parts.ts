// What the court cards share. Classes name inks: `r` vermilion, `b` blue, `g` ochre, `p` paper, `k` ink, `h` hair; `l` is a
// line without a filling, `f` a fine one that small cards leave out, `n` a filling without an outline.
import type { Suit } from '../suits';

/** A drawing of half a card on 100 × 140, given its suit as a small mark to put on the cloth. */
export type Drawing = (mark: (x: number, y: number, size: number) => string) => string;
export type Drawings = Record<Suit, Drawing>;

export const face = `<path class="p" d="M40.2 31C40 24 43.6 20.6 50 20.6S60 24 59.8 31c-.2 9.4-3.6 17.6-9.8 17.6S40.4 40.4 40.2 31z"/>`;

export const lips = `<path class="r n" d="M46.6 42.4c1.2-.9 2.2-.9 3.1-.4.9-.5 2.2-.4 3.3.4-1.6 1.9-4.7 2-6.4 0z"/><path class="l f" d="M46.2 42.5c2.2.7 4.8.7 7.2 0"/>`;

/** Brows, eyes, nose, cheeks and a mouth; `gaze` moves the pupils to a side. */
export function features(mouth: string, gaze = 0): string {
  return `<circle cx="43.8" cy="38.8" r="2.4" class="r n" opacity=".22"/><circle cx="56.4" cy="38.8" r="2.4" class="r n" opacity=".22"/>
<path class="l" d="M42.4 30.3q2.7-2.1 5.4-.4M52.4 29.9q2.7-1.7 5.3.4"/>
<path class="l" d="M42.6 34q2.6-2.6 5.3-.1M52.4 33.9q2.6-2.5 5.1.1"/><path class="l f" d="M43.6 35.5q1.7.8 3.2 0M53.4 35.5q1.6.8 3.1 0"/>
<circle cx="${45.4 + gaze}" cy="34" r="1.2" class="k n"/><circle cx="${55 + gaze}" cy="34" r="1.2" class="k n"/>
<path class="l" d="M50.7 31.6c.4 2.6 1.6 5.4 1.5 6.5-.2 1.1-1.9 1.2-3.3.6"/>${mouth}`;
}

/** Lips between a moustache and a beard. */
export const beardedLips = `<path class="r n" d="M46.9 43.1c2-.9 4.3-.9 6.3 0-1.7 1.7-4.6 1.7-6.3 0z"/><path class="l" d="M45 41.6c1.7-1.7 3.6-1.7 5-.7 1.4-1 3.3-1 5 .7"/>`;

/** A closed hand around something upright at the right. */
export const rightHand = `<path class="p" d="M65.6 51.5c0-2.6 2-3.8 4.4-3.8s5 1 5 3.8c0 3.5-2 6-5 6s-4.4-2.5-4.4-6z"/><path class="l f" d="M66 50.5h6M66 53h6"/>`;

/** The cuff under that hand, in an ink. */
export const rightCuff = (ink: string) =>
  `<path class="${ink}" d="M63 59h15v12H63z"/><path class="g" d="M63.2 56.5h14v3.3h-14z"/><path class="l f" d="M66 57v2.5M69 57v2.5M72 57v2.5M75 57v2.5"/>`;

export const ermine = `<path class="p" d="M33 50.5c5-2 9-2 17-2s12 0 17 2c2.5 3 3 6 2.2 9-4 5-11 9-19.2 9s-15.2-4-19.2-9c-.8-3-.3-6 2.2-9z"/>
<path class="k n" d="M36 56l1 3.6 1-3.6-1-1.3zM42 62l1 3.6 1-3.6-1-1.3zM57 62l1 3.6 1-3.6-1-1.3zM62.5 56l1 3.6 1-3.6-1-1.3zM32.6 53.5l.8 2.8.8-2.8-.8-1z"/>`;
