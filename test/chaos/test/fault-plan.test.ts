import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAULT_KINDS, faultKinds, planFaults } from '../src/fault-plan.ts';
import { createRandom } from '../src/random.ts';

const targets = { apis: ['api-1', 'api-2'], workers: ['worker-1', 'worker-2', 'worker-3'], brokers: ['broker'] };
const FIVE_MINUTES_MS = 5 * 60_000;

function plan(seed: number, stormMs = FIVE_MINUTES_MS) {
  return planFaults(createRandom(seed, 'faults'), faultKinds, targets, stormMs);
}

test('the same seed plans the same storm, another seed another one', () => {
  assert.deepEqual(plan(1), plan(1));
  assert.notDeepEqual(plan(1), plan(2));
});

test('faults of all kinds come within five minutes, and all are healed when they are over', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const faults = plan(seed);
    assert.deepEqual(new Set(faults.map(({ kind }) => kind)), new Set(faultKinds), `seed ${seed}`);
    assert.ok(faults.every(({ atMs, lastsMs }) => lastsMs >= 0 && atMs + lastsMs <= FIVE_MINUTES_MS));
  }
});

test('one API and one worker are always left alone, and one server at most is disturbed', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const faults = plan(seed);
    for (const { atMs } of faults) {
      const hit = faults.filter((fault) => fault.atMs <= atMs && atMs < fault.atMs + fault.lastsMs);
      const names = new Set(hit.map(({ target }) => target));
      assert.ok(targets.apis.some((name) => !names.has(name)));
      assert.ok(targets.workers.some((name) => !names.has(name)));
      assert.ok(['broker', 'postgres', 'queue'].filter((name) => names.has(name)).length <= 1);
    }
  }
});

test('a storm is made of the kinds that were asked for, and of those that have something to hit', () => {
  const random = createRandom(1, 'faults');
  const faults = planFaults(random, ['broker-kill', 'worker-kill'], { ...targets, brokers: [] }, FIVE_MINUTES_MS);
  assert.deepEqual(new Set(faults.map(({ kind }) => kind)), new Set(['worker-kill']));
  assert.equal(FAULT_KINDS['worker-kill'].target, 'worker');
});
