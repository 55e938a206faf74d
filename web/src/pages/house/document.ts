// A house rule between its form and its file. The form knows a name, a base and the base's options;
// whatever else the file says is kept as lines.

export type OptionValue = string | number | boolean;

export interface HouseRule {
  id: string;
  base: string;
  options: Record<string, OptionValue>; // the defaults that differ from the base's
  lines: string; // TOML: any part of the rules
}

/** A ruleset's id from a name that a person gives: «Café du Port» makes «cafe-du-port». */
export function idFrom(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/œ/gi, 'oe')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
}

export function toToml(rule: HouseRule): string {
  const { head, sections } = divided(rule.lines);
  const options = Object.entries(rule.options).map(
    ([name, value]) => `[options.${name}]\ndefault = ${written(value)}`,
  );
  const header = [`id = ${written(rule.id)}`, 'version = 1', `extends = ${written(rule.base)}`];
  return (
    [[...header, ...(head ? [head] : [])].join('\n'), ...options, ...(sections ? [sections] : [])].join(
      '\n\n',
    ) + '\n'
  );
}

/** The form of a file. What the form has no place for stays in `lines`. */
export function fromToml(text: string): HouseRule {
  const rule: HouseRule = { id: '', base: '', options: {}, lines: '' };
  const kept = blocks(text).flatMap((block) => {
    if (block.heading === null)
      return [{ ...block, body: block.body.filter((line) => !readHeader(rule, line)) }];
    return readOption(rule, block.heading, block.body) ? [] : [block];
  });
  return { ...rule, lines: joined(kept) };
}

/** Options that the lines speak of themselves: the form leaves these alone. */
export function optionsInLines(lines: string): Set<string> {
  return new Set(blocks(lines).flatMap(({ heading }) => OPTION.exec(heading ?? '')?.[1] ?? []));
}

/** What the lines say at `part.key`, or null. */
export function lineAt(lines: string, part: string, key: string): OptionValue | null {
  const own = blocks(lines).find(({ heading }) => isHeading(heading, part));
  const found = own?.body.flatMap((line) => said(line, key) ?? []);
  return found?.[0] ?? null;
}

/** The lines with `part.key` set to a value, or without it. */
export function withLine(lines: string, part: string, key: string, value: OptionValue | null): string {
  const all = blocks(lines);
  const known = all.find(({ heading }) => isHeading(heading, part));
  const own = known ?? { heading: `[${part}]`, body: [] };
  if (!known) all.push(own);
  const others = own.body.filter((line) => said(line, key) === null && line.trim() !== '');
  own.body = value === null ? others : [...others, `${key} = ${written(value)}`];
  return joined(all.filter((block) => block !== own || own.body.length > 0));
}

function isHeading(heading: string | null, part: string): boolean {
  return heading?.trim() === `[${part}]`;
}

function said(line: string, key: string): OptionValue | null {
  const match = /^\s*([\w-]+)\s*=\s*(.+?)\s*(#.*)?$/.exec(line);
  return match?.[1] === key ? (readValue(match[2]!) ?? null) : null;
}

function joined(all: Block[]): string {
  const texts = all.map(({ heading, body }) =>
    [...(heading === null ? [] : [heading]), ...body].join('\n').trim(),
  );
  return texts.filter((text) => text !== '').join('\n\n');
}

const OPTION = /^\s*\[options\.([\w-]+)\]\s*$/;

function readHeader(rule: HouseRule, line: string): boolean {
  const pair = /^\s*(id|version|extends)\s*=\s*(.+?)\s*(#.*)?$/.exec(line);
  if (pair === null) return false;
  const value = readValue(pair[2]!);
  if (pair[1] === 'id' && typeof value === 'string') rule.id = value;
  if (pair[1] === 'extends' && typeof value === 'string') rule.base = value;
  return true;
}

function readOption(rule: HouseRule, heading: string, body: string[]): boolean {
  const name = OPTION.exec(heading)?.[1];
  const said = body.filter((line) => line.trim() !== '');
  const text = said.length === 1 ? /^\s*default\s*=\s*(.+?)\s*$/.exec(said[0]!)?.[1] : undefined;
  const value = text === undefined ? undefined : readValue(text);
  if (name === undefined || value === undefined) return false;
  rule.options[name] = value;
  return true;
}

function readValue(text: string): OptionValue | undefined {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^[+-]?\d[\d_]*(\.\d+)?$/.test(text)) return Number(text.replaceAll('_', ''));
  return /^"([^"\\]*)"$/.exec(text)?.[1] ?? /^'([^']*)'$/.exec(text)?.[1];
}

function written(value: OptionValue): string {
  return JSON.stringify(value);
}

interface Block {
  heading: string | null; // null for what stands before the first table
  body: string[];
}

/** The tables of a file, each under its own heading, however they were written. */
function blocks(text: string): Block[] {
  const found: Block[] = [{ heading: null, body: [] }];
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    if (/^\s*\[/.test(line) && !continues(found[found.length - 1]!)) found.push({ heading: line, body: [] });
    else found[found.length - 1]!.body.push(line);
  }
  return found.flatMap(opened);
}

/** `dealing = { shuffle = "first_deal" }` as a table of its own; of options, every single one. */
function opened(block: Block): Block[] {
  const inOptions = /^\s*\[options\]\s*$/.test(block.heading ?? '');
  if (block.heading !== null && !inOptions) return [block];
  const tables: Block[] = [];
  const body = block.body.filter((line) => {
    const [key, value] = pair(line) ?? [];
    if (key === undefined || value === undefined) return true;
    if (inOptions) tables.push(table(`options.${key}`, value));
    else if (key !== 'options') tables.push(table(key, value));
    else for (const [name, option] of inlineEntries(value)) tables.push(table(`options.${name}`, option));
    return false;
  });
  const empty = inOptions && body.every((line) => line.trim() === '');
  return empty ? tables : [{ ...block, body }, ...tables];
}

function table(path: string, inline: string): Block {
  return { heading: `[${path}]`, body: inlineEntries(inline).map((entry) => entry.join(' = ')) };
}

/** A key and an inline table. */
function pair(line: string): [string, string] | null {
  const match = /^\s*([\w-]+)\s*=\s*(\{.*\})\s*$/.exec(line);
  return match === null ? null : [match[1]!, match[2]!];
}

/** The entries of `{ a = 1, b = { c = [2, 3] } }`. */
function inlineEntries(table: string): [string, string][] {
  const inside = table.trim().slice(1, -1);
  const entries: string[] = [''];
  let depth = 0;
  for (const piece of inside.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^"']/g) ?? []) {
    if ('[{'.includes(piece)) depth++;
    if (']}'.includes(piece)) depth--;
    if (piece === ',' && depth === 0) entries.push('');
    else entries[entries.length - 1] += piece;
  }
  return entries.flatMap((entry) => {
    const at = entry.indexOf('=');
    return at === -1 ? [] : [[entry.slice(0, at).trim(), entry.slice(at + 1).trim()]];
  });
}

/** Whether an array is still open, so that a line that begins with a bracket is no heading. */
function continues(block: Block): boolean {
  const text = block.body.map((line) => line.replace(/"[^"]*"|'[^']*'|#.*/g, '')).join('');
  return text.split('[').length > text.split(']').length;
}

function divided(lines: string): { head: string; sections: string } {
  const [first, ...rest] = blocks(lines);
  return { head: joined([first!]), sections: joined(rest) };
}
