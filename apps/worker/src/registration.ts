import type { HandlerLogger } from '@offload/handler';
import type { Beat, Store, WorkerBeat } from '@offload/store';

/** Milliseconds between two heartbeats. */
const BEAT_INTERVAL_MS = 5000;

export interface RegistrationOptions {
  store: Pick<Store, 'beat' | 'removeWorker'>;
  /** The worker as it is now. */
  describe(): WorkerBeat;
  /** Told what the store says to the attempts that were in the beat. */
  onAnswer(answer: Beat): void;
  logger: HandlerLogger;
}

export interface Registration {
  /** Whether the last heartbeat was stored. */
  readonly isBeating: boolean;
  /** Beats once more, now: the store has something to say. */
  hurry(): void;
  /** Ends the heartbeats and takes the worker off the list. */
  stop(): Promise<void>;
}

/** Registers a worker, and keeps it registered by a heartbeat every five seconds. */
export function register({ store, describe, onAnswer, logger }: RegistrationOptions): Registration {
  let isBeating = false;
  let beating = beat();
  const timer = setInterval(() => {
    beating = beat();
  }, BEAT_INTERVAL_MS);

  async function beat(): Promise<void> {
    try {
      const answer = await store.beat(describe());
      isBeating = true;
      onAnswer(answer);
    } catch (err) {
      isBeating = false;
      logger.warn({ err }, 'heartbeat not stored');
    }
  }

  return {
    get isBeating() {
      return isBeating;
    },
    hurry() {
      // One after the other, so that no older answer comes last.
      beating = beating.then(beat);
    },
    async stop() {
      clearInterval(timer);
      await beating;
      await store.removeWorker(describe().name).catch((err: unknown) => logger.warn({ err }, 'worker not removed'));
    },
  };
}
