/**
 * Runs one suspect at a time: a task whose workers have died so often that the next death would be its last. One of several that died
 * together is to blame, and the others must not end as failed because they were beside it once more.
 */
export class Quarantine {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs the work after all that came before it. Rejects as it does. */
  async alone(work: () => Promise<void>): Promise<void> {
    const before = this.#last;
    const own = before.then(work);
    this.#last = own.catch(() => undefined);
    await own;
  }
}
