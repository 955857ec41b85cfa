import type { Topology } from '@offload/contract';
import { BrokerError } from '../errors.ts';
import type { AmqpConnection } from './amqp-connection.ts';
import type { ChannelSession } from './channel-session.ts';
import { declareTopology } from './topology-declaration.ts';

export interface AmqpQueueFigures {
  messagesReady: number;
  consumers: number;
}

const NOT_FOUND = 404;

/** Asks on a channel of its own, because the broker closes the channel that names a missing queue. */
export async function readQueueFigures(connection: AmqpConnection, topology: Topology): Promise<AmqpQueueFigures> {
  const { queue } = topology;
  return onOwnChannel(connection, async (session) => {
    const { messageCount, consumerCount } = await session.answer(session.channel.checkQueue(queue), 'check the queue');
    return { messagesReady: messageCount, consumers: consumerCount };
  }).catch(async (cause: Error & { code?: unknown }) => {
    if (cause instanceof BrokerError) throw cause;
    if (cause.code !== NOT_FOUND) throw new BrokerError(`cannot read the figures: ${cause.message}`, { cause });
    await onOwnChannel(connection, (session) => declareTopology(session, topology));
    return { messagesReady: 0, consumers: 0 };
  });
}

async function onOwnChannel<T>(connection: AmqpConnection, use: (session: ChannelSession) => Promise<T>): Promise<T> {
  const session = await connection.openChannel();
  try {
    return await use(session);
  } finally {
    await session.close();
  }
}
