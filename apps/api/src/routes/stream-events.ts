import { type Task, TaskStateSchema } from '@offload/contract';
import type { SubmittedTask } from '@offload/store';
import { type Static, Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { seenBy } from '../client.ts';
import { problems } from '../responses.ts';
import type { FeedEvent } from '../streams/task-feed.ts';

const Query = Type.Object(
  {
    state: Type.Optional(TaskStateSchema),
    type: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9._-]{1,100}$', description: 'Only tasks of this type.' })),
    queue: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Only tasks of this queue.' })),
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Only tasks with this tag.' })),
  },
  { additionalProperties: false },
);

export function streamEventsRoute(app: ApiInstance): void {
  app.get(
    '/events',
    {
      // There is no end that a HEAD could wait for.
      exposeHeadRoute: false,
      config: { scope: 'read' },
      schema: {
        operationId: 'streamEvents',
        tags: ['Tasks'],
        summary: 'Follow all tasks',
        description:
          'Server-Sent Events: `task` whenever a task has changed, with its state and everything else but payload and result; `reset` where the stream does not follow on what the reader knows, at its beginning for example: list the tasks then. Several changes within a quarter of a second may be one event. A reader that is too slow is cut off.',
        querystring: Query,
        headers: Type.Object({
          'Last-Event-ID': Type.Optional(
            Type.String({
              description:
                '`id` of the last event that was received. The stream goes on after it where this API still has what came then, and begins with `reset` otherwise.',
            }),
          ),
        }),
        response: {
          200: Type.Unsafe<never>({
            description: 'Events without end.',
            content: {
              'text/event-stream': {
                schema: Type.String(),
                example: 'event: reset\nid: 3f2a91c0-1\ndata: {}\n\n',
              },
            },
          }),
          ...problems('INVALID_REQUEST', 'UNAUTHORIZED', 'RATE_LIMITED', 'TOO_MANY_STREAMS'),
        },
      },
    },
    async ({ query, headers, client }, reply) => {
      const whose = seenBy(client);
      const stream = await app.streams.open(reply);
      const pass = ({ subject, ...event }: FeedEvent) => {
        if (!subject || isWanted(subject)) stream.send(event);
      };
      const isWanted = (subject: SubmittedTask) =>
        (whose === undefined || subject.client === whose) && matches(subject.task, query);
      const reading = app.feed.join(pass, String(headers['last-event-id'] ?? ''));
      stream.once('close', () => reading.end());
      return reply;
    },
  );
}

function matches(task: Task, { state, type, queue, tag }: Static<typeof Query>): boolean {
  return (
    (state === undefined || task.state === state) &&
    (type === undefined || task.type === type) &&
    (queue === undefined || task.queue === queue) &&
    (tag === undefined || task.tags.includes(tag))
  );
}
