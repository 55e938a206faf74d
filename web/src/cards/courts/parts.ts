// What the court cards share. Classes name inks: `r` vermilion, `b` blue, `g` ochre, `p` paper, `k` ink, `h` hair; `l` is a
// line without a filling, `f` a fine one that small cards leave out, `n` a filling without an outline.

/** The colours of a court card, and its suit as a small mark on the cloth. */
export interface Dress {
  robe: string;
  second: string;
  mark: (x: number, y: number, size: number) => string;
}

export const face = `<path class="p" d="M40.2 31C40 24 43.6 20.6 50 20.6S60 24 59.8 31c-.2 9.4-3.6 17.6-9.8 17.6S40.4 40.4 40.2 31z"/>`;

export const lips = `<path d="M46.6 42.4c1.2-.9 2.2-.9 3.1-.4.9-.5 2.2-.4 3.3.4-1.6 1.9-4.7 2-6.4 0z" class="r n"/>`;

export function features(mouth: string): string {
  return `<circle cx="44" cy="38.6" r="2.3" class="r n" opacity=".2"/><circle cx="56.4" cy="38.6" r="2.3" class="r n" opacity=".2"/>
<path class="l" d="M42.6 30.2q2.6-1.8 5.2-.3M52.6 29.9q2.6-1.5 5.1.3"/>
<path class="l" d="M42.8 33.9q2.5-2.3 5-.1M52.6 33.8q2.5-2.2 4.8.1"/><circle cx="45.5" cy="34" r="1.15" class="k n"/><circle cx="55" cy="34" r="1.15" class="k n"/>
<path class="l" d="M50.7 31.6c.4 2.6 1.6 5.4 1.5 6.5-.2 1.1-1.9 1.2-3.3.6"/>${mouth}`;
}
