// Where the lines of a score's growth go, in a box of WIDTH × HEIGHT.
import type { Side } from '../lib/types';

export const WIDTH = 640;
export const HEIGHT = 200;
const LEFT = 8;
const RIGHT = 500; // the rest is for names
const TOP = 10;
const BOTTOM = HEIGHT - 26;
const MOST_LABELS = 12;
const NAME = 22; // between the base lines of two names

export interface CurveLine {
  side: Side;
  path: string;
  end: { x: number; y: number; total: number };
  labelY: number;
}

export function curve(grown: Record<Side, number[]>, sides: Side[]) {
  const deals = Math.max(1, ...sides.map((side) => (grown[side]?.length ?? 1) - 1));
  const totals = sides.flatMap((side) => grown[side] ?? []);
  const least = Math.min(0, ...totals);
  const most = Math.max(least + 1, 0, ...totals);
  const x = (deal: number) => round(LEFT + ((RIGHT - LEFT) * deal) / deals);
  const y = (total: number) => round(BOTTOM - ((BOTTOM - TOP) * (total - least)) / (most - least));
  const every = Math.ceil(deals / MOST_LABELS);
  const lines = sides.map((side): CurveLine => {
    const points = grown[side] ?? [0];
    const total = points.at(-1) ?? 0;
    const end = { x: x(points.length - 1), y: y(total), total };
    const path = points.map((value, deal) => `${deal ? 'L' : 'M'}${x(deal)} ${y(value)}`).join('');
    return { side, path, end, labelY: end.y };
  });
  return {
    left: LEFT,
    right: RIGHT,
    top: TOP,
    bottom: BOTTOM,
    zero: y(0),
    steps: Array.from({ length: deals + 1 }, (_, deal) => ({
      x: x(deal),
      label: deal > 0 && (deal % every === 0 || deal === deals) ? String(deal) : '',
    })),
    lines: apart(lines),
  };
}

/** Names one under the other, as near to the ends of their lines as they can be. */
function apart(lines: CurveLine[]): CurveLine[] {
  const down = lines.toSorted((one, other) => one.end.y - other.end.y);
  const most = BOTTOM - NAME * (down.length - 1);
  let above = -Infinity;
  const placed = new Map(
    down.map(({ side, end }, place) => {
      above = Math.max(above + NAME, Math.min(end.y, most + NAME * place));
      return [side, above];
    }),
  );
  return lines.map((line) => ({ ...line, labelY: placed.get(line.side) ?? line.labelY }));
}

const round = (value: number) => Math.round(value * 10) / 10;
