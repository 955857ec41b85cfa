import { type Broker, BrokerError, type Message } from '@offload/broker';
import { DEAD_LETTER_REASON_HEADER } from '@offload/contract';
import { type Static, Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { exampleTasks } from '../example-tasks.ts';
import { problems, refTo, shownAs } from '../responses.ts';
import {
  DEFAULT_PAGE_SIZE,
  NEXT_LINK_HEADER,
  nextLink,
  pageParameters,
  readTaskPage,
  summaryOf,
  taskPage,
} from '../task-page.ts';

/** Milliseconds that the broker may take for each of its answers. */
const DEADLINE_MS = 2000;
/** Characters of a message's body. */
const MAX_BODY_LENGTH = 10_000;

function nullable(description: string) {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], description });
}

const DeadMessageResource = Type.Object(
  {
    messageId: nullable('The property `message_id`.'),
    type: nullable('The property `type`.'),
    reason: nullable('Why nobody understands it, or why the broker put it here.'),
    body: Type.String({ description: `As UTF-8 text; at most ${MAX_BODY_LENGTH} characters.` }),
    contentType: nullable('The property `content_type`.'),
    appId: nullable('The property `app_id`.'),
  },
  { $id: 'DeadMessage' },
);

type DeadMessage = Static<typeof DeadMessageResource>;

interface DeadMessages {
  count: number;
  items: DeadMessage[];
}

export function listDeadLettersRoute(app: ApiInstance): void {
  app.addSchema(DeadMessageResource);
  const { store, broker } = app.dependencies;
  app.get(
    '/dead-letters',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'listDeadLetters',
        tags: ['Dead letters'],
        summary: 'List dead letters',
        description:
          'Failed tasks, newest first, as `GET /tasks?state=failed` gives them, and the oldest messages that no worker understood. Looking at messages leaves them where they are.',
        querystring: Type.Object(pageParameters, { additionalProperties: false }),
        response: {
          200: shownAs(
            Type.Object(
              {
                tasks: Type.Object(taskPage),
                messages: Type.Unsafe<DeadMessages | null>({
                  type: ['object', 'null'],
                  description: '`null` while the broker cannot be asked.',
                  required: ['count', 'items'],
                  properties: {
                    count: Type.Integer({ description: 'Messages in the dead queue.' }),
                    items: Type.Array(refTo(DeadMessageResource), { description: 'The oldest `limit` of them.' }),
                  },
                }),
              },
              { description: 'The dead letters.', headers: NEXT_LINK_HEADER },
            ),
            { tasks: { items: [summaryOf(exampleTasks.failed)], nextCursor: null }, messages: { count: 0, items: [] } },
          ),
          ...problems('INVALID_REQUEST', 'INVALID_CURSOR', 'UNAUTHORIZED', 'STORE_UNAVAILABLE'),
        },
      },
    },
    async ({ query }, reply) => {
      const [tasks, messages] = await Promise.all([
        readTaskPage(store, { ...query, state: ['failed'] }),
        readMessages(broker, query.limit ?? DEFAULT_PAGE_SIZE),
      ]);
      const link = nextLink('/dead-letters', query, tasks.nextCursor);
      if (link) reply.header('link', link);
      return { tasks, messages };
    },
  );
}

/** Failed tasks can be looked at without the broker. */
async function readMessages({ deadLetters }: Broker, limit: number): Promise<DeadMessages | null> {
  try {
    // One after the other: what is being looked at is not counted.
    const count = await deadLetters.count(DEADLINE_MS);
    return { count, items: (await deadLetters.peek(limit, DEADLINE_MS)).map(toResource) };
  } catch (error) {
    if (error instanceof BrokerError) return null;
    throw error;
  }
}

function toResource({ properties, body }: Message): DeadMessage {
  const { messageId = null, type = null, contentType = null, appId = null, headers = {} } = properties;
  // The second one is the broker's own, for what its policies put here.
  const reason = headers[DEAD_LETTER_REASON_HEADER] ?? headers['x-first-death-reason'];
  return {
    messageId,
    type,
    reason: typeof reason === 'string' ? reason : null,
    body: body.toString().slice(0, MAX_BODY_LENGTH).toWellFormed(),
    contentType,
    appId,
  };
}
