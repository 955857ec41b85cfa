import { CALLBACK_RETRY_DELAYS_MS, type PayloadOf, type ResultOf } from '@offload/contract';
import { type Handler, NonRetryableError, RetryAfterError } from '@offload/handler';
import { ForbiddenDestinationError, type OutboundAnswer, request, retryAfterMs } from '@offload/outbound';
import type { CallbackStore } from '@offload/store';
import type { OutboundSettings } from '../outbound-settings.ts';
import { Patience } from '../patience.ts';
import { webhookHeaders } from '../webhook-signature.ts';

/** Share of a delay by which it is made longer or shorter, so that what failed together does not come back together. */
const JITTER = 0.1;

const GONE = 410;

export interface CallbackDelivery extends Pick<OutboundSettings, 'callbackKeys' | 'destinations'> {
  store: Pick<CallbackStore, 'disableCallbackUrl' | 'isCallbackUrlDisabled'>;
}

/**
 * Posts the event of a finished task as a message of Standard Webhooks 1.0.0, under the same id in every attempt. Only an answer
 * of 2xx is a success. The next attempt is made at the time of the standard's schedule, or of `Retry-After` if that is later; after 410
 * nothing is sent to the URL any more.
 */
export function deliverCallback({
  store,
  callbackKeys: keys,
  destinations,
}: CallbackDelivery): Handler<PayloadOf<'deliver-callback'>, ResultOf<'deliver-callback'>> {
  const patience = new Patience();
  return async ({ payload: { url, event }, taskId, failures, signal }) => {
    // The rest of a URL may be a secret.
    const { host } = new URL(url);
    if (await store.isCallbackUrlDisabled(url)) throw new NonRetryableError(`disabled: ${host} has answered 410`);
    const { status, headers } = await post(JSON.stringify(event));
    patience.regain(host);
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
          timeoutMs: patience.with(host),
          // It may tell of what is inside, and nobody here needs it.
          maxBodyBytes: 0,
        });
      } catch (cause) {
        if (signal.aborted) throw cause;
        const { message } = cause as Error;
        if (cause instanceof ForbiddenDestinationError) throw new NonRetryableError(message, { cause });
        patience.lose(host);
        throw later(`${host} did not answer: ${message}`, undefined, { cause });
      }
    }

    function later(message: string, retryAfter: string | undefined, options?: ErrorOptions): RetryAfterError {
      const scheduledMs = jittered(CALLBACK_RETRY_DELAYS_MS[failures] ?? 0);
      // Not before either: a receiver that always says a second would have used up all attempts in ten.
      const delayMs = Math.max(scheduledMs, retryAfterMs(retryAfter, new Date()) ?? 0);
      return new RetryAfterError(message, delayMs, options);
    }
  };
}

function jittered(delayMs: number): number {
  return delayMs * (1 + JITTER * (2 * Math.random() - 1));
}
