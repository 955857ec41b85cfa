import type { ChannelSession } from './channel-session.ts';

export interface AmqpQueueFigures {
  messagesReady: number;
  consumers: number;
}

/** Where the queue is missing, the broker closes the channel. */
export async function readQueueFigures(session: ChannelSession, queue: string): Promise<AmqpQueueFigures> {
  const { messageCount, consumerCount } = await session.answer(session.channel.checkQueue(queue), 'check the queue');
  return { messagesReady: messageCount, consumers: consumerCount };
}
