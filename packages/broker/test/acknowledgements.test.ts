import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConsumeMessage } from 'amqplib';
import { Acknowledgements } from '../src/rabbitmq/acknowledgements.ts';

function delivered(count: number) {
  const frames: string[] = [];
  const acknowledgements = new Acknowledgements({
    ack: ({ fields: { deliveryTag } }, withAllBefore) => frames.push(`${withAllBefore ? 'up to ' : ''}${deliveryTag}`),
    nack: ({ fields: { deliveryTag } }) => frames.push(`back ${deliveryTag}`),
  });
  const messages = Array.from({ length: count }, (_, index) => {
    const message = { fields: { deliveryTag: index + 1 } } as ConsumeMessage;
    acknowledgements.expect(message);
    return message;
  });
  const giveBack = (tag: number) => acknowledgements.giveBack(messages[tag - 1] as ConsumeMessage);
  /** Deliveries that are done at the same moment. @returns the frames that were sent for them */
  const done = async (...tags: number[]) => {
    for (const tag of tags) acknowledgements.add(messages[tag - 1] as ConsumeMessage);
    await undefined;
    return frames.splice(0);
  };
  return { done, giveBack };
}

test('what is done together is acknowledged with one frame', async () => {
  const { done } = delivered(5);
  assert.deepEqual(await done(3, 1, 2), ['up to 3']);
  assert.deepEqual(await done(4), ['up to 4']);
});

test('a frame for several never takes in what is not done', async () => {
  const { done } = delivered(7);
  assert.deepEqual(await done(2, 3, 6), ['2', '3', '6']);
  assert.deepEqual(await done(1, 5), ['up to 1', '5']);
  assert.deepEqual(await done(7, 4), ['up to 7']);
});

test('what is given back is in no frame', async () => {
  const { done, giveBack } = delivered(5);
  giveBack(2);
  assert.deepEqual(await done(1), ['back 2', 'up to 1']);
  giveBack(5);
  assert.deepEqual(await done(4, 3), ['back 5', 'up to 4']);
});
