// What this player may do at this moment, and the way from a touched card to an action.
import { knownMatches } from '../lib/seats';
import { settings } from '../lib/settings.svelte';
import type { CardText, Clause, Offer, PageView } from '../lib/types';
import { afterTouch, answersOf, discardOf, sizeOfDiscard, sortCalls } from './calls';
import { noteTakeOff } from './flight';
import type { Game } from './game.svelte';
import { hintFor, hintsOf, keepHints, type GameHints, type Hint } from './hints';

/** A card that may not be played, and why. */
export interface WrongCard {
  card: CardText;
  name: string;
  why: Clause;
}

const BY_HAND = ['play', 'play_blind'];

export class Moves {
  readonly game: Game;
  lifted: CardText | null = $state(null); // touched once, where cards are confirmed
  wrong: WrongCard | null = $state.raw(null); // touched, where a wrong card lies
  chosen: CardText[] = $state.raw([]); // touched to be laid aside
  ways: Offer[] = $state.raw([]); // the touched card may be played with a word or without

  yourTurn = $derived.by(() => this.game.yourTurn);
  offers = $derived.by(() => {
    const view = this.game.view;
    return this.yourTurn && view ? [...view.offers, ...answersOf(view)] : [];
  });
  plays = $derived.by(() => this.offers.filter((offer) => offer.action.do === 'play'));
  blind = $derived.by(() => this.offers.find((offer) => offer.action.do === 'play_blind') ?? null);
  calls = $derived.by(() => sortCalls(this.offers));
  calling = $derived.by(() => this.offers.some((offer) => !BY_HAND.includes(offer.action.do)));
  /** The cards to be laid aside, while that is asked. */
  aside = $derived.by(() => (this.calls.discards.length > 0 ? this.chosen : []));
  discarding = $derived.by(() => this.calls.discards.length > 0);
  /** A coinche out of turn, which may be said while the table still shows what came before. */
  interruption = $derived.by(() => {
    const { latest, view } = this.game;
    if (this.calling || !latest || latest.match !== view?.match || latest.deal !== view.deal) return null;
    return latest.offers.find((offer) => offer.action.do === 'contre' && !this.game.scored) ?? null;
  });

  /** Where they are on: before the first time that something is asked in this game. */
  hint: Hint | null = $derived.by(() => {
    const view = this.game.view;
    if (!this.yourTurn || !view || !this.hinting) return null;
    const hint = hintFor(view);
    return hint && !this.#hints.seen.includes(hint) ? hint : null;
  });
  /** As the player chose for this game; else in the first match of it here. */
  hinting = $derived.by(() => this.#hints.on ?? this.#isFirst());
  #chosen: GameHints | null = $state.raw(null); // since the table was opened
  #hints = $derived.by(() => this.#chosen ?? hintsOf(this.#gameId));

  constructor(game: Game) {
    this.game = game;
  }

  closeHint(): void {
    if (this.hint !== null) this.#keepHints({ ...this.#hints, seen: [...this.#hints.seen, this.hint] });
  }

  /** Switched on, all of them come again. */
  setHinting(on: boolean): void {
    this.#keepHints({ on, seen: [] });
  }

  #keepHints(kept: GameHints): void {
    this.#chosen = kept;
    keepHints(this.#gameId, kept);
  }

  get #gameId(): string {
    return this.game.table?.rules.id ?? '';
  }

  #isFirst(): boolean {
    const name = this.game.table?.rules.name;
    const { match } = this.game.view ?? {};
    return knownMatches().every((known) => known.match === match || known.rules !== name);
  }

  touch = (card: CardText, element: Element): void => {
    if (this.game.busy) return this.game.hurry();
    if (this.discarding) {
      this.chosen = afterTouch(this.chosen, card, sizeOfDiscard(this.calls.discards));
      return;
    }
    if (this.plays.length === 0) return;
    const offers = this.plays.filter((offer) => offer.action['card'] === card);
    if (offers.length === 0) return this.#explain(card);
    if (settings.confirmCard && this.lifted !== card) {
      this.lifted = card;
      return;
    }
    noteTakeOff(card, element);
    if (offers.length > 1) this.ways = offers;
    else this.act(offers[0]!);
  };

  act = (offer: Offer): void => {
    this.closeHint();
    this.lifted = null;
    this.chosen = [];
    this.ways = [];
    void this.game.act(offer.action);
  };

  /** «Je prends», where there is one way to say it; a discard that is chosen. */
  take(): boolean {
    const discard = discardOf(this.calls.discards, this.aside);
    if (discard) this.act(discard);
    const [only, ...more] = this.calls.takes;
    if (only && more.length === 0) this.act(only);
    return !only || more.length === 0;
  }

  pass(): void {
    if (this.calls.pass) this.act(this.calls.pass);
  }

  contre(): void {
    const contre = this.calls.contre ?? this.interruption;
    if (contre) this.act(contre);
  }

  #explain(card: CardText): void {
    const view = this.game.view;
    const held = view && heldCard(view, card);
    if (!held?.why) return;
    if (this.game.table?.rules.strict === false) this.wrong = { ...held, why: held.why };
    else this.game.tell(held.why.text, held.why);
  }

  /** Lay the wrong card all the same. */
  playWrong(): void {
    const { seat } = this.game.view ?? {};
    if (!this.wrong || !seat) return;
    const { card } = this.wrong;
    this.wrong = null;
    void this.game.act({ do: 'play', seat, card, say: null });
  }
}

interface Held {
  card: CardText;
  name: string;
  why: Clause | null;
}

/** A card of your hand or of your piles, and why it may not be played. */
function heldCard(view: PageView, card: CardText): Held | null {
  const piles = view.seats.find((seat) => seat.seat === view.seat)?.piles ?? [];
  const inPiles = piles.flatMap(({ top, why }) => (top ? [{ ...top, why }] : []));
  return [...view.hand, ...inPiles].find((held) => held.card === card) ?? null;
}
