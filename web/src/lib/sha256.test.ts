import { describe, expect, it } from 'vitest';
import { fromHex, hmac, sha256, toHex, utf8 } from './sha256';

describe('sha256', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
  ])('hashes %j as FIPS 180 says', (text, digest) => {
    expect(toHex(sha256(utf8(text)))).toBe(digest);
  });

  it('agrees with the platform at every length around a block', async () => {
    for (let length = 0; length <= 130; length++) {
      const message = Uint8Array.from({ length }, (_, index) => (index * 37 + length) & 255);
      const expected = new Uint8Array(await crypto.subtle.digest('SHA-256', message));
      expect(toHex(sha256(message))).toBe(toHex(expected));
    }
  });
});

describe('hmac', () => {
  it.each([
    ['0b'.repeat(20), utf8('Hi There'), 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      toHex(utf8('Jefe')),
      utf8('what do ya want for nothing?'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      'aa'.repeat(131),
      utf8('Test Using Larger Than Block-Size Key - Hash Key First'),
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('matches RFC 4231 for the key %s', (key, message, code) => {
    expect(toHex(hmac(fromHex(key), message))).toBe(code);
  });
});

describe('hexadecimal', () => {
  it('goes both ways and refuses anything else', () => {
    expect(toHex(fromHex('00ff10'))).toBe('00ff10');
    expect(() => fromHex('xyz')).toThrow();
    expect(() => fromHex('123')).toThrow();
  });
});
