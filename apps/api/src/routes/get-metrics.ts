import type { Metrics } from '@offload/metrics';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { problems } from '../responses.ts';

const EXAMPLE = `# HELP offload_workers Workers with a heartbeat within 15 seconds.
# TYPE offload_workers gauge
offload_workers{queue="task_queue"} 2
`;

export function getMetricsRoute(app: ApiInstance, metrics: Metrics): void {
  app.get(
    '/metrics',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getMetrics',
        tags: ['System'],
        summary: 'Metrics for Prometheus',
        description:
          'In the text format of Prometheus. What is said of queues comes from the database and is the same from every replica; the rest is this process’s own (docs/observability.md).',
        response: {
          200: Type.Unsafe<string>({
            description: 'The metrics.',
            content: { 'text/plain': { schema: { type: 'string' }, example: EXAMPLE } },
          }),
          ...problems('UNAUTHORIZED'),
        },
      },
    },
    async (_request, reply) => {
      const { contentType, text } = await metrics.expose();
      return reply.type(contentType).send(text);
    },
  );
}
