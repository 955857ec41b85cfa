/**
 * SQL: the entry of an attempt that starts now, for the end of `attempts`.
 * @param number, worker SQL expressions
 */
export function openAttempt(number: string, worker: string): string {
  return `jsonb_build_object('number', ${number}, 'worker', ${worker}, 'startedAt', now(),
    'finishedAt', null, 'outcome', null, 'error', null)`;
}

/** SQL expressions: the attempts so far and how the latest of them ended. */
interface ClosedAttempt {
  /** `jsonb` */
  attempts: string;
  /** `text` */
  outcome: string;
  /** `jsonb` */
  error: string;
}

/** SQL: the attempts with the latest one closed now. */
export function closeAttempt({ attempts, outcome, error }: ClosedAttempt): string {
  return `jsonb_set(${attempts}, '{-1}', (${attempts} -> -1)
    || jsonb_build_object('finishedAt', now(), 'outcome', ${outcome}, 'error', ${error}))`;
}
