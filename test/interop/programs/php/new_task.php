<?php

require __DIR__ . '/connect.php';

$message = implode(' ', array_slice($argv, 1)) ?: 'Hello World!';

$channel = connect();
$exchange = declareExchange($channel);
$queue = declareQueue($channel, $exchange);

$exchange->publish($message, $queue->getName(), AMQP_NOPARAM, ['delivery_mode' => 2]);
echo " [x] Sent '$message'\n";
$channel->getConnection()->disconnect();
