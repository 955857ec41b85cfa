import type { ConsumeMessage } from 'amqplib';
import type { Delivery, Message } from '../port.ts';
import type { Acknowledgements } from './acknowledgements.ts';
import { toMessage } from './properties.ts';

export class RabbitMqDelivery implements Delivery {
  readonly message: Message;
  readonly redelivered: boolean;
  readonly lost: AbortSignal;
  readonly #acknowledgements: Acknowledgements;
  readonly #received: ConsumeMessage;
  #isAcknowledged = false;

  /** @param acknowledgements of the channel that delivered: on any other one, the broker would not know the tag and close it */
  constructor(acknowledgements: Acknowledgements, received: ConsumeMessage, lost: AbortSignal) {
    this.#acknowledgements = acknowledgements;
    this.#received = received;
    this.lost = lost;
    this.message = toMessage(received);
    this.redelivered = received.fields.redelivered;
    acknowledgements.expect(received);
  }

  ack(): void {
    if (this.#isAcknowledged || this.lost.aborted) return;
    this.#isAcknowledged = true;
    this.#acknowledgements.add(this.#received);
  }

  giveBack(): void {
    if (this.#isAcknowledged || this.lost.aborted) return;
    this.#isAcknowledged = true;
    this.#acknowledgements.giveBack(this.#received);
  }
}
