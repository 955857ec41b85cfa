#!/usr/bin/env python3
import os
import time

import pika

queue = os.environ.get("TASK_QUEUE", "task_queue")


def work(channel, method, properties, body):
    print(f" [x] Received {body.decode()}")
    time.sleep(body.count(b"."))
    print(" [x] Done")
    channel.basic_ack(delivery_tag=method.delivery_tag)


connection = pika.BlockingConnection(pika.URLParameters(os.environ["AMQP_URL"]))
channel = connection.channel()
channel.queue_declare(queue=queue, durable=True)
channel.basic_qos(prefetch_count=1)
channel.basic_consume(queue=queue, on_message_callback=work)

print(" [*] Waiting for messages. To exit press CTRL+C")
channel.start_consuming()
