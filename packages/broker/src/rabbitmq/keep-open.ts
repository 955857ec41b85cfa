import { setTimeout as delay } from 'node:timers/promises';
import { TopologyMismatchError } from '../errors.ts';

/** A connection or a channel, from its opening to its end. */
export interface Session {
  /** Resolves with the reason when it has ended, whoever ended it. Never rejects. */
  readonly ended: Promise<Error>;
  /** Resolves within seconds, whatever state the broker is in. Never rejects. */
  close(): Promise<void>;
}

export interface KeepOpenOptions {
  /** Opens the next session. Must end soon when the signal is aborted. */
  open(signal: AbortSignal): Promise<Session>;
  /** A session could not be opened, or has ended without our doing. */
  onFailure(error: Error): void;
  /** Ends it all: the session is closed and no other one opened. */
  signal: AbortSignal;
}

const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;
/** Milliseconds; a session that ends sooner has not worked. */
const SHORT_LIFE_MS = 2_000;
/** Where only an operator can help, there is no hurry. */
const MAX_MISMATCH_BACKOFF_MS = 30_000;

/** Holds one session open at any time, with backoff between two, until the signal is aborted. Never rejects. */
export async function keepOpen({ open, onFailure, signal }: KeepOpenOptions): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    let failure: Error;
    try {
      const session = await open(signal);
      const openedAt = performance.now();
      failure = await untilEnded(session, signal);
      // One that ends as soon as it is open is no better than one that cannot be opened.
      failures = performance.now() - openedAt < SHORT_LIFE_MS ? failures + 1 : 0;
    } catch (error) {
      failures++;
      failure = error as Error;
    }
    if (signal.aborted) return;
    onFailure(failure);
    await delay(backoffMs(failures, failure), undefined, { signal }).catch(() => {});
  }
}

async function untilEnded(session: Session, signal: AbortSignal): Promise<Error> {
  const close = () => session.close();
  if (signal.aborted) await close();
  signal.addEventListener('abort', close, { once: true });
  const reason = await session.ended;
  signal.removeEventListener('abort', close);
  return reason;
}

/** Exponential with full jitter: after a restart of the broker, a thousand clients come back spread over time. */
function backoffMs(failures: number, failure: Error): number {
  const maxMs = failure instanceof TopologyMismatchError ? MAX_MISMATCH_BACKOFF_MS : MAX_BACKOFF_MS;
  return Math.random() * Math.min(maxMs, FIRST_BACKOFF_MS * 2 ** failures);
}
