import { randomUUID } from 'node:crypto';
import { connect } from 'amqplib';
import { serveTasks } from './task-route.ts';

const QUEUE = 'task_queue';

const connection = await connect(String(process.env.AMQP_URL));
const channel = await connection.createConfirmChannel();
// Durable without arguments: the virtual host makes it a quorum queue.
await channel.assertQueue(QUEUE, { durable: true });

await serveTasks((payload) => {
  const id = randomUUID();
  const body = Buffer.from(JSON.stringify(payload));
  const properties = { persistent: true, messageId: id, type: 'bench', contentType: 'application/json' };
  return new Promise((resolve, reject) => {
    channel.sendToQueue(QUEUE, body, properties, (error) => (error ? reject(error) : resolve(id)));
  });
});
