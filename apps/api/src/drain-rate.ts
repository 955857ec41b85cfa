/** Milliseconds: workers report every 5 seconds, so that anything much shorter would see bursts. */
const WINDOW_MS = 60_000;

interface Step {
  at: number;
  ms: number;
  started: number;
}

/** How fast workers take tasks, from a count of the attempts that they have started, over the last minute. */
export class DrainRate {
  #last: { at: number; started: number } | undefined;
  #steps: Step[] = [];

  /** @param at milliseconds, of a clock that only goes forward */
  observe(started: number, at: number): void {
    const last = this.#last;
    this.#last = { at, started };
    this.#steps = this.#steps.filter((step) => step.at > at - WINDOW_MS);
    // The count falls when a worker leaves with what it had counted: that step says nothing.
    if (last && started >= last.started) this.#steps.push({ at, ms: at - last.at, started: started - last.started });
  }

  /** Tasks per second; 0 when none was started, or nothing is known. */
  get perSecond(): number {
    const ms = this.#steps.reduce((sum, step) => sum + step.ms, 0);
    const started = this.#steps.reduce((sum, step) => sum + step.started, 0);
    return ms > 0 ? (started / ms) * 1000 : 0;
  }
}
