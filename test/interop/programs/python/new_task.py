#!/usr/bin/env python3
import os
import sys

import pika

queue = os.environ.get("TASK_QUEUE", "task_queue")
message = " ".join(sys.argv[1:]) or "Hello World!"

connection = pika.BlockingConnection(pika.URLParameters(os.environ["AMQP_URL"]))
channel = connection.channel()
channel.queue_declare(queue=queue, durable=True)

channel.basic_publish(
    exchange="",
    routing_key=queue,
    body=message,
    properties=pika.BasicProperties(delivery_mode=2),
)
print(f" [x] Sent '{message}'")
connection.close()
