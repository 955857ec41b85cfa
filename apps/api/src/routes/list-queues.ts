import { taskQueues } from '@offload/contract';
import type { QueuePause } from '@offload/store';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { PauseSchema, pauseOf } from '../queue-pause-resource.ts';
import { problems, refTo } from '../responses.ts';

/** Milliseconds that the broker may take to tell its figures. */
const DEADLINE_MS = 2000;

const QueueResource = Type.Object(
  {
    name: Type.String({ examples: ['task_queue'] }),
    messagesReady: Type.Integer({ description: 'Messages that wait for a worker.' }),
    messagesUnacknowledged: Type.Integer({ description: 'Messages that workers have taken and not acknowledged yet.' }),
    consumers: Type.Integer({ description: 'Workers that the broker hands messages to.' }),
    paused: PauseSchema,
  },
  { $id: 'Queue' },
);

export function listQueuesRoute(app: ApiInstance): void {
  app.addSchema(QueueResource);
  const { store, broker } = app.dependencies;
  app.get(
    '/queues',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listQueues',
        tags: ['System'],
        summary: 'List queues',
        description:
          'The figures of `rabbitmqctl list_queues name messages_ready messages_unacknowledged consumers`. Without `AMQP_MANAGEMENT_URL` the broker does not tell the unacknowledged ones: the running tasks are counted instead.',
        response: {
          200: Type.Object(
            { items: Type.Array(refTo(QueueResource)) },
            { description: 'The queues and their figures, the main one first.' },
          ),
          ...problems('UNAUTHORIZED', 'STORE_UNAVAILABLE', 'BROKER_UNAVAILABLE'),
        },
      },
    },
    async () => {
      const pauses = await store.listPauses();
      return { items: await Promise.all(taskQueues(broker.topology).map((queue) => resourceOf(queue, pauses))) };
    },
  );

  async function resourceOf(name: string, pauses: readonly QueuePause[]) {
    const figures = await broker.queueFigures(DEADLINE_MS, name);
    const messagesUnacknowledged = figures.messagesUnacknowledged ?? (await store.countRunning(name));
    const paused = pauseOf(pauses.find(({ queue }) => queue === name));
    return { name, ...figures, messagesUnacknowledged, paused };
  }
}
