import type { Broker, Listener } from '@offload/broker';
import { decodeEvents, type TaskEvent } from '@offload/contract';

/** Milliseconds that this process keeps listening after the last one has left: the next may be on its way. */
const LINGER_MS = 120_000;

/** Why a task is worth a look. `missed`: something may have happened that was not heard. */
export type Occasion = TaskEvent['kind'] | 'missed';

export interface Following {
  /** Idempotent. */
  end(): void;
}

/**
 * Tells those who follow a task when to look at it. All of them share one listener, which is there only while there are any. The
 * order is: follow, then look. What happens before the listener is live, at first or after a loss, is made up for by telling
 * everybody to look when it is.
 */
export class TaskFollower {
  readonly #broker: Pick<Broker, 'listenToEvents'>;
  readonly #lingerMs: number;
  /** By task id. */
  readonly #followers = new Map<string, Set<(occasion: Occasion) => void>>();
  readonly #followersOfAll = new Set<(taskId: string | undefined) => void>();
  #listener: Listener | undefined;
  #linger: NodeJS.Timeout | undefined;

  constructor(broker: Pick<Broker, 'listenToEvents'>, { lingerMs = LINGER_MS } = {}) {
    this.#broker = broker;
    this.#lingerMs = lingerMs;
  }

  /** Tasks that somebody follows. */
  get size(): number {
    return this.#followers.size;
  }

  /** @param tell must not throw */
  follow(id: string, tell: (occasion: Occasion) => void): Following {
    const taskId = id.toLowerCase();
    const followers = this.#followers.get(taskId) ?? new Set();
    this.#followers.set(taskId, followers);
    followers.add(tell);
    this.#listen();
    return {
      end: () => {
        followers.delete(tell);
        if (followers.size > 0 || this.#followers.get(taskId) !== followers) return;
        this.#followers.delete(taskId);
        this.#lingerOn();
      },
    };
  }

  /** @param tell is given the id of each task that is worth a look; undefined: any may be. Must not throw */
  followAll(tell: (taskId: string | undefined) => void): Following {
    this.#followersOfAll.add(tell);
    this.#listen();
    return {
      end: () => {
        if (this.#followersOfAll.delete(tell)) this.#lingerOn();
      },
    };
  }

  /** Hears nothing any more. Idempotent. */
  async close(): Promise<void> {
    clearTimeout(this.#linger);
    const listener = this.#listener;
    this.#listener = undefined;
    await listener?.close();
  }

  #listen(): void {
    clearTimeout(this.#linger);
    this.#listener ??= this.#broker.listenToEvents({
      onMessage: (message) => {
        for (const { taskId, kind } of decodeEvents(message)) {
          this.#tell(this.#followers.get(taskId.toLowerCase()), kind);
          // A log is no part of how a task stands.
          if (kind !== 'log') for (const tell of this.#followersOfAll) tell(taskId);
        }
      },
      onLive: () => {
        for (const followers of [...this.#followers.values()]) this.#tell(followers, 'missed');
        for (const tell of this.#followersOfAll) tell(undefined);
      },
    });
  }

  #tell(followers: ReadonlySet<(occasion: Occasion) => void> | undefined, occasion: Occasion): void {
    if (followers) for (const tell of [...followers]) tell(occasion);
  }

  /** Once nobody is left. */
  #lingerOn(): void {
    if (this.#followers.size > 0 || this.#followersOfAll.size > 0) return;
    clearTimeout(this.#linger);
    this.#linger = setTimeout(() => void this.close(), this.#lingerMs).unref();
  }
}
