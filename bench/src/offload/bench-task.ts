import {
  createHandlers as createShippedHandlers,
  type HandlerDependencies,
} from '../../../apps/worker/dist/src/index.js';
import { defineTaskType, taskTypes as shippedTypes } from '../../../packages/contract/dist/src/index.js';
import type { HandlerMap } from '../../../packages/handler/dist/src/index.js';
import { performBenchTask } from '../servers/bench-task.ts';

/** The task that is measured, as a task type of the product beside its own. */
const bench = defineTaskType({
  name: 'bench',
  title: 'Benchmark',
  description: 'Notes when it began and waits.',
  payload: {
    type: 'object',
    additionalProperties: false,
    required: ['ms'],
    properties: { ms: { type: 'integer', minimum: 0, maximum: 600_000 } },
  },
  result: {
    type: 'object',
    additionalProperties: false,
    required: ['startedAt'],
    properties: { startedAt: { type: 'number' } },
  },
  timeoutMs: 15 * 60_000,
  maxAttempts: 3,
  examples: [{ summary: 'Returns at once', payload: { ms: 0 } }],
});

export const taskTypes = [...shippedTypes, bench];

export function createHandlers(dependencies: HandlerDependencies): HandlerMap {
  return {
    ...createShippedHandlers(dependencies),
    bench: ({ payload }: { payload: { ms: number } }) => performBenchTask(payload),
  };
}
