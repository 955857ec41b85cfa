import { type Channel, type ConsumeMessage, IllegalOperationError } from 'amqplib';

/**
 * The acknowledgements of one channel. Deliveries that are done at the same moment are acknowledged together: with one
 * frame those before which nothing is left to do, which saves the broker and us a message for each.
 * https://www.rabbitmq.com/docs/confirms#consumer-acks-multiple-parameter
 */
export class Acknowledgements {
  readonly #channel: Pick<Channel, 'ack' | 'nack'>;
  /** What was delivered and is not acknowledged, in the order of its tags, and whether it is done. */
  readonly #open = new Map<ConsumeMessage, boolean>();
  #isScheduled = false;

  constructor(channel: Pick<Channel, 'ack' | 'nack'>) {
    this.#channel = channel;
  }

  expect(received: ConsumeMessage): void {
    this.#open.set(received, false);
  }

  /** Once per delivery. */
  add(received: ConsumeMessage): void {
    this.#open.set(received, true);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // Before whoever waits for what is done now can close the channel.
    queueMicrotask(() => this.#send());
  }

  /** In place of `add`. */
  giveBack(received: ConsumeMessage): void {
    this.#open.delete(received);
    try {
      this.#channel.nack(received);
    } catch (error) {
      if (!(error instanceof IllegalOperationError)) throw error;
    }
  }

  #send(): void {
    this.#isScheduled = false;
    try {
      this.#sendFirst();
      for (const [received, isDone] of this.#open) if (isDone) this.#ack(received, false);
    } catch (error) {
      // The channel has ended: the deliveries are lost, and that is told to those who have them.
      if (!(error instanceof IllegalOperationError)) throw error;
    }
  }

  #sendFirst(): void {
    let last: ConsumeMessage | undefined;
    for (const [received, isDone] of this.#open) {
      if (!isDone) break;
      if (last) this.#open.delete(last);
      last = received;
    }
    if (last) this.#ack(last, true);
  }

  #ack(received: ConsumeMessage, withAllBefore: boolean): void {
    this.#open.delete(received);
    this.#channel.ack(received, withAllBefore);
  }
}
