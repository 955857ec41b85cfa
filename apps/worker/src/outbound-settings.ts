import { Destinations } from '@offload/outbound';
import { listOf, StartupError } from '@offload/process';
import type { WorkerConfig } from './config.ts';
import { secretKey } from './webhook-signature.ts';

/** How requests are made to URLs that clients have named. */
export interface OutboundSettings {
  /** What they are signed with, the newest first. None: not at all, and there are no callbacks. */
  keys: readonly Buffer[];
  destinations: Destinations;
}

/** @throws StartupError, or InvalidDestinationError */
export function outboundSettings({
  CALLBACK_SECRETS,
  OUTBOUND_ALLOWED_HOSTS,
}: Pick<WorkerConfig, 'CALLBACK_SECRETS' | 'OUTBOUND_ALLOWED_HOSTS'>): OutboundSettings {
  const destinations = new Destinations(listOf(OUTBOUND_ALLOWED_HOSTS), 'OUTBOUND_ALLOWED_HOSTS');
  try {
    return { keys: listOf(CALLBACK_SECRETS).map(secretKey), destinations };
  } catch (cause) {
    throw new StartupError(`CALLBACK_SECRETS: ${(cause as Error).message}`, { cause });
  }
}
