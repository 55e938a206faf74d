// The layers (web/README.md has the list): a file imports only from above its line, or from its own folder.
import { expect, test } from 'vitest';
import readme from '../README.md?raw';

const sources = import.meta.glob<string>(['./**/*.ts', './**/*.svelte'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Each line's names: what stands before the first two spaces, which begin the description. */
const layers = readme
  .split('```')[1]!
  .trim()
  .split('\n')
  .map((line) => line.split('  ')[0]!.split(' '));
const names = layers.flat();

/** The listed name that a path belongs to: its own, or that of the innermost folder that it is in. */
function nameOf(path: string): string | undefined {
  const around = names.filter((name) => path === name || path.startsWith(`${name}/`));
  return around.sort((one, other) => other.length - one.length)[0];
}

const layerOf = (name: string) => layers.findIndex((line) => line.includes(name));

/** What a file imports of ours, at once or when it is needed. */
function importsOf(path: string): string[] {
  const found = sources[`./${path}`]!.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^'?]+)/g);
  const addresses = [...found].map(([, to = '']) => new URL(to, `file:///src/${path}`).pathname);
  return addresses.filter((address) => address.startsWith('/src/')).map((address) => address.slice(5));
}

/** «a imports b», for each import of a file that may not be. */
function wrongImports(path: string): string[] {
  const here = nameOf(path);
  if (here === undefined) return [`web/README.md does not say where ${path} stands`];
  const wrong = importsOf(path).filter((other) => {
    const there = nameOf(other);
    return there === undefined || (there !== here && layerOf(there) >= layerOf(here));
  });
  return wrong.map((other) => `${path} imports ${other}`);
}

const paths = Object.keys(sources).map((key) => key.slice('./'.length));

test('every import looks up the list', () => {
  expect(paths.length).toBeGreaterThan(300);
  expect(paths.flatMap(wrongImports)).toEqual([]);
});

test('the list names only what there is, and once', () => {
  const used = new Set([...paths, ...paths.flatMap(importsOf)].map(nameOf));
  expect(names.filter((name) => !used.has(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});
