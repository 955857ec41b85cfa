import type { ApiInstance } from '../api-instance.ts';
import { refuseBody } from '../no-body.ts';
import { QueueParams, queueOfPath } from '../queue-of.ts';
import { ResumedQueue } from '../queue-pause-resource.ts';
import { problems } from '../responses.ts';
import { signalWorkers } from '../signal-workers.ts';

export function resumeQueueRoute(app: ApiInstance): void {
  const { store, broker } = app.dependencies;
  app.post(
    '/queues/:name/resume',
    {
      config: { scope: 'admin' },
      preValidation: refuseBody,
      schema: {
        operationId: 'resumeQueue',
        tags: ['System'],
        summary: 'Resume a queue',
        description: 'Workers take its tasks again; one that is not paused stays as it is.',
        params: QueueParams,
        response: {
          200: { ...ResumedQueue, description: 'The queue is not paused.' },
          ...problems(
            'MALFORMED_JSON',
            'INVALID_REQUEST',
            'UNSUPPORTED_MEDIA_TYPE',
            'UNAUTHORIZED',
            'QUEUE_NOT_FOUND',
            'STORE_UNAVAILABLE',
          ),
        },
      },
    },
    async (request) => {
      const queue = queueOfPath(request.params.name, broker.topology);
      await store.resumeQueue(queue);
      request.subject = { queue };
      await signalWorkers(broker, { kind: 'queues' }, request.log);
      return { name: queue, paused: null };
    },
  );
}
