import { expect, test } from 'vitest';
import { RATIO, STRIP, fanOf, type Fan, type FanWishes } from './fan';

const wishes = (more: Partial<FanWishes> = {}): FanWishes => ({
  card: 88,
  gap: 0,
  bend: 1,
  twoRows: false,
  ...more,
});
const hand = (cards: number) => Array.from({ length: cards }, (_, place) => 'SHDC'[place % 4]!).sort();
const strips = ({ spots, width }: Fan) =>
  spots.map(({ left, top }, place) => {
    const next = spots[place + 1];
    return next && Math.abs(next.top - top) < 20 ? next.left - left : width;
  });

test('eight cards on a small phone lie in one fan, as drawn', () => {
  const fan = fanOf(hand(8), 352, wishes());
  expect(Math.max(...fan.spots.map((spot) => spot.top))).toBeLessThan(20);
  expect(Math.round(fan.spots[1]!.left - fan.spots[0]!.left)).toBe(36);
});

test('large cards lie in two rows of four, each with a broad strip', () => {
  const fan = fanOf(hand(8), 352, wishes({ twoRows: true }));
  expect(fan.width).toBeGreaterThan(96);
  expect(new Set(fan.spots.map((spot) => spot.top)).size).toBe(2);
  expect(Math.min(...strips(fan))).toBeGreaterThanOrEqual(44);
});

test('there is a gap where the suit changes', () => {
  const fan = fanOf(['S', 'S', 'H'], 900, wishes({ gap: 12 }));
  const [first, second, third] = fan.spots.map((spot) => spot.left);
  expect(third! - second! - (second! - first!)).toBeCloseTo(12);
});

test.each([320, 344, 374, 396, 760])('every card shows a strip at %i px and nothing sticks out', (room) => {
  for (let cards = 1; cards <= 13; cards++) {
    for (const twoRows of [false, true]) {
      const fan = fanOf(hand(cards), room, wishes({ twoRows }));
      expect(fan.spots).toHaveLength(cards);
      expect(Math.min(...strips(fan))).toBeGreaterThanOrEqual(STRIP - 0.01);
      for (const { left, turn } of fan.spots) {
        const leaning = Math.sin((turn * Math.PI) / 180) * fan.width * RATIO; // of the upper corners
        expect(left + Math.min(leaning, 0)).toBeGreaterThanOrEqual(-0.01);
        expect(left + fan.width + Math.max(leaning, 0)).toBeLessThanOrEqual(room + 0.01);
      }
    }
  }
});
