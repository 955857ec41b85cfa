import { BATCHED_STATEMENTS, type BatchedStatement } from '@offload/store';
import type { Metrics } from './metrics.ts';

const BOUNDS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 1000];

/** @returns what a store is to tell of each statement that several calls share */
export function recordBatches(metrics: Metrics): (statement: BatchedStatement, size: number) => void {
  const sizes = metrics.histogram('offload_store_batch_size', 'Tasks that shared a statement.', BOUNDS, ['statement']);
  const bySize = new Map(BATCHED_STATEMENTS.map((statement) => [statement, sizes.of(statement)]));
  return (statement, size) => bySize.get(statement)?.observe(size);
}
