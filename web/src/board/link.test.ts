import { expect, test } from 'vitest';
import { linkIn, searchOf, studiedOf, type Studied } from './link';

const simple: Studied = {
  position: {
    rules: { id: 'ffb-contree' },
    trump: 'H',
    leader: 'N',
    hands: { N: ['JH', 'AS'], E: ['7S', '8S'], S: ['9S', 'TS'], W: ['QS', 'KS'] },
    trick: [],
    tricks: { NS: 4, EW: 2 },
    piles: {},
    closed: false,
  },
  line: ['AS', 'QS', '9S'],
  at: 2,
};
const full: Studied = {
  position: {
    ...simple.position,
    rules: { id: 'comptoir', options: { players: 3, loose: true, scoring: 'both' } },
    trick: [['N', 'AS']],
    piles: { N: [['JH', '7D']] },
    closed: true,
  },
  line: [],
  at: 0,
};

test.each([simple, full, { ...simple, position: { ...simple.position, rules: { code: 'a-_9' } } }])(
  'a position is read from its address as it was written',
  (studied) => {
    expect(studiedOf(searchOf(studied))).toEqual(studied);
  },
);

test('an address without a position has none', () => {
  expect(studiedOf('')).toBeNull();
  expect(studiedOf('?regles=coinche')).toBeNull();
  expect(studiedOf('?regles=coinche&atout=X')).toBeNull();
});

test('a place beyond the line is its end', () => {
  expect(studiedOf(`${searchOf(simple)}0`)?.at).toBe(3);
  expect(studiedOf(searchOf(simple).replace('ici=2', 'ici=x'))?.at).toBe(3);
});

test('a pasted link leads to a study or to a moment of a match', () => {
  const search = searchOf(simple);
  expect(linkIn(`https://belote.example/jeux/etude${search}`)).toEqual({ kind: 'study', search });
  expect(linkIn(' http://localhost:8000/m/abcdefgh23?donne=3&pas=12 ')).toEqual({
    kind: 'match',
    match: 'abcdefgh23',
    deal: 2,
    step: 12,
  });
  expect(linkIn('rules: coinche')).toBeNull();
  expect(linkIn('https://belote.example/aide')).toBeNull();
});
