/** SQL: `attempts` of task `t` with its latest one closed now. `outcome` and `error` are SQL expressions (`text`, `jsonb`). */
export function closeAttempt(outcome: string, error: string): string {
  return `jsonb_set(t.attempts, '{-1}', (t.attempts -> -1)
    || jsonb_build_object('finishedAt', now(), 'outcome', ${outcome}, 'error', ${error}))`;
}
