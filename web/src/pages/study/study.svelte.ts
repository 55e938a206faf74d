// One study: a position, the lines tried from it, where one stands, and what the server says of that place.
import { api, Refusal } from '../../lib/api';
import { router } from '../../lib/router.svelte';
import { paths } from '../../lib/routes';
import { settings } from '../../lib/settings.svelte';
import type { CardText, PositionValues, PositionView, Side } from '../../lib/types';
import { searchOf, type Studied } from '../../board/link';
import {
  branchesAt,
  cardsTo,
  lineTree,
  played,
  promoted,
  removed,
  toTheEnd,
  type Path,
  type Tree,
} from './tree';

const PATIENCE_MS = 200; // before it is said that something is being worked out

export class Study {
  readonly position: Studied['position'];
  tree: Tree = $state.raw([]);
  path: Path = $state.raw([]);
  side: Side | null = $state(null); // whose values; null: of the side to move
  view: PositionView | null = $state.raw(null);
  values: PositionValues | null = $state.raw(null);
  error: unknown = $state.raw(null); // of the position itself
  unsolved: unknown = $state.raw(null); // why there are no values
  working = $state(false);
  shortened = $state(false); // the line had a card that may not be played
  #views = new Map<string, PositionView>();
  #values = new Map<string, PositionValues>();

  constructor({ position, line, at }: Studied) {
    this.position = position;
    this.tree = lineTree(line);
    this.path = toTheEnd(this.tree, []).slice(0, at);
  }

  get cards(): CardText[] {
    return cardsTo(this.tree, this.path);
  }

  /** The address of this place, with the rest of its line. */
  get search(): string {
    const line = cardsTo(this.tree, toTheEnd(this.tree, this.path));
    return searchOf({ position: this.position, line, at: this.path.length });
  }

  // Going about

  play(card: CardText): void {
    this.#stand(played(this.tree, this.path, card));
  }

  go(path: Path): void {
    this.#stand({ tree: this.tree, path });
  }

  back = () => this.go(this.path.slice(0, -1));
  forward = () => {
    if (branchesAt(this.tree, this.path).length > 0) this.go([...this.path, 0]);
  };
  start = () => this.go([]);
  end = () => this.go(toTheEnd(this.tree, this.path));
  remove = () => this.#stand(removed(this.tree, this.path));
  promote = () => this.#stand(promoted(this.tree, this.path));

  #stand(where: { tree: Tree; path: Path }): void {
    this.tree = where.tree;
    this.path = where.path;
    router.go(`${paths.study}${this.search}`, { replace: true });
  }

  // Asking

  /** Called whenever the place, the language or the side changes; returns what ends it. */
  look(withValues: boolean): () => void {
    const moves = this.cards;
    let wanted = true;
    const here = () => wanted;
    void this.#lookAt(moves, here).then(() => {
      if (wanted && withValues && this.view?.turn) void this.#solve(moves, here);
    });
    return () => (wanted = false);
  }

  async #lookAt(moves: CardText[], wanted: () => boolean): Promise<void> {
    const key = `${settings.lang} ${moves.join('')}`;
    try {
      const view = this.#views.get(key) ?? (await api().position({ ...this.position, moves }));
      this.#views.set(key, view);
      if (!wanted()) return;
      this.view = view;
      this.error = null;
    } catch (reason) {
      if (wanted()) this.#fail(reason);
    }
  }

  /** A line out of a match may have a card that was laid against the rules: it ends there. */
  #fail(reason: unknown): void {
    const place =
      reason instanceof Refusal ? /^moves\.(\d+)$/.exec(reason.problem.field ?? '')?.[1] : undefined;
    if (place === undefined || Number(place) >= this.path.length) {
      this.error = reason;
      return;
    }
    const kept = this.path.slice(0, Number(place) + 1);
    this.shortened = true;
    this.#stand(removed(this.tree, kept));
  }

  async #solve(moves: CardText[], wanted: () => boolean): Promise<void> {
    const key = `${this.side ?? ''} ${moves.join('')}`;
    const known = this.#values.get(key);
    this.values = known ?? null;
    this.unsolved = null;
    if (known) return;
    const slow = setTimeout(() => (this.working = wanted()), PATIENCE_MS);
    try {
      const asked = { ...this.position, moves, side: this.side };
      const values = await api().solvePosition(asked);
      this.#values.set(key, values);
      if (wanted()) this.values = values;
    } catch (reason) {
      if (wanted()) this.unsolved = reason;
    } finally {
      clearTimeout(slow);
      if (wanted()) this.working = false;
    }
  }
}
