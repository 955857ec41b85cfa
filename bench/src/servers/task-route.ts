import { type FastifyInstance, fastify } from 'fastify';

/** The body that a peer's route takes: that of Offload's task type `bench`. */
export interface TaskBody {
  type: 'bench';
  payload: { ms: number };
}

const bodySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['type', 'payload'],
  properties: {
    type: { const: 'bench' },
    payload: {
      type: 'object',
      additionalProperties: false,
      required: ['ms'],
      properties: { ms: { type: 'integer', minimum: 0, maximum: 600_000 } },
    },
  },
} as const;

const answerSchema = { 202: { type: 'object', properties: { id: { type: 'string' } } } } as const;

/**
 * Serves `POST /tasks` on 127.0.0.1, the same way in front of every peer.
 * @param submit resolves with the task's id once the queue has the task durably
 */
export async function serveTasks(submit: (payload: TaskBody['payload']) => Promise<string>): Promise<FastifyInstance> {
  const app = fastify();
  app.post<{ Body: TaskBody }>(
    '/tasks',
    { schema: { body: bodySchema, response: answerSchema } },
    async (request, reply) => {
      const id = await submit(request.body.payload);
      return reply.code(202).send({ id });
    },
  );
  await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
  return app;
}
