import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deliverCallback, TaskCatalogue, type TaskType, taskTypes } from '../src/index.ts';

/** Milliseconds from which on JavaScript's timers fire at once. */
const TIMER_LIMIT_MS = 2 ** 31;

test('task types have names of their own', () => {
  const names = taskTypes.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
});

for (const taskType of [...taskTypes, deliverCallback] as readonly TaskType[]) {
  describe(`task type '${taskType.name}'`, () => {
    for (const { summary, payload } of taskType.examples) {
      test(`example '${summary}' is valid by its own schema`, () => {
        assert.deepEqual(new TaskCatalogue([taskType]).payloadIssues(taskType.name, payload), []);
      });
    }

    test('has a name in kebab-case, with dots at most, since it stands in URLs and AMQP properties', () => {
      assert.match(taskType.name, /^[a-z][a-z0-9]*([.-][a-z0-9]+)*$/);
    });

    test('says what it does', () => {
      assert.match(taskType.title, /\w/);
      assert.match(taskType.description, /\w.*\.$/);
    });

    test('has limits that a timer and a count can keep', () => {
      assert.ok(Number.isInteger(taskType.timeoutMs) && taskType.timeoutMs > 0 && taskType.timeoutMs < TIMER_LIMIT_MS);
      assert.ok(Number.isInteger(taskType.maxAttempts) && taskType.maxAttempts >= 1);
    });
  });
}
