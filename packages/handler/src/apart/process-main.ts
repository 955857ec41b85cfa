import type { ApartAttempt, ToHandler } from './messages.ts';
import { serveAttempt } from './serve-attempt.ts';

/** What a process is told: to run an attempt, and then what is said about it. */
export type ToProcess = { kind: 'attempt'; attempt: ApartAttempt } | ToHandler;

let take: (message: ToHandler) => void = () => {};

process.on('message', (message: ToProcess) => {
  if (message.kind !== 'attempt') return take(message);
  void serveAttempt(message.attempt, {
    post: (said) => process.send?.(said),
    hear: (listener) => {
      take = listener;
    },
  });
});

// Its worker has gone, and with it whoever would ask for the result.
process.on('disconnect', () => process.exit());
