import { type Channel, type ConsumeMessage, IllegalOperationError } from 'amqplib';
import type { Delivery, Message } from '../port.ts';
import { toMessage } from './properties.ts';

export class RabbitMqDelivery implements Delivery {
  readonly message: Message;
  readonly redelivered: boolean;
  readonly lost: AbortSignal;
  readonly #channel: Channel;
  readonly #received: ConsumeMessage;
  #isAcknowledged = false;

  constructor(channel: Channel, received: ConsumeMessage, lost: AbortSignal) {
    this.#channel = channel;
    this.#received = received;
    this.lost = lost;
    this.message = toMessage(received);
    this.redelivered = received.fields.redelivered;
  }

  /** Only ever on the channel that delivered: on any other one, the broker would not know the tag and close it. */
  ack(): void {
    if (this.#isAcknowledged || this.lost.aborted) return;
    this.#isAcknowledged = true;
    try {
      this.#channel.ack(this.#received);
    } catch (error) {
      // The channel has ended, and `lost` is about to say so.
      if (!(error instanceof IllegalOperationError)) throw error;
    }
  }
}
