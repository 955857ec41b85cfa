package main

import (
	"bytes"
	"fmt"
	"os"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	name := os.Getenv("TASK_QUEUE")
	if name == "" {
		name = "task_queue"
	}

	connection, err := amqp.Dial(os.Getenv("AMQP_URL"))
	check(err)
	channel, err := connection.Channel()
	check(err)
	queue, err := channel.QueueDeclare(name, true, false, false, false, nil)
	check(err)
	check(channel.Qos(1, 0, false))
	deliveries, err := channel.Consume(queue.Name, "", false, false, false, false, nil)
	check(err)

	fmt.Println(" [*] Waiting for messages. To exit press CTRL+C")
	for delivery := range deliveries {
		fmt.Printf(" [x] Received %s\n", delivery.Body)
		time.Sleep(time.Duration(bytes.Count(delivery.Body, []byte("."))) * time.Second)
		fmt.Println(" [x] Done")
		check(delivery.Ack(false))
	}
}
