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
  biscotte: {
    ground: '#b9d3b0',
    drawing: `<path class="o" fill="#f0d6ae" d="M11 68c0-9 5-15 12-17h18c7 2 12 8 12 17z"/><path class="r" d="M21 51c6 4.5 16 4.5 22 0l1.5 4.5c-7 4.5-18 4.5-25 0z"/><circle class="g" cx="32" cy="58.5" r="2.6"/><path class="o" fill="#f0d6ae" d="M32 12c-10 0-15.5 7-15.5 16.5C16.5 41 23 50 32 50s15.5-9 15.5-21.5C47.5 19 42 12 32 12z"/><path class="o" fill="#8a5a34" d="M31 12.2c-8.500.6-14 7-14.5 15.3 5 3.5 12 2 14-4 1-4 .4-8 .5-11.3z"/><path class="o" fill="#8a5a34" d="M18 17c-6.500.5-10.5 8-9.8 17.500.4 5.5 5 7.5 8 4.5 2.4-2.5 3-7 3-11.5M46 17c6.500.5 10.5 8 9.8 17.5-.4 5.5-5 7.5-8 4.5-2.4-2.5-3-7-3-11.5"/><path class="p" d="M32 34.5c5.5-2 9.5 1 9.5 6s-4 9.5-9.5 9.5-9.5-4.5-9.5-9.5 4-8 9.5-6z"/><path class="r" d="M30 46h4v4.5c0 2.6-4 2.6-4 0z"/><path class="l" d="M32 40v3.6c-1.4 2.2-4.6 2.2-5.800.2M32 43.6c1.4 2.2 4.6 2.2 5.800.2"/><path class="k" d="M28 36.5c2.2-1.6 5.8-1.6 8 0 0 2.4-2.2 4-4 4s-4-1.6-4-4z"/>${eyes(30)}<path class="l" d="M36 24.5q2.5-1.5 5 .3"/>`,
  },
  coco: {
    ground: '#f0b9a8',
    drawing: `<path class="o" fill="#3f8f5b" d="M12 68c0-14 7-22 20-22s20 8 20 22z"/><path class="g" d="M24 68c0-8 3-13 8-13s8 5 8 13z"/><path class="b" d="M12 68c0-9 3-15 8-18 2 6 2 12 1 18zM52 68c0-9-3-15-8-18-2 6-2 12-1 18z"/><path class="g" d="M30.5 14c-4.5-3.5-4-8-1.5-10.500.6 2.6 1.6 3.7 3 4.700.6-3.2 3.2-5 6-4.7-1.2 3-1.5 6.5-4 10.5z"/><path class="o" fill="#3f8f5b" d="M32 11.5c-10.5 0-16.5 8-16.5 18C15.5 41 23 50.5 32 50.5S48.5 41 48.5 29.5c0-10-6-18-16.5-18z"/><path class="r" d="M32 11.5c-7 0-12 3.5-14.6 8.8C22 23 27 24 32 24s10-1 14.6-3.7C44 15 39 11.5 32 11.5z"/><circle class="p" cx="23.5" cy="30" r="6"/><circle class="p" cx="40.5" cy="30" r="6"/><circle cx="24.5" cy="30" r="2" fill="${INK}"/><circle cx="39.5" cy="30" r="2" fill="${INK}"/><path class="g" d="M32 27c5 0 7.5 3.7 6.8 8.5C38 41.5 34.5 44 32 48.5c-2.5-4.5-6-7-6.8-13C24.5 30.7 27 27 32 27z"/><path class="l" d="M26.2 38.5c3.8 2 7.8 2 11.6 0M29.8 32h.1M34.2 32h.1"/>`,
  },
  noisette: {
    ground: '#a9c3dd',
    drawing: `<path class="o" fill="#d98a4a" d="M42 66c16-1 21-19 15-30-4-7.5-13-6.5-13.500.5-.4 5.5 4.5 6 4 12-.4 5-4 8-7.5 11z"/><path class="o" fill="#c56b34" d="M12 68c0-10 6-16 12-18h16c6 2 12 8 12 18z"/><path class="p" d="M25 52c4 2.5 10 2.5 14 0l1 16H24z"/><path class="o" fill="#c56b34" d="M18.5 22c-2.5-6-3-11.5-1.5-17 5 2 9.5 6 11 11.5zM45.5 22c2.5-6 3-11.5 1.5-17-5 2-9.5 6-11 11.5z"/><path class="o" fill="#c56b34" d="M32 13.5c-10.5 0-16.5 6.5-16.5 16S23 50 32 50s16.5-11 16.5-20.5-6-16-16.5-16z"/><path class="p" d="M32 49.8c-7.5 0-13-5.6-13.5-11.8 4.5-3 10.5-1.5 13.5 2.5 3-4 9-5.5 13.5-2.5-.5 6.2-6 11.8-13.5 11.8z"/><path class="p" d="M30 44.5h4v4.3h-4z"/><path class="l" d="M32 40.5v4M26.5 43.5c1.5 1.6 4 1.6 5.500.5 1.5 1.1 4 1.1 5.5-.5"/><path class="k" d="M29.7 38.3h4.6L32 41z"/>${eyes(31)}<path class="l" d="M22.5 26q2.5-2 5-.5M36.5 25.5q2.5-1.5 5 .5"/><path class="o" fill="#8a5a34" d="M25.5 60c0-4 3-6 6.5-6s6.5 2 6.5 6-3 7.5-6.5 8.5c-3.5-1-6.5-4.5-6.5-8.5z"/><path class="g" d="M25 60c.4-4.5 3.4-6.5 7-6.5s6.6 2 7 6.5c-4.5-1.8-9.5-1.8-14 0z"/>`,
  },
  ines: {
    ground: '#e9c98f',
    drawing: `<circle class="o" fill="#2b2430" cx="32" cy="9" r="7.5"/><path class="o" fill="#2b2430" d="M32 12c-12 0-17.5 8-17 18 .2 5 1.5 9 4.5 11.5h25c3-2.5 4.3-6.5 4.5-11.500.5-10-5-18-17-18z"/>${neck('#d9a273')}<path class="p" d="M8 70c0-12 8-18.5 18-19.5 2 3 10 3 12 0 10 1 18 7.5 18 19.5z"/><path class="b" d="M18 54l4-2 3 9h14l3-9 4 2 1.5 16h-31z"/><circle class="g" cx="24.5" cy="61" r="1.5"/><circle class="g" cx="39.5" cy="61" r="1.5"/>${head('#d9a273')}<path class="o" fill="#2b2430" d="M19.6 31c-.8-9.5 4.4-15 12.4-15s13.2 5.5 12.4 15c-1.5-4-4-6.5-6.5-8-6 .5-13 .5-14.5 0-1.8 2-3 4.5-3.8 8z"/>${cheeks(39)}${eyes(33.5)}<path class="l" d="M22.5 29.6q3-1.8 6-.2M35.5 29.4q3-1.6 6 .2"/>${nose}<path d="M27.5 41.6c3 .8 6 .8 9 0-.7 3.6-8.3 3.6-9 0z" fill="#fffdf6" stroke="${INK}" stroke-width="1.4"/><circle cx="19" cy="42" r="3" fill="none" stroke="#e2a731" stroke-width="1.8"/><circle cx="45" cy="42" r="3" fill="none" stroke="#e2a731" stroke-width="1.8"/>`,
  },
  gus: {
    ground: '#a9c3dd',
    drawing: `${neck('#fbe6d2')}<path class="g" d="M8 70c0-12 8-18.5 18-19.5 2 3 10 3 12 0 10 1 18 7.5 18 19.5z"/><path class="l" d="M13.5 59c6 2 31 2 37 0M10 65.5c9 2 35 2 44 0"/>${head('#fbe6d2')}<path class="o" fill="#e3b44f" d="M19.7 31c-.5-3.5-.2-6 .8-8.5h23c1 2.5 1.3 5 .8 8.5-1.6-1.5-2.4-3-3-5-1.5 1.5-3 2-5 1.8-.8-.8-1.2-1.6-1.4-2.6-2 2.4-5 3.2-8 2.8 0-1 .2-1.700.6-2.8-3 .8-6 2.8-7.8 5.8z"/><path class="r" d="M17.5 25C16 14 22 7.5 32 7.5S48 14 46.5 25c-9-4-20-4-29 0z"/><path class="r" d="M44 22.5c6-1.5 11 0 13 3.5-3 2.5-8 2.5-12.500.5z"/><path class="p" d="M27.5 8.3h9c1 3.5 1.3 7 1 10.5-3.7-.5-7.3-.5-11 0-.3-3.5 0-7 1-10.5z"/><path class="k" d="M32 10.5l1.1 2.3 2.500.3-1.9 1.700.5 2.5-2.2-1.3-2.2 1.300.5-2.5-1.9-1.7 2.5-.3z"/>${cheeks(39)}${eyes(34)}${nose}<path class="l" d="M27 42c3.5 3 7.5 2.5 9.5-1.2"/><circle cx="25" cy="38" r=".6" fill="#b5502a"/><circle cx="23.2" cy="36.8" r=".6" fill="#b5502a"/><circle cx="39" cy="38" r=".6" fill="#b5502a"/><circle cx="40.8" cy="36.8" r=".6" fill="#b5502a"/>`,
  },
  simone: {
    ground: '#c9d6c3',
    drawing: `<path class="o" fill="#b9a9cf" d="M19 40c-5 1-8.5-3-7-7-4-2.5-3.5-8.500.5-10-1-5 3.5-9 8-8 1.5-5 7.5-7 11.5-4 4-3 10-1 11.5 4 4.5-1 9 3 8 8 4 1.5 4.5 7.500.5 10 1.5 4-2 8-7 7z"/>${neck('#fbe6d2')}<path class="o" fill="#2f6b52" d="M8 70c0-12 8-18.5 18-19.5l6 5 6-5c10 1 18 7.5 18 19.5z"/><path class="p" d="M26 50.5l6 5.5 6-5.5 3 4-9 8.5-9-8.5z"/>${head('#fbe6d2')}<path class="o" fill="#b9a9cf" d="M19.7 31c-1.5-3 0-6.5 3-7 .5-3.5 4-5.5 7-4 2-2.5 6-2 7.500.7 3-.7 6 1.8 5.5 5 2 1 2.5 3.5 1.6 5.3-1.3-1.5-2.3-2.5-3.8-3-1.500.8-3.500.3-4.5-1-1.7 1.3-4 1.3-5.5-.2-1.5 1.5-4 1.5-5.4 0-1.6 1.3-3.6 2.2-5.4 4.2z"/>${cheeks(39.5)}${eyes(34)}<path class="l" d="M22.8 30.3q2.8-1.7 5.6-.2M35.6 30.1q2.8-1.5 5.600.2"/>${nose}<path d="M27.8 42.3c1.6-1.2 3-1 4.2-.3 1.2-.7 2.6-.9 4.200.3-2 2.5-6.4 2.5-8.4 0z" fill="#c0202b" stroke="${INK}" stroke-width="1.1"/><path fill="none" stroke="#fffdf6" stroke-width="2.6" stroke-dasharray=".1 3.1" d="M25 50.5c3 5.5 11 5.5 14 0"/><circle class="p" cx="19" cy="41" r="1.8"/><circle class="p" cx="45" cy="41" r="1.8"/>`,
  },
  roger: {
    ground: '#e9c98f',
    drawing: `<path class="o" fill="#9a958b" d="M17.5 37c-2.5-4-2.5-10 .5-13h28c3 3 3 9 .5 13z"/>${neck('#f6d9bd')}<path class="p" d="M8 70c0-12 8-18.5 18-19.5l6 5 6-5c10 1 18 7.5 18 19.5z"/><path class="l" d="M14 57l1.5 13M50 57l-1.5 13"/><path class="r" d="M18.5 53.5l4-2 4.5 18.5h-5zM45.5 53.5l-4-2L37 70h5z"/>${head('#f6d9bd')}<path class="o" fill="#f6d9bd" d="M20 30c-.5-12 5-18 12-18s12.5 6 12 18c-1-4-2.5-6-4-7.5-5-1.5-11-1.5-16 0-1.5 1.5-3 3.5-4 7.5z"/><path class="l" d="M27 17.5q5-1.5 10 0"/>${cheeks(39)}${eyes(33)}<path fill="none" stroke="#9a958b" stroke-width="2.6" d="M21.8 29l6.6-1M35.6 28l6.6 1"/><path class="l" d="M32.3 32c1 2.5 2.4 4.2 1.9 5.5-.6 1.3-2.9 1.3-4.300.6"/><path class="l" d="M26 42.5c3.5 3.4 8.5 3.4 12 0M25 41.5q.4 1 1.3 1.3M39 41.5q-.4 1-1.3 1.3"/><path class="l" d="M18.8 33c-2 .3-2 5 .8 5.5M45.2 33c2 .3 2 5-.8 5.5"/>`,
  },
  linh: {
    ground: '#f0b9a8',
    drawing: `<path class="o" fill="#2b2430" d="M32 9.5c-12 0-17 8-17 19 0 7 .5 12 1.5 16.5h31c1-4.5 1.5-9.5 1.5-16.5 0-11-5-19-17-19z"/>${neck('#f3d3a8')}<path class="r" d="M8 70c0-12 8-18.5 17.5-19.5h13C48 51.5 56 58 56 70z"/><path class="r" d="M25 46.5c3 3 11 3 14 0l1.5 6c-5 3.5-12 3.5-17 0z"/><path class="l" d="M32 55.5l7 14"/><circle class="g" cx="33.7" cy="59" r="1.4"/><circle class="g" cx="36.5" cy="64.5" r="1.4"/>${head('#f3d3a8')}<path class="o" fill="#2b2430" d="M19.6 34c-1-11 3.5-17.5 12.4-17.5S45.4 23 44.4 34c-1-4.5-2-7.5-2.6-10.5H22.2c-.6 3-1.6 6-2.6 10.5z"/><path fill="none" stroke="#d9d5cc" stroke-width="2.2" d="M37 10.5c5 2.5 8 7 9 13.5"/>${cheeks(39)}${eyes(33.5)}<circle cx="25.5" cy="33.5" r="4.4" fill="none" stroke="#b07a16" stroke-width="1.3"/><circle cx="38.5" cy="33.5" r="4.4" fill="none" stroke="#b07a16" stroke-width="1.3"/><path fill="none" stroke="#b07a16" stroke-width="1.3" d="M30 33q2-1 4 0"/><path class="l" d="M32.3 35.5c.4 1.3 1 2 .9 2.6-.3.7-1.300.7-2.200.3"/><path d="M28.3 42.6c1.4-.9 2.7-.8 3.7-.2 1-.6 2.3-.7 3.700.2-1.8 2-5.6 2-7.4 0z" fill="#a5212b" stroke="${INK}" stroke-width="1"/><circle class="o" fill="#5fae86" cx="19" cy="43" r="2.2"/><circle class="o" fill="#5fae86" cx="45" cy="43" r="2.2"/>`,
  },
  gaspard: {
    ground: '#f3e3bd',
    drawing: `<path class="o" fill="#8d8880" d="M18.5 36c-2-4-2-9 0-13h27c2 4 2 9 0 13z"/>${neck('#8a5636')}<path class="o" fill="#6d5a3f" d="M7 70c0-12 9-18.5 19-19.5l6 6 6-6c10 1 19 7.5 19 19.5z"/><path class="p" d="M25.5 50.5L32 57l6.5-6.5 2 7L32 70l-8.5-12.5z"/><path class="r" d="M32 56.5l-7-3.5v7.5zM32 56.5l7-3.5v7.5z"/>${head('#8a5636')}<path class="o" fill="#cfc9bf" d="M26 44.5c2-1.6 4-1.8 6-1 2-.8 4-.6 6 1 .6 5-2.5 9-6 9s-6.6-4-6-9z"/><path fill="none" stroke="#5f1218" stroke-width="1.6" d="M29 46.5c2 1 4 1 6 0"/>${eyes(33.5)}<circle class="l" cx="25.5" cy="33.5" r="4.8"/><circle class="l" cx="38.5" cy="33.5" r="4.8"/><path class="l" d="M30.3 33q1.7-1 3.4 0M32.3 36c.6 1.8 1.7 3 1.3 3.8-.5.8-2.200.8-3.300.3"/><path class="k" d="M20 20c0-8 3-12.5 12-12.5S44 12 44 20c-8-1.5-16-1.5-24 0z"/><path class="g" d="M19.7 18c8-2 16.6-2 24.6 0l.3 4.5c-8-1.8-17.2-1.8-25.2 0z"/><path class="k" d="M13.5 25c.5-2.5 4-4 6.5-3.5 8-1.5 16-1.5 24 0 2.5-.5 6 1 6.5 3.5-11-2.5-26-2.5-37 0z"/>`,
  },
} satisfies Record<string, Face>;
