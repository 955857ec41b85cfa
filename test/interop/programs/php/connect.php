<?php

/** Opens a channel to the broker of AMQP_URL. */
function connect(): AMQPChannel
{
    $url = parse_url(getenv('AMQP_URL'));
    $connection = new AMQPConnection([
        'host' => $url['host'],
        'port' => $url['port'] ?? 5672,
        'login' => rawurldecode($url['user'] ?? 'guest'),
        'password' => rawurldecode($url['pass'] ?? 'guest'),
        'vhost' => rawurldecode(substr($url['path'] ?? '', 1)) ?: '/',
    ]);
    $connection->connect();
    return new AMQPChannel($connection);
}

/** Declares the durable direct exchange TASK_EXCHANGE. */
function declareExchange(AMQPChannel $channel): AMQPExchange
{
    $exchange = new AMQPExchange($channel);
    $exchange->setName(getenv('TASK_EXCHANGE') ?: 'demo');
    $exchange->setType(AMQP_EX_TYPE_DIRECT);
    $exchange->setFlags(AMQP_DURABLE);
    $exchange->declareExchange();
    return $exchange;
}

/** Declares the durable queue TASK_QUEUE, and binds it to the exchange by its own name. */
function declareQueue(AMQPChannel $channel, AMQPExchange $exchange): AMQPQueue
{
    $queue = new AMQPQueue($channel);
    $queue->setName(getenv('TASK_QUEUE') ?: 'task_queue');
    $queue->setFlags(AMQP_DURABLE);
    $queue->declareQueue();
    $queue->bind($exchange->getName(), $queue->getName());
    return $queue;
}
