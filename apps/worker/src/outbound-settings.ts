import { Destinations } from '@offload/outbound';
import { listOf, StartupError } from '@offload/process';
import type { WorkerConfig } from './config.ts';
import { secretKey } from './webhook-signature.ts';

/** How requests are made to URLs that clients have named. */
export interface OutboundSettings {
  /** What callbacks are signed with, the newest first. None: there are no callbacks. */
  callbackKeys: readonly Buffer[];
  /** The same for requests whose body clients have chosen. None of those that sign callbacks: they would make a forgery genuine. */
  requestKeys: readonly Buffer[];
  destinations: Destinations;
}

/** @throws StartupError, or InvalidDestinationError */
export function outboundSettings({
  CALLBACK_SECRETS,
  REQUEST_SECRETS,
  OUTBOUND_ALLOWED_HOSTS,
}: Pick<WorkerConfig, 'CALLBACK_SECRETS' | 'REQUEST_SECRETS' | 'OUTBOUND_ALLOWED_HOSTS'>): OutboundSettings {
  const destinations = new Destinations(listOf(OUTBOUND_ALLOWED_HOSTS), 'OUTBOUND_ALLOWED_HOSTS');
  const callbackKeys = keysOf('CALLBACK_SECRETS', CALLBACK_SECRETS);
  const requestKeys = keysOf('REQUEST_SECRETS', REQUEST_SECRETS);
  if (requestKeys.some((key) => callbackKeys.some((other) => key.equals(other)))) {
    throw new StartupError(
      'REQUEST_SECRETS has a secret of CALLBACK_SECRETS: any client could forge callbacks with it',
    );
  }
  return { callbackKeys, requestKeys, destinations };
}

function keysOf(setting: string, secrets: string): Buffer[] {
  try {
    return listOf(secrets).map(secretKey);
  } catch (cause) {
    throw new StartupError(`${setting}: ${(cause as Error).message}`, { cause });
  }
}
