#!/usr/bin/env node
import amqp from 'amqplib/callback_api';

const queue = process.env.TASK_QUEUE || 'task_queue';
const message = process.argv.slice(2).join(' ') || 'Hello World!';

amqp.connect(process.env.AMQP_URL, (connectionError, connection) => {
  if (connectionError) throw connectionError;
  connection.createChannel((channelError, channel) => {
    if (channelError) throw channelError;
    channel.assertQueue(queue, { durable: true }, (queueError) => {
      if (queueError) throw queueError;
      channel.sendToQueue(queue, Buffer.from(message), { persistent: true });
      console.log(" [x] Sent '%s'", message);
      channel.close(() => connection.close());
    });
  });
});
