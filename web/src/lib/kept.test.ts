import { expect, test } from 'vitest';
import { mayBeKept } from './kept';

test('what stays true without the server is kept, and nothing of a table or a seat', () => {
  for (const path of ['/rules', '/rules/ffb-belote', '/bots', '/lessons', '/lessons/couper'])
    expect(mayBeKept(path), path).toBe(true);
  for (const path of [
    '/tables/abcdefghjk',
    '/matches/abcdefghjk',
    '/rules/schema',
    '/rules/check',
    '/tables',
  ])
    expect(mayBeKept(path), path).toBe(false);
});
