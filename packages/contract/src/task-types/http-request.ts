import { Type } from 'typebox';
import { defineTaskType } from '../task-type.ts';

/** Bytes of an answer's body that a result keeps. */
export const MAX_ANSWER_BYTES = 65_536;

/** RFC 9110 §5.6.2. */
const TOKEN = "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$";

/** Any service becomes a worker: it is called when it is the task's turn, and its answer is the result. */
export const httpRequest = defineTaskType({
  name: 'http.request',
  title: 'Call a URL',
  description:
    'Sends a request and keeps its answer. 2xx is success, unless `expect` says otherwise; 408, 425, 429 and 5xx are tried again, at the time of `Retry-After` if there is one. Signed by Standard Webhooks where the worker has `REQUEST_SECRETS`; addresses inside are refused (docs/http-requests.md).',
  payload: Type.Object(
    {
      url: Type.String({ format: 'uri', maxLength: 2000, examples: ['https://service.example/thumbnails'] }),
      method: Type.Optional(Type.Enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'], { default: 'POST' })),
      headers: Type.Optional(
        Type.Record(
          Type.String({ pattern: TOKEN }),
          Type.String({ maxLength: 2000, pattern: '^[\\t -~\\x80-\\xff]*$' }),
          {
            maxProperties: 30,
            additionalProperties: false,
            description: 'Beside those that a request needs. They are kept with the task, and shown with it.',
          },
        ),
      ),
      body: Type.Optional(Type.Unknown({ description: 'Sent as JSON.' })),
      expect: Type.Optional(
        Type.Array(Type.Integer({ minimum: 100, maximum: 599 }), {
          minItems: 1,
          maxItems: 20,
          description: 'Statuses that are a success.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  result: Type.Object(
    {
      status: Type.Integer(),
      contentType: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
      body: Type.Unknown({ description: 'Of JSON the value, of anything else the text.' }),
      isBodyCut: Type.Boolean({
        description: `Whether it had more than ${MAX_ANSWER_BYTES} bytes; then \`body\` is text.`,
      }),
    },
    { additionalProperties: false },
  ),
  timeoutMs: 60_000,
  maxAttempts: 5,
  examples: [
    {
      summary: 'A service makes a thumbnail',
      payload: { url: 'https://service.example/thumbnails', body: { photo: 4711, width: 320 } },
    },
  ],
});
