// The times that a host may choose from, in seconds; null: no clock.
export const CLOCKS = [null, 15, 30, 60, 120] as const;
export const PATIENCE = [10, 20, 60, 120, 300] as const;

/** The usual ones, and the present one in its place if it is another. */
export function offered(usual: readonly (number | null)[], present: number | null): (number | null)[] {
  const all = usual.includes(present) ? [...usual] : [...usual, present];
  return all.sort((a, b) => (a ?? 0) - (b ?? 0));
}
