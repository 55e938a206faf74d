// What happened in the current deal.
import type { Told, ToldNote } from '../lib/types';

/** The log with what is new; told again (in another language), the new telling stands. Only the current deal is kept. */
export function logged(log: Told[], fresh: Told[]): Told[] {
  const again = new Set(fresh.map((told) => told.seq));
  const all = [...log.filter((told) => !again.has(told.seq)), ...fresh].sort((a, b) => a.seq - b.seq);
  const start = all.findLastIndex((told) => told.event.event === 'cut' || told.event.event === 'shuffled');
  return all.slice(Math.max(start, 0));
}

/** The notes with what is new, each once; told again (in another language), the new telling stands. */
export function noted(notes: ToldNote[], fresh: ToldNote[]): ToldNote[] {
  const again = new Set(fresh.map((note) => note.number));
  return [...notes.filter((note) => !again.has(note.number)), ...fresh].sort((a, b) => a.number - b.number);
}
