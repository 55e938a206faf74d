// Lists that this browser keeps. A browser that stores nothing has empty ones.

export function readList<T>(key: string, isItem: (value: unknown) => value is T): T[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isItem) : [];
  } catch {
    return [];
  }
}

export function writeList<T>(key: string, list: readonly T[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(list));
  } catch {
    // Nothing is kept, and nothing else depends on it.
  }
}

/** A time that can be told as a date, in ms since 1970. */
export function isMoment(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(new Date(value).getTime());
}
