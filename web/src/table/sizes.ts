// How large things are on the table, and which of its three arrangements fits the window.
import type { Layout } from '../board/places';

export interface TableSizes {
  layout: Layout;
  panel: boolean; // the score sheet has a column of its own
  hand: number; // widths of cards in px, at most
  trick: number;
  back: number; // 0: hands of others are counted, not drawn
  avatar: number;
}

type Row = Omit<TableSizes, 'layout' | 'panel'> & { width: number; height: number };

// From this width on, where the window is at least so high; in a lower one everything shrinks with it.
const rows: Row[] = [
  { width: 1600, height: 1000, hand: 150, trick: 120, back: 52, avatar: 80 },
  { width: 1200, height: 740, hand: 122, trick: 92, back: 42, avatar: 64 },
  { width: 600, height: 740, hand: 104, trick: 84, back: 38, avatar: 60 },
  { width: 0, height: 740, hand: 88, trick: 74, back: 32, avatar: 56 },
];
const low = { hand: 64, trick: 52, back: 0, avatar: 40 };

const LOW_HEIGHT = 520;
const PANEL_WIDTH = 1024;
const NARROW_WIDTH = 600;
const SMALLEST = 0.6;

export function sizesOf(width: number, height: number): TableSizes {
  if (height <= LOW_HEIGHT && width > height) return { layout: 'low', panel: true, ...low };
  const row = rows.find((candidate) => width >= candidate.width)!;
  const scale = Math.max(SMALLEST, Math.min(1, height / row.height, width < 360 ? width / 360 : 1));
  const scaled = (size: number) => Math.round(size * scale);
  return {
    layout: width < NARROW_WIDTH ? 'narrow' : 'wide',
    panel: width >= PANEL_WIDTH,
    hand: scaled(row.hand),
    trick: scaled(row.trick),
    back: scaled(row.back),
    avatar: scaled(row.avatar),
  };
}
