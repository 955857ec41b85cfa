import type { FaultKind } from './fault-plan.ts';
import type { RerunTimes } from './rerun.ts';

/** What a storm came to; the keys that others read come first. */
export interface Figures extends RerunTimes {
  /** Tasks that a client got `202` for. */
  accepted: number;
  succeeded: number;
  failed: number;
  /** Accepted tasks that are gone, not ended, or ended otherwise than they had to. */
  lost: number;
  /** Tasks whose end was stored more than once. */
  resultsStoredTwice: number;
  executionsPerTask: number;
  /** Milliseconds in which no client got a 2xx. */
  longestOutageMs: number;
  seed: number;
  minutes: number;
  faults: Partial<Record<FaultKind, number>>;
  /** Messages that found nothing to start. */
  doubleMessages: number;
  /** Tasks that no client knows of: their `202` never arrived. */
  unknownTasks: number;
  /** Answers that clients got, by status. */
  answers: Readonly<Record<string, number>>;
  /** Processes that ended by themselves, or not as they should. */
  complaints: number;
}

export function table(figures: Figures): string {
  const rows = Object.entries(figures).map(([name, value]): [string, string] => [name, cell(value)]);
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n');
}

function cell(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name} ${member ?? '–'}`);
  return members.join(', ') || '–';
}
