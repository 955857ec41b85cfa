import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { problems, refTo } from '../responses.ts';

const TaskTypeResource = Type.Object(
  {
    name: Type.String({ examples: ['sleep'] }),
    title: Type.String({ examples: ['Sleep'] }),
    description: Type.String({ examples: ['Sleeps one second for every dot in `message`.'] }),
    payload: Type.Unknown({ description: 'JSON Schema of the payload.', examples: [{ type: 'object' }] }),
    result: Type.Unknown({ description: 'JSON Schema of the result.', examples: [{ type: 'object' }] }),
    timeoutMs: Type.Integer({ description: 'Milliseconds that one attempt may take.', examples: [14_400_000] }),
    maxAttempts: Type.Integer({ description: 'Attempts that may fail before the task does.', examples: [3] }),
    examples: Type.Array(
      Type.Object({
        summary: Type.String({ examples: ['Three seconds'] }),
        payload: Type.Unknown({ examples: [{ message: 'Hello...' }] }),
      }),
    ),
  },
  { $id: 'TaskType' },
);

export function listTaskTypesRoute(app: ApiInstance): void {
  app.addSchema(TaskTypeResource);
  const items = app.dependencies.catalogue.all.map(({ examples, ...taskType }) => ({
    ...taskType,
    examples: [...examples],
  }));
  app.get(
    '/task-types',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listTaskTypes',
        tags: ['Tasks'],
        summary: 'List task types',
        description: 'Every kind of work that can be submitted, with the schemas of its payload and its result.',
        response: {
          200: Type.Object({ items: Type.Array(refTo(TaskTypeResource)) }, { description: 'All task types.' }),
          ...problems('UNAUTHORIZED'),
        },
      },
    },
    () => ({ items }),
  );
}
