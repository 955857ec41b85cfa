import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventLoopTurn, latch } from '@offload/test-services';
import { Quarantine } from '../src/quarantine.ts';

describe('the quarantine', () => {
  test('runs one at a time, in the order in which they came', async () => {
    const quarantine = new Quarantine();
    const gates = [latch(), latch(), latch()];
    const events: string[] = [];
    const runs = gates.map((gate, index) =>
      quarantine.alone(async () => {
        events.push(`${index} starts`);
        await gate.opened;
        events.push(`${index} ends`);
      }),
    );
    // The last first: it has to wait all the same.
    for (const gate of gates.reverse()) {
      await eventLoopTurn();
      gate.open();
    }
    await Promise.all(runs);
    assert.deepEqual(events, ['0 starts', '0 ends', '1 starts', '1 ends', '2 starts', '2 ends']);
  });

  test('lets the next one in when one fails, and passes its error on', async () => {
    const quarantine = new Quarantine();
    const mistake = new Error('on purpose');
    const failing = quarantine.alone(() => Promise.reject(mistake));
    let ran = false;
    const next = quarantine.alone(async () => {
      ran = true;
    });
    await assert.rejects(failing, mistake);
    await next;
    assert.equal(ran, true);
  });
});
