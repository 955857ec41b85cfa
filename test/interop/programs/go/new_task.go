package main

import (
	"context"
	"fmt"
	"os"
	"strings"

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
	message := strings.Join(os.Args[1:], " ")
	if message == "" {
		message = "Hello World!"
	}

	connection, err := amqp.Dial(os.Getenv("AMQP_URL"))
	check(err)
	channel, err := connection.Channel()
	check(err)
	queue, err := channel.QueueDeclare(name, true, false, false, false, nil)
	check(err)

	err = channel.PublishWithContext(context.Background(), "", queue.Name, false, false, amqp.Publishing{
		DeliveryMode: amqp.Persistent,
		ContentType:  "text/plain",
		Body:         []byte(message),
	})
	check(err)
	fmt.Printf(" [x] Sent '%s'\n", message)
	check(connection.Close())
}
