// A person without an avatar: the first letter of the nickname on one of a few grounds, always the same for a name.

const GROUNDS = ['#e9c98f', '#a9c3dd', '#f0b9a8', '#c9d6c3', '#f3e3bd', '#d8c3dc'] as const;

export function monogram(name: string): string {
  return name.trim().slice(0, 1).toLocaleUpperCase();
}

export function monogramGround(name: string): string {
  const sum = [...name.trim()].reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0);
  return GROUNDS[sum % GROUNDS.length] ?? GROUNDS[0];
}
