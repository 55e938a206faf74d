// Asks for the review of a match and follows its progress; what is done stays on the server.
import { api, Refusal } from '../lib/api';
import type { ReviewAnswer, Seat } from '../lib/types';

const PAUSE_MS = 1500;

/** Matches whose review was asked for and is not done, with the deal that comes first; a sheet may be drawn anew meanwhile. */
const waited = new Map<string, number | null>();

export class Reviewing {
  answer: ReviewAnswer | null = $state.raw(null);
  error: unknown = $state.raw(null);
  readonly #match: string;
  readonly #seat: Seat | null; // the reader's own
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  #waits = false; // it was asked for here

  constructor(match: string, seat: Seat | null) {
    this.#match = match;
    this.#seat = seat;
  }

  /** What there is already, without asking for more. */
  look = () => this.#take(() => api().review(this.#match, this.#seat));

  /** Have it made, this deal before the others; it goes on when the reader leaves. */
  ask = (deal: number | null = null) => {
    waited.set(this.#match, deal);
    this.#waits = true;
    return this.#take(() => api().askForReview(this.#match, deal, this.#seat));
  };

  /** Where the sheet of that deal (or of the match) is drawn anew while one waits: go on waiting. */
  resume(deal: number | null): boolean {
    if (waited.get(this.#match) !== deal) return false;
    this.#waits = true;
    void this.look();
    return true;
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #take(request: () => Promise<ReviewAnswer>) {
    clearTimeout(this.#timer);
    try {
      const answer = await request();
      if (this.#stopped) return;
      this.answer = answer;
      this.error = null;
      if (answer.state === 'done') waited.delete(this.#match);
      if (answer.state === 'running') this.#timer = setTimeout(this.look, PAUSE_MS);
      // a server that has started anew knows of nobody who waits
      const deal = waited.get(this.#match);
      const lost = answer.state === 'none' && answer.of > 0 && this.#waits;
      if (lost && deal !== undefined) await this.ask(deal);
    } catch (reason) {
      if (this.#stopped) return;
      this.error = reason;
      if (this.#waits && !(reason instanceof Refusal && reason.status >= 400 && reason.status < 500)) {
        this.#timer = setTimeout(this.look, PAUSE_MS);
      }
    }
  }
}
