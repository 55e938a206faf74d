// The lines that were tried, as a tree of cards. A place in it is a path: which branch is taken at each card.
import type { CardText } from '../../lib/types';

export interface Move {
  card: CardText;
  next: Move[]; // the first is the main line
}

export type Tree = Move[];
export type Path = readonly number[];

/** One line without variations. */
export function lineTree(line: readonly CardText[]): Tree {
  return line.reduceRight<Tree>((next, card) => [{ card, next }], []);
}

/** The cards that lead to a place. */
export function cardsTo(tree: Tree, path: Path): CardText[] {
  const cards: CardText[] = [];
  let branches = tree;
  for (const step of path) {
    const move = branches[step]!;
    cards.push(move.card);
    branches = move.next;
  }
  return cards;
}

/** What was tried from a place on. */
export function branchesAt(tree: Tree, path: Path): Tree {
  return path.reduce((branches, step) => branches[step]!.next, tree);
}

/** To the end of the main line from here. */
export function toTheEnd(tree: Tree, path: Path): Path {
  const longer = [...path];
  for (let branches = branchesAt(tree, path); branches.length > 0; branches = branches[0]!.next)
    longer.push(0);
  return longer;
}

/** The tree with a card played at a place: along a line that has it, else as a new variation. */
export function played(tree: Tree, path: Path, card: CardText): { tree: Tree; path: Path } {
  const branches = branchesAt(tree, path);
  const known = branches.findIndex((move) => move.card === card);
  if (known >= 0) return { tree, path: [...path, known] };
  const grown = changed(tree, path, (before) => [...before, { card, next: [] }]);
  return { tree: grown, path: [...path, branches.length] };
}

/** The tree without the move at a place, and where one stands then. */
export function removed(tree: Tree, path: Path): { tree: Tree; path: Path } {
  const before = path.slice(0, -1);
  return { tree: changed(tree, before, (moves) => moves.toSpliced(path.at(-1)!, 1)), path: before };
}

/** The move at a place becomes the main line of its fork. */
export function promoted(tree: Tree, path: Path): { tree: Tree; path: Path } {
  const before = path.slice(0, -1);
  const at = path.at(-1)!;
  return {
    tree: changed(tree, before, (moves) => [moves[at]!, ...moves.toSpliced(at, 1)]),
    path: [...before, 0],
  };
}

function changed(tree: Tree, path: Path, change: (moves: Tree) => Tree): Tree {
  const [step, ...rest] = path;
  if (step === undefined) return change(tree);
  return tree.map((move, place) =>
    place === step ? { ...move, next: changed(move.next, rest, change) } : move,
  );
}
