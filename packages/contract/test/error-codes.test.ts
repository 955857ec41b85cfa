import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROBLEMS, type ProblemCode, problemName, TASK_ERRORS } from '../src/index.ts';

const codes = Object.keys(PROBLEMS) as ProblemCode[];

test('the name of a problem is its code in kebab-case, and no other has it', () => {
  assert.equal(problemName('TASK_NOT_FOUND'), 'task-not-found');
  const names = codes.map(problemName);
  assert.equal(new Set(names).size, codes.length);
  for (const name of names) assert.match(name, /^[a-z]+(-[a-z]+)*$/);
});

for (const code of codes) {
  test(`${code} has the status of an error, a title and an explanation`, () => {
    const { status, title, explanation } = PROBLEMS[code];
    assert.match(code, /^[A-Z]+(_[A-Z]+)*$/);
    assert.ok(status >= 400 && status <= 599);
    assert.match(title, /^[A-Z].*[^.]$/);
    assert.match(explanation, /^[A-Z].*\.$/);
  });
}

test('every code of a task error is explained', () => {
  for (const [code, explanation] of Object.entries(TASK_ERRORS)) {
    assert.match(code, /^[A-Z]+(_[A-Z]+)*$/);
    assert.match(explanation, /^[A-Z].*\.$/);
  }
});
