import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTutorialNarrator } from '../src/narrator.ts';

test("a worker at a terminal says the tutorial's very lines", () => {
  const lines: string[] = [];
  const narrator = createTutorialNarrator((line) => lines.push(line));
  narrator.waiting();
  narrator.received('sleep', { message: 'Fifth message.....' });
  narrator.done();
  narrator.received('sleep', { message: '' });
  narrator.done();
  assert.deepEqual(lines, [
    ' [*] Waiting for messages. To exit press CTRL+C',
    ' [x] Received Fifth message.....',
    ' [x] Done',
    ' [x] Received ',
    ' [x] Done',
  ]);
});

test('a task of another type is named by its type, without its payload', () => {
  const lines: string[] = [];
  const narrator = createTutorialNarrator((line) => lines.push(line));
  narrator.received('resize', { message: 'secret' });
  narrator.received('resize', null);
  assert.deepEqual(lines, [' [x] Received resize', ' [x] Received resize']);
});
