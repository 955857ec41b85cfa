import { ChannelClosedError, type Delivery, type Message } from '@offload/broker';

/** A delivery that says what happens to it, and that the test can lose. */
export interface ScriptedDelivery extends Delivery {
  /** How often it was acknowledged. */
  readonly acks: number;
  /** How often it was given back. */
  readonly returns: number;
  lose(): void;
}

export interface DeliveryScript {
  message?: Message;
  /** Called at every acknowledgement. */
  onAck?(): void;
}

export function scriptedDelivery({ message, onAck }: DeliveryScript = {}): ScriptedDelivery {
  const lost = new AbortController();
  let acks = 0;
  let returns = 0;
  return {
    message: message ?? { properties: {}, body: Buffer.from('Hello') },
    redelivered: false,
    lost: lost.signal,
    get acks() {
      return acks;
    },
    get returns() {
      return returns;
    },
    giveBack() {
      returns++;
    },
    ack() {
      acks++;
      onAck?.();
    },
    lose: () => lost.abort(new ChannelClosedError('the test lost it')),
  };
}
