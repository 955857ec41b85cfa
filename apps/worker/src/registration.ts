import type { Store, WorkerBeat } from '@offload/store';
import type { HandlerLogger } from './handler.ts';

/** Milliseconds between two heartbeats. */
const BEAT_INTERVAL_MS = 5000;

export interface Registration {
  /** Whether the last heartbeat was stored. */
  readonly isBeating: boolean;
  /** Ends the heartbeats and takes the worker off the list. */
  stop(): Promise<void>;
}

/** Registers a worker, and keeps it registered by a heartbeat every five seconds. */
export function register(store: Store, describe: () => WorkerBeat, logger: HandlerLogger): Registration {
  let isBeating = false;
  let beating = beat();
  const timer = setInterval(() => {
    beating = beat();
  }, BEAT_INTERVAL_MS);

  async function beat(): Promise<void> {
    try {
      await store.beat(describe());
      isBeating = true;
    } catch (err) {
      isBeating = false;
      logger.warn({ err }, 'heartbeat not stored');
    }
  }

  return {
    get isBeating() {
      return isBeating;
    },
    async stop() {
      clearInterval(timer);
      await beating;
      await store.removeWorker(describe().name).catch((err: unknown) => logger.warn({ err }, 'worker not removed'));
    },
  };
}
