import { connect } from 'amqplib';

/** Deletes what a test's processes have declared; what is not there is no failure. */
export async function deleteTopology(amqpUrl: string, queue: string, exchange: string): Promise<void> {
  const connection = await connect(amqpUrl);
  try {
    const channel = await connection.createChannel();
    await channel.deleteQueue(queue);
    await channel.deleteQueue(`${queue}.dead`);
    await channel.deleteExchange(exchange);
  } finally {
    await connection.close();
  }
}
