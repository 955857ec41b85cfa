import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROBLEMS, TASK_ERRORS } from '@offload/contract';
import { rowsBelow, textOf } from './repository.ts';

test('docs/errors.md lists every code of an answer, and no other', async () => {
  const rows = rowsBelow(await textOf('docs/errors.md'), '## Answers of the API');
  const expected = Object.entries(PROBLEMS).map(([code, { status, explanation }]) => [
    `\`${code}\``,
    String(status),
    explanation,
  ]);
  assert.deepEqual(rows, expected);
});

test('docs/errors.md lists every code of a task’s error, and no other', async () => {
  const rows = rowsBelow(await textOf('docs/errors.md'), '## Errors of a task and its attempts');
  assert.deepEqual(
    rows,
    Object.entries(TASK_ERRORS).map(([code, meaning]) => [`\`${code}\``, meaning]),
  );
});
