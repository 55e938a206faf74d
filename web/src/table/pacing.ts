// Frames are shown one after another, each as long as the speed setting says; a touch hurries to the end.
import type { Speed } from '../lib/preferences';
import type { Frame, Rest } from './frames';

const CARD: Record<Speed, number> = { instant: 0, quick: 250, normal: 600, relaxed: 1200 };

/** A trick is on its way to its winner before the next card flies. */
const GATHERING = 200;

/** How long a frame stays, in ms; null: until somebody goes on. */
export function restTime(rest: Rest, speed: Speed): number | null {
  const card = CARD[speed];
  switch (rest) {
    case 'none':
      return 0;
    case 'word':
    case 'card':
      return card;
    case 'trick':
      return card * 2;
    case 'gathering':
      return speed === 'instant' ? 0 : GATHERING;
    case 'pause':
      return Math.max(card * 3, 1500);
    case 'scored':
      return null;
  }
}

export interface Clock {
  set(run: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

const clock: Clock = {
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

export interface Stage {
  show(frame: Frame): void;
  changed(): void; // it may have become busy, or idle
  speed(): Speed;
}

export class Pacing {
  #queue: Frame[] = [];
  #timer: unknown = null;
  #resting: Rest = 'none';
  #stage: Stage;
  #clock: Clock;

  constructor(stage: Stage, ticking: Clock = clock) {
    this.#stage = stage;
    this.#clock = ticking;
  }

  /** Something is still to be shown, or rests. */
  get busy(): boolean {
    return this.#queue.length > 0 || this.#timer !== null || this.#resting === 'scored';
  }

  add(frames: Frame[]): void {
    this.#queue.push(...frames);
    this.#proceed();
  }

  /** Show everything now, up to the next score that wants to be read. */
  hurry(): void {
    if (this.#resting === 'scored') return;
    this.#stopTimer();
    this.#resting = 'none';
    while (this.#queue.length > 0 && this.#resting !== 'scored') {
      if (this.#next().rest === 'scored') this.#resting = 'scored';
    }
    this.#stage.changed();
  }

  /** The score was read: go on. */
  goOn(): void {
    if (this.#resting !== 'scored') return;
    this.#resting = 'none';
    this.#proceed();
  }

  /** Forget what was still to be shown; show this instead. */
  replace(frames: Frame[]): void {
    this.#stopTimer();
    this.#queue = frames;
    this.#resting = 'none';
    this.#proceed();
  }

  clear(): void {
    this.replace([]);
  }

  #proceed(): void {
    while (this.#timer === null && this.#resting !== 'scored' && this.#queue.length > 0) {
      const frame = this.#next();
      const time = restTime(frame.rest, this.#stage.speed());
      if (time === null) this.#resting = 'scored';
      else if (time > 0) this.#rest(time);
    }
    this.#stage.changed();
  }

  #next(): Frame {
    const frame = this.#queue.shift()!;
    this.#stage.show(frame);
    return frame;
  }

  #rest(ms: number): void {
    this.#timer = this.#clock.set(() => {
      this.#timer = null;
      this.#proceed();
    }, ms);
  }

  #stopTimer(): void {
    if (this.#timer !== null) this.#clock.clear(this.#timer);
    this.#timer = null;
  }
}
