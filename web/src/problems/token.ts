// The token by which this browser is rated: drawn here, kept here; the server stores its digest. It is the one by
// which the deals of the day are played too.

const PLAYER = 'rebelote.player';
const BYTES = 32;
let here: string | null = null; // where the browser stores nothing

export function browserToken(): string {
  here ??= stored() ?? draw();
  try {
    localStorage.setItem(PLAYER, here);
  } catch {
    // Without storage it lasts as long as the tab.
  }
  return here;
}

function stored(): string | null {
  try {
    return localStorage.getItem(PLAYER);
  } catch {
    return null;
  }
}

function draw(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
