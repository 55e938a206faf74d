// The token by which this browser plays deals that many play: the same for all of them, so that each is played once.

const PLAYER = 'rebelote.player';
let here: string | null = null; // where the browser stores nothing

export function playerToken(): string | null {
  try {
    return localStorage.getItem(PLAYER) ?? here;
  } catch {
    return here;
  }
}

export function keepPlayer(token: string): void {
  here = token;
  try {
    localStorage.setItem(PLAYER, token);
  } catch {
    // Without storage it lasts as long as the tab.
  }
}

export function dropPlayer(): void {
  here = null;
  try {
    localStorage.removeItem(PLAYER);
  } catch {
    // There was none.
  }
}
