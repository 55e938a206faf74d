// The page's fonts, cut down to the signs that it shows and the weights that it uses. Vite's build takes them from OUT.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import subsetFont, { type Axes } from 'subset-font';

const OUT = new URL('node_modules/.fonts/', import.meta.url);

const signs = (from: number, to: number) =>
  String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, place) => from + place));
const TEXT = signs(0x20, 0x7e) + signs(0xa0, 0xff) + 'ŒœŸ‘’“”„…–—−×•→←↑↓€\u202f';
const TITLES = signs(0x20, 0x7e) + '\xa0«·»ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜàâæçèéêëîïôœùûü’…–—−×\u202f';

const fonts: { name: string; from: string; text: string; axes: Axes }[] = [
  {
    name: 'figtree',
    from: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    text: TEXT,
    axes: { wght: { min: 400, max: 800 } },
  },
  {
    name: 'young-serif',
    from: '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2',
    text: TITLES,
    axes: {},
  },
  {
    name: 'roboto-serif',
    from: '@fontsource-variable/roboto-serif/files/roboto-serif-latin-full-normal.woff2',
    text: '0123456789+−-–×./,:%() ADJKQRSTVCapotgénrle',
    axes: { wght: 700, wdth: 80, opsz: 24, GRAD: 0 },
  },
];

export async function makeFonts(): Promise<void> {
  await mkdir(OUT, { recursive: true });
  for (const { name, from, text, axes } of fonts) {
    const whole = await readFile(new URL(`node_modules/${from}`, import.meta.url));
    const cut = await subsetFont(whole, text, { targetFormat: 'woff2', variationAxes: axes });
    await writeFile(new URL(`${name}.woff2`, OUT), cut);
  }
}
