"""The task, and the settings that the API and the workers share."""

import os
import time

from celery import Celery
from kombu import Queue

app = Celery("bench", broker=os.environ["AMQP_URL"], backend=os.environ.get("RESULT_URL"))
app.conf.update(
    # Page "Optimizing": acknowledge when done, and reserve ahead where tasks are short.
    task_acks_late=True,
    worker_prefetch_multiplier=4,
    # Page "Using RabbitMQ": without confirms a publish returns before the broker has the message.
    broker_transport_options={"confirm_publish": True},
    # Page "Optimizing": as many connections as greenlets publish at once.
    broker_pool_limit=int(os.environ.get("BROKER_POOL_LIMIT", "10")),
    task_default_delivery_mode="persistent",
    # Celery 5.2 limits the prefetch of its connection, which quorum queues refuse: a durable classic queue.
    task_queues=[Queue("bench", durable=True, queue_arguments={"x-queue-type": "classic"})],
    task_default_queue="bench",
    worker_enable_remote_control=False,
    task_serializer="json",
    result_serializer="json",
)


# Page "Tasks", option `backend`. Left out, a task asks its thread for one: under gevent that is a new greenlet and a new
# connection to Redis for each task.
@app.task(name="bench", backend=app.backend)
def bench(ms):
    started_at = time.time() * 1000
    if ms > 0:
        time.sleep(ms / 1000)
    return {"startedAt": started_at}
