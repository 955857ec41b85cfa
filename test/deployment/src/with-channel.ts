import { type Channel, connect } from 'amqplib';

/** Lets a test do to the broker what any AMQP client could. */
export async function withChannel<T>(amqpUrl: string, work: (channel: Channel) => Promise<T>): Promise<T> {
  const connection = await connect(amqpUrl);
  // A refused operation closes the channel; the promise that the test awaits says so.
  connection.on('error', () => undefined);
  try {
    const channel = await connection.createChannel();
    channel.on('error', () => undefined);
    return await work(channel);
  } finally {
    await connection.close();
  }
}
