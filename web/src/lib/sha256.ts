// SHA-256 (FIPS 180-4) and HMAC (RFC 2104). The browser's own are only there on https and localhost,
// and a table in a café is often opened over plain http.

export type Bytes = Uint8Array<ArrayBuffer>;

const BLOCK = 64;

const START = fractions(8, Math.sqrt);
const ROUND = fractions(64, Math.cbrt);

export function sha256(message: Bytes): Bytes {
  const state = Uint32Array.from(START);
  const padded = pad(message);
  const words = new Uint32Array(64);
  for (let offset = 0; offset < padded.length; offset += BLOCK) {
    compress(state, new DataView(padded.buffer, offset, BLOCK), words);
  }
  const digest = new Uint8Array(32);
  const view = new DataView(digest.buffer);
  state.forEach((word, index) => view.setUint32(index * 4, word));
  return digest;
}

export function hmac(key: Bytes, message: Bytes): Bytes {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(
    joined(
      padded.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      padded.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

export function toHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function fromHex(text: string): Bytes {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new Error(`not hexadecimal: ${text}`);
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function joined(first: Bytes, second: Bytes): Bytes {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

function pad(message: Bytes): Bytes {
  const length = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(length - 8, BigInt(message.length) * 8n);
  return padded;
}

function compress(state: Uint32Array, block: DataView, w: Uint32Array): void {
  for (let i = 0; i < 16; i++) w[i] = block.getUint32(i * 4);
  for (let i = 16; i < 64; i++) {
    const early = w[i - 15]!;
    const late = w[i - 2]!;
    const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    w[i] = w[i - 16]! + s0 + w[i - 7]! + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i]! + w[i]!) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index]! += word));
}

function turn(word: number, places: number): number {
  return (word >>> places) | (word << (32 - places));
}

/** The first 32 bits of the fraction of a root of each of the first primes. */
function fractions(count: number, root: (prime: number) => number): Uint32Array {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    if (!isPrime(n)) continue;
    const value = root(n);
    found.push(Math.floor((value - Math.floor(value)) * 2 ** 32));
  }
  return Uint32Array.from(found);
}

function isPrime(n: number): boolean {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
}
