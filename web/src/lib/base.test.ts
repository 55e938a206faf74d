import { expect, test } from 'vitest';
import { baseOf, withoutBase } from './base';

test.each([
  ['/', '/'],
  ['/belote/', '/belote/'],
  ['./', '/'],
  [null, '/'],
])('what the server has written: %s', (written, base) => {
  expect(baseOf(written)).toBe(base);
});

test.each([
  ['/belote/t/abc', '/t/abc'],
  ['/belote/', '/'],
  ['/belote', '/'],
  ['/belotes/t/abc', '/belotes/t/abc'],
])('%s under /belote/', (path, inside) => {
  expect(withoutBase(path, '/belote/')).toBe(inside);
});

test('at the root nothing is taken away', () => {
  expect(withoutBase('/t/abc', '/')).toBe('/t/abc');
  expect(withoutBase('/', '/')).toBe('/');
});
