import { describe, expect, it } from 'vitest';
import { sizesOf } from './sizes';

describe('sizesOf', () => {
  it('has the sizes of the drawn table at its widths', () => {
    expect(sizesOf(360, 740)).toMatchObject({ layout: 'narrow', hand: 88, trick: 74, back: 32, avatar: 56 });
    expect(sizesOf(768, 1024)).toMatchObject({ layout: 'wide', panel: false, hand: 104, trick: 84 });
    expect(sizesOf(1366, 768)).toMatchObject({ layout: 'wide', panel: true, hand: 122, trick: 92 });
    expect(sizesOf(2560, 1440)).toMatchObject({ layout: 'wide', panel: true, hand: 150, trick: 120 });
  });

  it('arranges a phone on its side in its own way', () => {
    expect(sizesOf(740, 360)).toMatchObject({ layout: 'low', panel: true, hand: 64, trick: 52, back: 0 });
    expect(sizesOf(360, 500).layout).toBe('narrow');
  });

  it('shrinks with a window that is lower than its width lets expect', () => {
    expect(sizesOf(1920, 700).hand).toBeLessThan(120);
    expect(sizesOf(320, 568).hand).toBeLessThan(80);
    expect(sizesOf(1366, 540).trick).toBeGreaterThanOrEqual(50);
  });
});
