import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultKinds } from '../src/fault-plan.ts';
import { readOptions } from '../src/options.ts';
import { runStorm } from '../src/storm.ts';

test('in a minute of everything that can go wrong, nothing is lost and no result is stored twice', async (t) => {
  const options = readOptions(['--seed', '7', '--minutes', '1']);
  assert.ok(options !== 'help');

  const { figures, findings } = await runStorm(options, { announce: (line) => t.diagnostic(line), signal: t.signal });

  assert.deepEqual(findings, []);
  assert.equal(figures.lost, 0);
  assert.equal(figures.resultsStoredTwice, 0);
  assert.equal(figures.succeeded + figures.failed, figures.accepted);
  // A sixth of what clients submit in a minute of peace.
  assert.ok(figures.accepted >= 300, `${figures.accepted} accepted`);
  for (const kind of faultKinds) assert.ok((figures.faults[kind] ?? 0) >= 1, `no ${kind}`);
});
