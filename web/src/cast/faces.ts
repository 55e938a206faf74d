// The faces of the cast, each in a box of 64 × 64. Classes name the inks as on the cards (cards/courts/parts.ts); `o` has an
// outline and a filling of its own. No `style`: the server's content policy forbids it.

const INK = '#1b2233';
const eyes = (y: number) =>
  `<circle cx="25.5" cy="${y}" r="1.7" fill="${INK}"/><circle cx="38.5" cy="${y}" r="1.7" fill="${INK}"/>`;
const cheeks = (y: number) =>
  `<circle cx="22.5" cy="${y}" r="2.8" fill="#c0202b" opacity=".22"/><circle cx="41.5" cy="${y}" r="2.8" fill="#c0202b" opacity=".22"/>`;
const nose = `<path class="l" d="M32.3 33c.5 2 1.5 3.6 1.3 4.4-.3.8-1.5.8-2.6.4"/>`;
const head = (skin: string) =>
  `<path d="M20 31c-.2-9 4.5-14 12-14s12.2 5 12 14c-.2 10-4.5 17.5-12 17.5S20.2 41 20 31z" fill="${skin}" stroke="${INK}" stroke-width="1.6"/>`;
const neck = (skin: string) =>
  `<path d="M26.5 44h11v10h-11z" fill="${skin}" stroke="${INK}" stroke-width="1.6"/>`;

export interface Face {
  ground: string;
  drawing: string;
}

