import { type Broker, ChannelClosedError } from '@offload/broker';

/** A broker whose deliveries the test can lose, as a channel that closes does; their messages come back by the test's hand. */
export interface LosableBroker extends Broker {
  lose(): void;
}

export function losable(broker: Broker): LosableBroker {
  let lost = new AbortController();
  return {
    ...broker,
    topology: broker.topology,
    publisher: broker.publisher,
    deadLetters: broker.deadLetters,
    listenToControl: (options) => broker.listenToControl(options),
    listenToEvents: (options) => broker.listenToEvents(options),
    announce: (event) => broker.announce(event),
    queueFigures: (deadlineMs, queue) => broker.queueFigures(deadlineMs, queue),
    close: () => broker.close(),
    consume: ({ queue = broker.topology.queue, prefetch, onDelivery }) =>
      broker.consume({
        queue,
        // What is lost is never acknowledged, and must not use up the credit.
        prefetch: prefetch + 10,
        onDelivery: (delivery) =>
          onDelivery({
            message: delivery.message,
            redelivered: delivery.redelivered,
            lost: lost.signal,
            ack: () => delivery.ack(),
            giveBack: () => delivery.giveBack(),
          }),
      }),
    lose() {
      lost.abort(new ChannelClosedError('the test closed it'));
      lost = new AbortController();
    },
  };
}
