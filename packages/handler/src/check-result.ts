import type { TaskCatalogue } from '@offload/contract';
import type { Ending } from './execute.ts';

/** A result that breaks the promise of its type's schema is the handler's fault, and another attempt would not mend it. */
export function checkResult(ending: Ending, type: string, catalogue: TaskCatalogue): Ending {
  if (ending.kind !== 'returned') return ending;
  const issues = catalogue.resultIssues(type, ending.result ?? null);
  if (issues.length === 0) return ending;
  const reasons = issues.map(({ pointer, message }) => `result${pointer} ${message}`);
  return { kind: 'returned_wrongly', error: new Error(reasons.join('; ')) };
}
