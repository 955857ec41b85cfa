import type { Delivery, Publisher } from '@offload/broker';
import { decodeMessage } from '@offload/contract';
import { adopt } from './adopt.ts';
import { type AttemptDependencies, attempt } from './attempt.ts';
import { bury } from './bury.ts';
import type { Frontiers } from './frontiers.ts';

export interface ConsumerDependencies extends AttemptDependencies {
  publisher: Publisher;
  queue: string;
  frontiers: Frontiers;
}

/** A delivery's way through the worker: it is attempted, adopted or buried, and so settled once, or lost. */
export async function consume(delivery: Delivery, dependencies: ConsumerDependencies): Promise<void> {
  const decoded = decodeMessage(delivery.message, dependencies.catalogue);
  switch (decoded.kind) {
    case 'task':
      if (!delivery.redelivered) dependencies.frontiers.reached(decoded.ticket);
      return attempt(delivery, decoded.ticket, dependencies);
    case 'foreign':
      return adopt(delivery, decoded.type, decoded.payload, dependencies);
    case 'malformed':
      return bury(delivery, decoded.reason, dependencies);
  }
}
