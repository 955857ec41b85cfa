import { CALLBACK_RETRY_DELAYS_MS, type PayloadOf, type ResultOf } from '@offload/contract';
import { ForbiddenDestinationError, type OutboundAnswer, request, retryAfterMs } from '@offload/outbound';
import type { CallbackStore } from '@offload/store';
import { NonRetryableError, RetryAfterError } from '../errors.ts';
import type { Handler } from '../handler.ts';
import type { OutboundSettings } from '../outbound-settings.ts';
import { webhookHeaders } from '../webhook-signature.ts';

/** Milliseconds for a receiver to answer: Standard Webhooks 1.0.0 wants 15 to 30 seconds. */
const ANSWER_DEADLINE_MS = 20_000;

/** Share of a delay by which it is made longer or shorter, so that what failed together does not come back together. */
const JITTER = 0.1;

const GONE = 410;

export interface CallbackDelivery extends OutboundSettings {
  store: Pick<CallbackStore, 'disableCallbackUrl' | 'isCallbackUrlDisabled'>;
}

/**
 * Posts the event of a finished task as a message of Standard Webhooks 1.0.0, under the same id in every attempt. Only an answer
 * of 2xx is a success. `Retry-After` says when the next attempt is made, otherwise the standard's schedule; after 410 nothing
 * is sent to the URL any more.
 */
export function deliverCallback({
  store,
  keys,
  destinations,
}: CallbackDelivery): Handler<PayloadOf<'deliver-callback'>, ResultOf<'deliver-callback'>> {
  return async ({ payload: { url, event }, taskId, failures, signal }) => {
    // The rest of a URL may be a secret.
    const { host } = new URL(url);
    if (await store.isCallbackUrlDisabled(url)) throw new NonRetryableError(`disabled: ${host} has answered 410`);
    const { status, headers } = await post(JSON.stringify(event));
    if (status >= 200 && status < 300) return { status };
    if (status === GONE) {
      await store.disableCallbackUrl(url);
      throw new NonRetryableError(`${host} answered 410: it wants no more callbacks`);
    }
    throw later(`${host} answered ${status}`, headers['retry-after']);

    async function post(body: string): Promise<OutboundAnswer> {
      const signed = webhookHeaders({ id: taskId, sentAt: new Date(), body }, keys);
      try {
        return await request({
          url: new URL(url),
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': 'offload', ...signed },
          body,
          destinations,
          signal,
          timeoutMs: ANSWER_DEADLINE_MS,
          // It may tell of what is inside, and nobody here needs it.
          maxBodyBytes: 1,
        });
      } catch (cause) {
        if (signal.aborted) throw cause;
        const { message } = cause as Error;
        if (cause instanceof ForbiddenDestinationError) throw new NonRetryableError(message, { cause });
        throw later(`${host} did not answer: ${message}`, undefined, { cause });
      }
    }

    function later(message: string, retryAfter: string | undefined, options?: ErrorOptions): RetryAfterError {
      const delayMs = retryAfterMs(retryAfter, new Date()) ?? jittered(CALLBACK_RETRY_DELAYS_MS[failures] ?? 0);
      return new RetryAfterError(message, delayMs, options);
    }
  };
}

function jittered(delayMs: number): number {
  return delayMs * (1 + JITTER * (2 * Math.random() - 1));
}
