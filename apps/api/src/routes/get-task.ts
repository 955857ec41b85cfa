import { isFinal, type Task, TaskIdSchema } from '@offload/contract';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { ETAG_HEADER, IF_NONE_MATCH, sendUnlessKnown } from '../conditional-answer.ts';
import { answer, problems, secondsToNextLook } from '../responses.ts';
import { TaskResource } from '../task-resource.ts';
import { assertVisible, visibleTask } from '../visible-task.ts';
import {
  MAX_WAIT_SECONDS,
  PREFERENCE_APPLIED_HEADER,
  PreferHeader,
  waitAsPreferred,
  waitPreference,
} from '../wait-preference.ts';

const HEADERS = {
  ...ETAG_HEADER,
  'Retry-After': {
    type: 'integer',
    description: 'Seconds to wait before the next look; absent once the task has finished.',
  },
  'Queue-Age': { type: 'integer', description: 'Seconds for which the task has been in its queue, while it is.' },
  ...PREFERENCE_APPLIED_HEADER,
};

export function getTaskRoute(app: ApiInstance): void {
  app.get(
    '/tasks/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getTask',
        tags: ['Tasks'],
        summary: 'Read a task',
        description: `Its state, progress and attempts, and once it is done its result or its error. With \`Prefer: wait=N\` the answer comes when the task has finished, or as it is after N seconds, ${MAX_WAIT_SECONDS} at most.`,
        headers: Type.Object({
          Prefer: Type.Optional(PreferHeader),
          [IF_NONE_MATCH]: Type.Optional(Type.String({ description: '`ETag` of an earlier answer.' })),
        }),
        params: Type.Object({ id: TaskIdSchema }),
        response: {
          200: { ...answer('The task.', TaskResource), headers: HEADERS },
          304: Type.Unsafe<never>({ type: 'null', description: 'The task is as the client has it.', headers: HEADERS }),
          ...problems('INVALID_REQUEST', 'UNAUTHORIZED', 'TASK_NOT_FOUND', 'TASK_GONE', 'STORE_UNAVAILABLE'),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const preference = waitPreference(request);
      let task: Task | null | undefined;
      if (preference !== undefined) {
        await assertVisible(request, id);
        task = await waitAsPreferred(app, id, preference, reply);
      }
      task ??= await visibleTask(request, id);
      tellWhenToLook(task, reply);
      return sendUnlessKnown(request, reply, task);
    },
  );
}

function tellWhenToLook(task: Task, reply: FastifyReply): void {
  if (isFinal(task.state)) return;
  reply.header('retry-after', secondsToNextLook(task));
  if (task.state !== 'queued' || task.queuedAt === null) return;
  reply.header('queue-age', String(Math.max(0, Math.floor((Date.now() - Date.parse(task.queuedAt)) / 1000))));
}
