#!/usr/bin/env node
import amqp from 'amqplib/callback_api';

const queue = process.env.TASK_QUEUE || 'task_queue';

amqp.connect(process.env.AMQP_URL, (connectionError, connection) => {
  if (connectionError) throw connectionError;
  connection.createChannel((channelError, channel) => {
    if (channelError) throw channelError;
    channel.assertQueue(queue, { durable: true });
    channel.prefetch(1);
    channel.consume(
      queue,
      (delivery) => work(channel, delivery),
      { noAck: false },
      (consumeError) => {
        if (consumeError) throw consumeError;
        console.log(' [*] Waiting for messages. To exit press CTRL+C');
      },
    );
  });
});

function work(channel, delivery) {
  const body = delivery.content.toString();
  const seconds = body.split('.').length - 1;
  console.log(' [x] Received %s', body);
  setTimeout(() => {
    console.log(' [x] Done');
    channel.ack(delivery);
  }, seconds * 1000);
}