export const castFaces = {
  josette: {
    ground: '#e9c98f',
    drawing: `<path class="o" fill="#d9d5cc" d="M32 7c4 0 6.5 2.5 6.5 5.5S36 18 32 18s-6.5-2.5-6.5-5.5S28 7 32 7z"/><path class="o" fill="#d9d5cc" d="M16.5 34C14 22 21 13.5 32 13.5S50 22 47.5 34c-.6 3-3 4-4.5 3L32 20 21 37c-1.5 1-3.9 0-4.5-3z"/>${neck('#fbe6d2')}<path class="b" d="M8 70c0-12 8-19 18-20l6 5 6-5c10 1 18 8 18 20z"/><path class="p" d="M26 50l6 5 6-5 2 3-8 7-8-7z"/>${head('#fbe6d2')}<path class="o" fill="#d9d5cc" d="M19.8 31c0-9 5-14.5 12.2-14.5S44.2 22 44.2 31C42 26 38 23 33 22.5c-3 3.5-8 5.5-13.2 8.5z"/>${cheeks(40)}<circle fill="none" stroke="#c0202b" stroke-width="1.8" cx="26" cy="34" r="4.6"/><circle fill="none" stroke="#c0202b" stroke-width="1.8" cx="38.5" cy="34" r="4.6"/><path fill="none" stroke="#c0202b" stroke-width="1.8" d="M30.6 33.5q1.6-1 3.3 0"/><circle cx="26" cy="34.3" r="1.6" fill="#1b2233"/><circle cx="38.5" cy="34.3" r="1.6" fill="#1b2233"/><path class="l" d="M27.5 42.5c2.5 2.6 6.5 2.6 9 0"/><circle class="g" cx="19" cy="40" r="1.7"/><circle class="g" cx="45" cy="40" r="1.7"/>`,
  },
  marcel: {
    ground: '#a9c3dd',
    drawing: `<path class="o" fill="#6b4a32" d="M19 24h26v14H19z"/>${neck('#f6d9bd')}<path class="p" d="M8 70c0-12 8-18.5 18-19.5l6 4 6-4c10 1 18 7.5 18 19.5z"/><path fill="none" stroke="#2a5d9c" stroke-width="2.6" d="M12 60c5 2.5 35 2.5 40 0M10.5 66c8 2 35 2 43 0"/><path class="r" d="M25 50c4 4 10 4 14 0l1.5 4c-5 4-12 4-17 0z"/>${head('#f6d9bd')}<path class="o" fill="#6b4a32" d="M21.5 41c2-3.6 6.5-4.5 10.5-2.3 4-2.2 8.5-1.3 10.5 2.3-3.5 3-7.5 2.9-10.5.6-3 2.3-7 2.4-10.5-.6z"/>${cheeks(37)}${eyes(32)}<path class="l" d="M22.5 28.5q3-2 6-.3M35.5 28.2q3-1.7 6 .3"/><path class="l" d="M32.3 31.5c.8 2.4 2.2 4.3 1.8 5.6-.5 1.2-2.4 1.3-3.8.6"/><path class="k" fill="#26304a" stroke="#1b2233" stroke-width="1.6" d="M12 23C11 14 20 9 32 9s23 3 22.5 11c-.2 3-3.5 4.5-7.5 4-10-2-22-2-31 1.5-2 .7-3.8-.5-4-2.5z"/><path class="l" d="M31 9c.2-2 1-3.5 2.5-4.5"/>`,
  },
  fanny: {
    ground: '#f0b9a8',
    drawing: `<path class="o" fill="#b5502a" d="M32 10c-13 0-19 9-18.5 20 .2 8-3 12-2 18 .5 3 5 4 8 2h25c3 2 7.5 1 8-2 1-6-2.2-10-2-18C51 19 45 10 32 10z"/>${neck('#fbe6d2')}<path class="g" d="M8 70c0-12 8-18.5 18-19.5 2 3 10 3 12 0 10 1 18 7.5 18 19.5z"/>${head('#fbe6d2')}<path class="o" fill="#b5502a" d="M19.5 31c-1-10 4.5-15 12.5-15s13.5 5 12.5 15c-2-3.5-3.5-5-4.5-8-5 3-14 3.5-17.5.5-.6 3-1.5 4.5-3 7.5z"/>${cheeks(39)}${eyes(33.5)}<path class="l" d="M23 29.5q2.5-1.7 5-.2M36 29.3q2.5-1.5 5 .2"/>${nose}<path d="M27 41.5c3 1 7 1 10 0-.6 4-9.4 4-10 0z" fill="#fffdf6" stroke="#1b2233" stroke-width="1.4"/><circle cx="24" cy="37" r=".6" fill="#b5502a"/><circle cx="26" cy="38.3" r=".6" fill="#b5502a"/><circle cx="40" cy="37" r=".6" fill="#b5502a"/><circle cx="38" cy="38.3" r=".6" fill="#b5502a"/>`,
  },
  amiral: {
    ground: '#c9d6c3',
    drawing: `${neck('#f6d9bd')}<path class="o" fill="#1f3a63" d="M6 70c0-12 9-18.5 20-19.5l6 5 6-5c11 1 20 7.5 20 19.5z"/><path class="g" d="M14 56l8-3.5 2 3-8 3.5zM50 56l-8-3.5-2 3 8 3.5z"/>${head('#f6d9bd')}<path class="o" fill="#f4efe4" d="M19.5 28c0 6 2 9 5 9.5 2.5.4 5-.8 7.5-.8s5 1.2 7.5.8c3-.5 5-3.5 5-9.5 2.5 12 0 26-12.5 28.5C19.5 54 17 40 19.5 28z"/><path class="l" d="M28.5 42.5c2 1.3 5 1.3 7 0"/>${cheeks(35.5)}${eyes(31)}<path fill="none" stroke="#f4efe4" stroke-width="2.4" d="M22 27.5l6.5-.8M35.5 26.7l6.5.8"/><path class="l" d="M32.3 31c.7 2 1.8 3.4 1.5 4.4-.4 1-1.9 1-3 .5"/><path class="p" d="M14.5 18c0-6 8-10.5 17.5-10.5S49.5 12 49.5 18l-4 4.5h-27z"/><path class="o" fill="#1f3a63" d="M18 21c9-3 19-3 28 0l.6 4.5c-10-2.5-19-2.5-29.2 0z"/><path d="M15 25.5c10-4 24-4 34 0 1 2.5-1 4-3 3.3-9-2.3-19-2.3-28 0-2 .7-4-.8-3-3.3z" fill="#1b2233"/><path fill="#e2a731" stroke="#1b2233" stroke-width="1" d="M32 10l1.3 2.9 3.1.3-2.3 2.1.7 3.1-2.8-1.6-2.8 1.6.7-3.1-2.3-2.1 3.1-.3z"/>`,
  },
  awa: {
    ground: '#e2a731',
    drawing: `<path class="r" d="M13 30C9 14 20 4 33 5c13 .6 22 10 18 25z"/><path class="g" d="M20 9c8 8 18 10 30 8l1 5c-13 2-25 0-34-10z"/>${neck('#8a5636')}<path class="b" d="M8 70c0-12 8-18.5 18-19.5 2 3 10 3 12 0 10 1 18 7.5 18 19.5z"/><path fill="none" stroke="#e2a731" stroke-width="2" d="M24 52c4 4.5 12 4.5 16 0"/>${head('#8a5636')}<path class="r" d="M17.5 28c1-9 6-13 14.5-13s13.5 4 14.5 13c-9-5-20-5-29 0z"/><path class="l" d="M22.5 30q3-2 6-.3M35.5 29.7q3-1.7 6 .3"/>${eyes(33.8)}<path class="l" d="M32.3 34c.5 2 1.8 3.4 1.5 4.3-.4.9-2.4.9-3.5.4"/><path d="M27.5 42.6c2-1.3 7-1.3 9 0-1.8 2.8-7.2 2.8-9 0z" fill="#a5212b" stroke="#1b2233" stroke-width="1.2"/><circle class="g" cx="19" cy="41" r="2.2"/><circle class="g" cx="45" cy="41" r="2.2"/>`,
  },
  theo: {
    ground: '#b9d3b0',
    drawing: `${neck('#c98b5e')}<path class="r" d="M8 70c0-12 8-18.5 18-19.5 2 3 10 3 12 0 10 1 18 7.5 18 19.5z"/><path class="p" d="M24.5 51l3 6M39.5 51l-3 6"/>${head('#c98b5e')}<path class="o" fill="#2b2430" d="M18.5 30c-3-3-2.5-8 .5-10 0-5 5-8 8.5-6.5 3-4 9-3.5 11 0 4.5-1 8.5 2 8 6.5 3 2.5 2.5 7-1 10-.4-3-1.5-5-3-6.5-3 1.5-6 0-7.5-1.5-3 2.5-7 2.5-9 .5-2 2.5-4 3.5-6 3-.8 1.5-1.2 2.5-1.5 4.5z"/>${eyes(33.5)}<path class="l" d="M22.5 29.3q3-1.6 6 0M35.5 29.3q3-1.6 6 0"/>${nose}<path class="l" d="M27.5 42c3 2.6 6.5 2.3 9-.6"/>`,
  },
  pompon: {
    ground: '#f3e3bd',
    drawing: `<path class="o" fill="#e79a3c" d="M10 68c0-9 6-14 12-16h20c6 2 12 7 12 16z"/><path class="p" d="M22 54c5 4 15 4 20 0l-4 12H26z"/><path class="o" fill="#e79a3c" d="M14 12l11 7c4.5-1.6 9.5-1.6 14 0l11-7c2 8 1.5 14 0 19 1 11-6.5 20-18 20s-19-9-18-20c-1.5-5-2-11 0-19z"/><path fill="#c0202b" opacity=".35" d="M17 17l5 4-4 5zM47 17l-5 4 4 5z"/><path fill="#fffdf6" stroke="#1b2233" stroke-width="1.2" d="M32 36c5-2 10 2 9 7-1 4-5 6-9 6s-8-2-9-6c-1-5 4-9 9-7z"/><path d="M29.5 37.5h5L32 40.5z" fill="#c0202b" stroke="#1b2233" stroke-width="1.2"/><path class="l" d="M32 40.5v2c-1 2-4 2-5 .5M32 42.5c1 2 4 2 5 .5"/><path d="M22 31c1-3 6-3 7 0-1 2.6-6 2.6-7 0zM35 31c1-3 6-3 7 0-1 2.6-6 2.6-7 0z" fill="#cfe0a6" stroke="#1b2233" stroke-width="1.4"/><path d="M25.5 29.5v3.4M38.5 29.5v3.4" stroke="#1b2233" stroke-width="2"/><path fill="none" stroke="#1b2233" stroke-width="1.2" d="M28 20v5M32 19.5v5M36 20v5M12 38l8 1.5M12.5 43l7.5-.8M52 38l-8 1.5M51.5 43l-7.5-.8"/>`,
  },
} satisfies Record<string, Face>;
