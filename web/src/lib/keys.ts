// The keyboard at the table. A key is named as KeyboardEvent.key names it, letters in lower case.

export type KeyAction =
  | 'previous'
  | 'next'
  | 'play'
  | 'take'
  | 'pass'
  | 'contre'
  | 'lastTrick'
  | 'score'
  | 'crib'
  | 'takeBack'
  | 'help';
export type KeyMap = Record<KeyAction, string>;

export const defaultKeys: Readonly<KeyMap> = {
  previous: 'ArrowLeft',
  next: 'ArrowRight',
  play: 'Enter',
  take: 'j',
  pass: 'p',
  contre: 'c',
  lastTrick: 'l',
  score: 's',
  crib: 'a',
  takeBack: 'r',
  help: '?',
};

export function keyName(key: string): string {
  return key.length === 1 ? key.toLowerCase() : key;
}

/** What a pressed key means; a digit means that card of the hand, counted from 0. */
export function meaning(key: string, map: KeyMap): KeyAction | number | null {
  const name = keyName(key);
  for (const [action, wanted] of Object.entries(map) as [KeyAction, string][]) {
    if (keyName(wanted) === name) return action;
  }
  if (name === ' ') return 'play';
  return /^[1-9]$/.test(name) ? Number(name) - 1 : null;
}
