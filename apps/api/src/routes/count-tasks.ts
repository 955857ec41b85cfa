import { TASK_STATES } from '@offload/contract';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { seenBy } from '../client.ts';
import { problems } from '../responses.ts';

/** Counting more would take longer than anybody looks at the figure. */
const LIMIT = 100_000;

const count = (state: string) => [state, Type.Integer({ minimum: 0, maximum: LIMIT })] as const;

const Counts = Type.Object({
  counts: Type.Object(Object.fromEntries(TASK_STATES.map(count)), {
    description: `By state. Counting stops at ${LIMIT} for each state, and for a client that sees its own tasks only at its newest ${LIMIT}.`,
    additionalProperties: false,
  }),
  limit: Type.Integer({ description: 'A count that equals it may be more.', examples: [LIMIT] }),
});

export function countTasksRoute(app: ApiInstance): void {
  app.get(
    '/tasks/counts',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'countTasks',
        tags: ['Tasks'],
        summary: 'Count tasks by state',
        description: 'All tasks, finished ones too; a client that sees its own only counts those.',
        response: {
          200: { ...Counts, description: 'How many tasks are in each state.' },
          ...problems('UNAUTHORIZED', 'STORE_UNAVAILABLE'),
        },
      },
    },
    async ({ client }) => ({ counts: await app.dependencies.store.countByState(LIMIT, seenBy(client)), limit: LIMIT }),
  );
}
