import { setTimeout as delay } from 'node:timers/promises';
import type { SubmittedTask, TaskStore } from '@offload/store';
import type { Following, TaskFollower } from '../task-follower.ts';
import { summaryOf } from '../task-page.ts';
import type { ServerSentEvent } from './event-stream.ts';

/** Milliseconds between two reads of what has changed: a task that changes again in between is read once. */
const INTERVAL_MS = 250;
/** Tasks in one statement. */
const MAX_READ = 500;
/** Tasks that may wait to be read. Beyond that a hint is dropped, and every reader told that it has missed something. */
const MAX_WAITING = 50_000;
/** Events that are kept for readers that come back. */
const RING_SIZE = 1000;
/** Milliseconds that it goes on without readers: one may come back. */
const LINGER_MS = 60_000;

export interface FeedEvent extends ServerSentEvent {
  /** What it is about; nothing in a `reset`. */
  subject?: SubmittedTask;
}

type Reader = (event: FeedEvent) => void;

export interface TaskFeedOptions {
  store: Pick<TaskStore, 'getSummaries'>;
  follower: Pick<TaskFollower, 'followAll'>;
  /** Names this feed in the ids of its events: those of another replica, or of an earlier life, are not known here. */
  name: string;
}

/**
 * What happens to all tasks, for any number of readers: hints are collected, the rows that they name read together, and each row
 * is an event. It is at work while it has readers, and a minute longer. A reader that was away for longer than the ring reaches, or
 * whose events are not known here, is told to begin anew: `reset`.
 */
export class TaskFeed {
  readonly #options: TaskFeedOptions;
  readonly #readers = new Set<Reader>();
  readonly #waiting = new Set<string>();
  #ring: FeedEvent[] = [];
  #sequence = 0;
  #isReading = false;
  #following: Following | undefined;
  #linger: NodeJS.Timeout | undefined;

  constructor(options: TaskFeedOptions) {
    this.#options = options;
  }

  /** @param lastId of the last event that the reader got: it is told at once what came after it, or to begin anew */
  join(read: Reader, lastId: string): { end(): void } {
    clearTimeout(this.#linger);
    for (const event of this.#since(lastId)) read(event);
    this.#readers.add(read);
    this.#following ??= this.#options.follower.followAll((taskId) => this.#hint(taskId));
    return {
      end: () => {
        if (!this.#readers.delete(read) || this.#readers.size > 0) return;
        clearTimeout(this.#linger);
        this.#linger = setTimeout(() => this.close(), LINGER_MS).unref();
      },
    };
  }

  /** From here on nothing is heard: what comes later does not follow on what is kept. Idempotent. */
  close(): void {
    clearTimeout(this.#linger);
    this.#following?.end();
    this.#following = undefined;
    this.#waiting.clear();
    this.#ring = [];
  }

  #since(lastId: string): FeedEvent[] {
    const index = this.#ring.findIndex(({ id }) => id === lastId);
    return index === -1 ? [this.#reset()] : this.#ring.slice(index + 1);
  }

  /** @param taskId undefined when something may have been missed */
  #hint(taskId: string | undefined): void {
    if (taskId === undefined || this.#waiting.size >= MAX_WAITING) {
      this.#missed();
      return;
    }
    this.#waiting.add(taskId);
    if (!this.#isReading) void this.#read();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    while (this.#waiting.size > 0) {
      const ids = [...this.#waiting].slice(0, MAX_READ);
      for (const id of ids) this.#waiting.delete(id);
      try {
        for (const subject of await this.#options.store.getSummaries(ids)) this.#tell(subject);
      } catch {
        this.#missed();
      }
      await delay(INTERVAL_MS, undefined, { ref: false });
    }
    this.#isReading = false;
  }

  #tell(subject: SubmittedTask): void {
    if (!this.#following) return;
    const event = { event: 'task', id: this.#nextId(), data: summaryOf(subject.task), subject };
    this.#keep(event);
    for (const read of this.#readers) read(event);
  }

  #missed(): void {
    this.#waiting.clear();
    this.#ring = [];
    const event = this.#reset();
    for (const read of this.#readers) read(event);
  }

  #reset(): FeedEvent {
    const event = { event: 'reset', id: this.#nextId(), data: {} };
    // Whoever comes back with its id goes on from here.
    this.#keep(event);
    return event;
  }

  #keep(event: FeedEvent): void {
    this.#ring.push(event);
    if (this.#ring.length > RING_SIZE) this.#ring.shift();
  }

  #nextId(): string {
    return `${this.#options.name}-${++this.#sequence}`;
  }
}
