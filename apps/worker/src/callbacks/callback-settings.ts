import { deliverCallback } from '@offload/contract';
import { Destinations } from '@offload/outbound';
import { listOf, StartupError } from '@offload/process';
import type { CallbackStore } from '@offload/store';
import type { WorkerConfig } from '../config.ts';
import type { Trade } from '../trade.ts';
import { deliverCallbacks } from './deliver-callback.ts';
import { secretKey } from './webhook-signature.ts';

/** How callbacks are delivered. */
export interface CallbackSettings {
  keys: Buffer[];
  destinations: Destinations;
}

/**
 * @returns undefined where there is no secret: nothing can be signed
 * @throws StartupError, or InvalidDestinationError
 */
export function callbackSettings({
  CALLBACK_SECRETS,
  CALLBACK_ALLOWED_HOSTS,
}: Pick<WorkerConfig, 'CALLBACK_SECRETS' | 'CALLBACK_ALLOWED_HOSTS'>): CallbackSettings | undefined {
  const secrets = listOf(CALLBACK_SECRETS);
  if (secrets.length === 0) return undefined;
  const destinations = new Destinations(listOf(CALLBACK_ALLOWED_HOSTS), 'CALLBACK_ALLOWED_HOSTS');
  try {
    return { keys: secrets.map(secretKey), destinations };
  } catch (cause) {
    throw new StartupError(`CALLBACK_SECRETS: ${(cause as Error).message}`, { cause });
  }
}

/** The same trade, with the delivery of callbacks where there are settings for it. */
export function withCallbacks(trade: Trade, settings: CallbackSettings | undefined, store: CallbackStore): Trade {
  if (!settings) return trade;
  return {
    taskTypes: [...trade.taskTypes, deliverCallback],
    handlers: { ...trade.handlers, [deliverCallback.name]: deliverCallbacks({ ...settings, store }) },
  };
}
