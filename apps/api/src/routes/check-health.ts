import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { problems } from '../responses.ts';

export function checkHealthRoute(app: ApiInstance): void {
  app.get(
    '/healthz',
    {
      config: { public: true },
      schema: {
        operationId: 'checkHealth',
        tags: ['Health'],
        summary: 'Is the process alive?',
        description: 'Answers while the process can answer at all. Restart it when it does not.',
        security: [],
        response: { 200: Type.Object({ status: Type.Literal('ok') }, { description: 'It is.' }) },
      },
    },
    () => ({ status: 'ok' as const }),
  );

  app.get(
    '/readyz',
    {
      config: { public: true },
      schema: {
        operationId: 'checkReadiness',
        tags: ['Health'],
        summary: 'Can it accept tasks?',
        description:
          'It can while the store answers. Without the broker tasks are accepted all the same, and sent when it is back; `broker` says so.',
        security: [],
        response: {
          200: Type.Object(
            { status: Type.Literal('ok'), broker: Type.Enum(['ready', 'unavailable']) },
            { description: 'It can.' },
          ),
          ...problems('STORE_UNAVAILABLE'),
        },
      },
    },
    async () => {
      const { store, broker } = app.dependencies;
      await store.ping();
      return {
        status: 'ok' as const,
        broker: broker.publisher.isReady ? ('ready' as const) : ('unavailable' as const),
      };
    },
  );
}
