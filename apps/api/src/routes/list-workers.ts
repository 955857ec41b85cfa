import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { problems, refTo } from '../responses.ts';

const WorkerResource = Type.Object(
  {
    name: Type.String({ examples: ['host-4242-9f3a'] }),
    queue: Type.String({ description: 'The first that it serves.', examples: ['task_queue'] }),
    queues: Type.Array(Type.String(), { description: 'All that it serves.', examples: [['task_queue']] }),
    concurrency: Type.Integer({ description: 'Tasks that it runs at once, over all its queues.' }),
    running: Type.Integer({ description: 'Tasks that it ran at its last heartbeat.' }),
    startedAt: Type.String({ format: 'date-time' }),
    heartbeatAt: Type.String({ format: 'date-time', description: 'Renewed every 5 seconds.' }),
    isAlive: Type.Boolean({ description: 'Whether its last heartbeat is at most 15 seconds old.' }),
  },
  { $id: 'Worker' },
);

export function listWorkersRoute(app: ApiInstance): void {
  app.addSchema(WorkerResource);
  app.get(
    '/workers',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'listWorkers',
        tags: ['System'],
        summary: 'List workers',
        description: 'Workers that run, and those that fell silent within the last hour.',
        response: {
          200: Type.Object({ items: Type.Array(refTo(WorkerResource)) }, { description: 'The workers.' }),
          ...problems('UNAUTHORIZED', 'STORE_UNAVAILABLE'),
        },
      },
    },
    async () => ({ items: await app.dependencies.store.listWorkers() }),
  );
}
