import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FieldedLogger } from '../src/fielded-logger.ts';

test('the lines of a logger carry its fields, and at every level those that were added', () => {
  const lines: unknown[] = [];
  const write = (level: string) => (fields: object, message: string) => lines.push([level, fields, message]);
  const root = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  const ofTask = new FieldedLogger(root, { taskId: 'a' });
  const ofAttempt = ofTask.with({ attempt: 2 });
  ofTask.info({}, 'one');
  for (const level of ['debug', 'info', 'warn', 'error'] as const) ofAttempt[level]({ x: 1 }, 'two');
  const fields = { taskId: 'a', attempt: 2, x: 1 };
  assert.deepEqual(lines, [
    ['info', { taskId: 'a' }, 'one'],
    ['debug', fields, 'two'],
    ['info', fields, 'two'],
    ['warn', fields, 'two'],
    ['error', fields, 'two'],
  ]);
});
