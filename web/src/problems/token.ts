// The token by which this browser is rated, the same as for the deals that many play: drawn here where there is none.
import { keepPlayer, playerToken } from '../lib/player';

const BYTES = 32;

export function browserToken(): string {
  const token = playerToken() ?? draw();
  keepPlayer(token);
  return token;
}

function draw(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
