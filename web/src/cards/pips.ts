// Where the pips of a number card lie, on a card of 100 × 140; `down` ones stand on their head.
import type { Rank } from './suits';

export interface Pip {
  x: number;
  y: number;
  down: boolean;
}

const LEFT = 37.5;
const RIGHT = 62.5;
const MIDDLE = 50;
const rows = { top: 27, upper: 55.5, middle: 70, lower: 84.5, bottom: 113 };

const column = (ys: number[]): Pip[] =>
  ys.flatMap((y) => [LEFT, RIGHT].map((x) => ({ x, y, down: y > rows.middle })));
const single = (y: number): Pip => ({ x: MIDDLE, y, down: y > rows.middle });

export const pips: Partial<Record<Rank, Pip[]>> = {
  A: [single(rows.middle)],
  '7': [...column([rows.top, rows.middle, rows.bottom]), single(48.5)],
  '8': [...column([rows.top, rows.middle, rows.bottom]), single(48.5), single(91.5)],
  '9': [...column([rows.top, rows.upper, rows.lower, rows.bottom]), single(rows.middle)],
  T: [...column([rows.top, rows.upper, rows.lower, rows.bottom]), single(41.5), single(98.5)],
};
