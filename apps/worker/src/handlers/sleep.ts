import { setTimeout as delay } from 'node:timers/promises';
import type { PayloadOf, ResultOf } from '@offload/contract';
import type { Handler } from '@offload/handler';

/** Sleeps a second for every dot of the message, as the tutorial's workers do. */
export const sleep: Handler<PayloadOf<'sleep'>, ResultOf<'sleep'>> = async ({ payload, signal, progress }) => {
  const seconds = payload.message.split('.').length - 1;
  for (let second = 1; second <= seconds; second++) {
    await delay(1000, undefined, { signal });
    progress((100 * second) / seconds, `${second} of ${seconds}`);
  }
  return { sleptSeconds: seconds };
};
