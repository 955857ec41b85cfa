import { appendFileSync } from 'node:fs';
import type { PlannedTask } from './task-mix.ts';

export interface AcceptedTask extends PlannedTask {
  id: string;
  /** Milliseconds of the epoch. */
  acceptedAt: number;
  api: string;
}

/** What the clients were told: the only truth that the product is judged by. */
export interface Ledger {
  readonly accepted: readonly AcceptedTask[];
  /** How often the clients got which answer: a status, or how there was none. */
  readonly answers: Readonly<Record<string, number>>;
  /** The longest time, up to now, in which no client got a 2xx. */
  readonly longestOutageMs: number;
  accept(task: PlannedTask, id: string, api: string): void;
  /** Counts an answer, and writes it down when it is not a 202. */
  note(answer: string, api: string): void;
  /** Time in which nobody asks is no outage. */
  close(): void;
}

/** @param logFile gets a line for each answer that is not a 202 */
export function createLedger(logFile: string): Ledger {
  const accepted: AcceptedTask[] = [];
  const answers: Record<string, number> = {};
  let lastAcceptedAt = Date.now();
  let longestOutageMs = 0;
  let isClosed = false;
  const endOutage = (): void => {
    if (isClosed) return;
    const now = Date.now();
    longestOutageMs = Math.max(longestOutageMs, now - lastAcceptedAt);
    lastAcceptedAt = now;
  };
  return {
    accepted,
    answers,
    get longestOutageMs() {
      return longestOutageMs;
    },
    accept(task, id, api) {
      endOutage();
      accepted.push({ ...task, id, api, acceptedAt: Date.now() });
    },
    note(answer, api) {
      answers[answer] = (answers[answer] ?? 0) + 1;
      if (answer !== '202') appendFileSync(logFile, `${new Date().toISOString()} ${api} ${answer}\n`);
    },
    close() {
      endOutage();
      isClosed = true;
    },
  };
}
