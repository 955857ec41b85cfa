import type { Broker } from '@offload/broker';
import { type ControlSignal, encodeControl } from '@offload/contract';

/** Milliseconds that the broker may take to pass a signal on. */
const SIGNAL_DEADLINE_MS = 500;

/** Tells every worker at once. That makes it fast; what makes it certain is the store, which tells each at its next heartbeat. */
export async function signalWorkers(
  { publisher }: Pick<Broker, 'publisher'>,
  signal: ControlSignal,
  logger: Record<'warn', (fields: object, message: string) => void>,
): Promise<void> {
  try {
    await publisher.publish('control', encodeControl(signal), SIGNAL_DEADLINE_MS);
  } catch (err) {
    logger.warn({ err, signal }, 'workers not told at once');
  }
}
