// Asks for the review of a match and follows its progress; what is done stays on the server.
import { api } from '../../lib/api';
import type { ReviewAnswer, Seat } from '../../lib/types';

const PAUSE_MS = 1500;

export class Reviewing {
  answer: ReviewAnswer | null = $state.raw(null);
  error: unknown = $state.raw(null);
  readonly #match: string;
  readonly #seat: Seat | null; // the reader's own
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(match: string, seat: Seat | null) {
    this.#match = match;
    this.#seat = seat;
  }

  /** What there is already, without asking for more. */
  look = () => this.#take(() => api().review(this.#match, this.#seat));

  /** Have it made, this deal before the others; it goes on when the reader leaves. */
  ask = (deal: number | null = null) => this.#take(() => api().askForReview(this.#match, deal, this.#seat));

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
      if (answer.state === 'running') this.#timer = setTimeout(this.look, PAUSE_MS);
    } catch (reason) {
      if (!this.#stopped) this.error = reason;
    }
  }
}
