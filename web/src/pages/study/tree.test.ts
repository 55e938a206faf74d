import { expect, test } from 'vitest';
import { branchesAt, cardsTo, lineTree, played, promoted, removed, toTheEnd } from './tree';

const tree = lineTree(['AS', '7S', '8S']);

test('a line is walked to its end', () => {
  expect(toTheEnd(tree, [])).toEqual([0, 0, 0]);
  expect(cardsTo(tree, [0, 0])).toEqual(['AS', '7S']);
});

test('the same card goes along the line, another is a variation', () => {
  expect(played(tree, [0], '7S')).toEqual({ tree, path: [0, 0] });
  const grown = played(tree, [0], '9S');
  expect(grown.path).toEqual([0, 1]);
  expect(cardsTo(grown.tree, grown.path)).toEqual(['AS', '9S']);
  expect(branchesAt(grown.tree, [0]).map(({ card }) => card)).toEqual(['7S', '9S']);
  expect(branchesAt(tree, [0])).toHaveLength(1); // the tree before is as it was
});

test('a variation is removed, or becomes the main line', () => {
  const grown = played(tree, [0], '9S');
  expect(removed(grown.tree, grown.path)).toEqual({ tree, path: [0] });
  const first = promoted(grown.tree, grown.path);
  expect(cardsTo(first.tree, toTheEnd(first.tree, []))).toEqual(['AS', '9S']);
  expect(cardsTo(first.tree, [0, 1, 0])).toEqual(['AS', '7S', '8S']);
});
