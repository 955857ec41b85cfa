import { MAX_ANSWER_BYTES, type PayloadOf, type ResultOf } from '@offload/contract';
import { type Handler, NonRetryableError, RetryAfterError } from '@offload/handler';
import { ForbiddenDestinationError, type OutboundAnswer, request, retryAfterMs } from '@offload/outbound';
import type { OutboundSettings } from '../outbound-settings.ts';
import { webhookHeaders } from '../webhook-signature.ts';

type Payload = PayloadOf<'http.request'>;
type Result = ResultOf<'http.request'>;

/** Headers that belong to the connection, or to us. */
const OURS =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|webhook-.*)$/i;

/** RFC 9110 §15 and RFC 6585: another attempt may end otherwise. */
const WORTH_ANOTHER_ATTEMPT = new Set([408, 425, 429]);

/** Longer than any attempt: the attempt's own time is the limit. */
const NO_DEADLINE_MS = 2 ** 31 - 1;

/** Calls a URL. An error names the host alone: the rest of the URL may be a secret. */
export function httpRequest({
  requestKeys: keys,
  destinations,
}: Pick<OutboundSettings, 'requestKeys' | 'destinations'>): Handler<Payload, Result> {
  return async ({ payload, taskId, signal }) => {
    const { method = 'POST', headers = {}, expect, body: value } = payload;
    const { url, host } = parsed(payload.url);
    const refused = Object.keys(headers).find((name) => OURS.test(name));
    if (refused !== undefined) throw new NonRetryableError(`the header ${refused} cannot be set`);
    const body = value === undefined ? '' : JSON.stringify(value);
    const own = { 'user-agent': 'offload', ...(value === undefined ? {} : { 'content-type': 'application/json' }) };
    const signed = keys.length === 0 ? {} : webhookHeaders({ id: taskId, sentAt: new Date(), body }, keys);
    const answer = await send();
    const { status } = answer;
    if (expect ? expect.includes(status) : status >= 200 && status < 300) return resultOf(answer);
    throw failure(answer);

    async function send(): Promise<OutboundAnswer> {
      try {
        return await request({
          url,
          method,
          headers: { ...own, ...headers, ...signed },
          body,
          destinations,
          signal,
          timeoutMs: NO_DEADLINE_MS,
          maxBodyBytes: MAX_ANSWER_BYTES + 1,
        });
      } catch (cause) {
        if (signal.aborted) throw cause;
        const { message } = cause as Error;
        if (cause instanceof ForbiddenDestinationError) throw new NonRetryableError(message, { cause });
        throw new Error(`${host} did not answer: ${message}`, { cause });
      }
    }

    function failure({ status, headers }: OutboundAnswer): Error {
      const message = `${host} answered ${status}`;
      if (status < 500 && !WORTH_ANOTHER_ATTEMPT.has(status)) return new NonRetryableError(message);
      const delayMs = retryAfterMs(headers['retry-after'], new Date());
      return delayMs === undefined ? new Error(message) : new RetryAfterError(message, delayMs);
    }
  };
}

function parsed(text: string): { url: URL; host: string } {
  if (!URL.canParse(text)) throw new NonRetryableError('the URL is none');
  const url = new URL(text);
  return { url, host: url.host };
}

function resultOf({ status, headers, body }: OutboundAnswer): Result {
  const contentType = headers['content-type'] ?? null;
  const isBodyCut = body.length > MAX_ANSWER_BYTES;
  const text = body.subarray(0, MAX_ANSWER_BYTES).toString('utf8');
  return { status, contentType, body: isBodyCut ? text : readBody(text, contentType), isBodyCut };
}

/** JSON that is none is the text that it is. */
function readBody(text: string, contentType: string | null): unknown {
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(contentType ?? '')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
