<?php

require __DIR__ . '/connect.php';

$channel = connect();
$channel->setPrefetchCount(1);
$queue = declareQueue($channel, declareExchange($channel));

echo " [*] Waiting for messages. To exit press CTRL+C\n";
$queue->consume(function (AMQPEnvelope $delivery, AMQPQueue $queue): void {
    $body = $delivery->getBody();
    echo " [x] Received $body\n";
    sleep(substr_count($body, '.'));
    echo " [x] Done\n";
    $queue->ack($delivery->getDeliveryTag());
});
