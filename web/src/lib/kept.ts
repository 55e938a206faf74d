// What the server has said that can be read without it: the rules, the bots and the lessons. Only ever shown
// where the network fails; no cache stands between the page and the server.

const PREFIX = 'rebelote.kept ';
const KEPT = /^\/(bots|lessons|lessons\/[^/]+|rules|rules\/(?!schema$|check$)[^/]+)$/;

export function mayBeKept(path: string): boolean {
  return KEPT.test(path);
}

export function keep(address: string, answer: unknown): void {
  try {
    localStorage.setItem(PREFIX + address, JSON.stringify(answer));
  } catch {
    // Full, or not allowed: then there is nothing to read without a network.
  }
}

export function kept(address: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + address) ?? 'null');
  } catch {
    return null;
  }
}
