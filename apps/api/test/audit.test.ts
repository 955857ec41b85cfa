import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Logger } from '@offload/process';
import { startTestApi, submit, type TestApi } from './test-api.ts';

interface Line {
  audit?: true;
  operation?: string;
  [field: string]: unknown;
}

/** Keeps the fields of what is logged as `info`. */
function recordingLogger(lines: Line[]): Logger {
  const nothing = () => undefined;
  const logger = {
    ...{ level: 'info', fatal: nothing, error: nothing, warn: nothing, debug: nothing, trace: nothing },
    info: (fields: object) => lines.push(fields as Line),
    child: () => logger,
  };
  // As much of one as Fastify and the API use.
  return logger as unknown as Logger;
}

describe('the audit', () => {
  const lines: Line[] = [];
  let api: TestApi;

  before(async () => {
    api = await startTestApi({ apiKeys: ['of-the-operator'], logger: recordingLogger(lines) });
  });
  after(() => api.close());

  /** Sends a request and gives its answer with the audit lines that it made. */
  async function audited(key: string, request: { method?: 'GET' | 'POST' | 'DELETE'; url: string; payload?: object }) {
    lines.length = 0;
    const answer = await api.app.inject({ ...request, headers: { authorization: `Bearer ${key}` } });
    return { answer, lines: lines.filter(({ audit }) => audit) };
  }

  test('has one line for each change: who, what, to which task, and how it ended; no payload, and no key', async () => {
    const made = await audited('of-the-operator', {
      method: 'POST',
      url: '/keys',
      payload: { name: 'ci', scopes: ['submit', 'read'] },
    });
    const { id: keyId, key } = made.answer.json();
    const common = { audit: true, address: '127.0.0.1' };
    assert.deepEqual(made.lines, [
      {
        ...{ ...common, client: 'operator:1', keyId: null, operation: 'createKey', outcome: 'done', status: 201 },
        subject: { keyId, name: 'ci', scopes: ['submit', 'read'] },
      },
    ]);

    const payload = { type: 'sleep', payload: { message: 'a secret' } };
    const submitted = await audited(key, { method: 'POST', url: '/tasks', payload });
    const { id } = submitted.answer.json();
    const ofKey = { ...common, client: 'key:ci', keyId };
    assert.deepEqual(submitted.lines, [
      { ...ofKey, operation: 'createTask', subject: { taskId: id }, outcome: 'done', status: 202 },
    ]);

    const refused = await audited(key, { method: 'POST', url: `/tasks/${id}/cancel` });
    assert.deepEqual(
      refused.lines.map(({ operation, subject, outcome, status }) => ({
        operation,
        subject: { ...(subject as object) },
        outcome,
        status,
      })),
      [{ operation: 'cancelTask', subject: { id }, outcome: 'refused', status: 403 }],
    );

    const redriven = await audited('of-the-operator', {
      method: 'POST',
      url: '/dead-letters/redrive',
      payload: { source: 'tasks', dryRun: true },
    });
    assert.equal(redriven.lines[0]?.operation, 'redriveDeadLetters');

    const revoked = await audited('of-the-operator', { method: 'DELETE', url: `/keys/${keyId}` });
    assert.deepEqual(revoked.lines[0]?.subject, { keyId, name: 'ci' });

    const all = JSON.stringify([made, submitted, refused, redriven, revoked].map((each) => each.lines));
    for (const secret of ['a secret', key, 'of-the-operator']) assert.ok(!all.includes(secret));
  });

  test('has none for reading, nor for those whose key is wrong', async () => {
    assert.deepEqual((await audited('of-the-operator', { url: '/tasks' })).lines, []);
    assert.deepEqual((await audited('wrong', { method: 'POST', url: '/tasks' })).lines, []);
  });
});

test('where nobody shows a key there is nobody to name', async () => {
  const seen: Line[] = [];
  const api = await startTestApi({ logger: recordingLogger(seen) });
  assert.equal((await submit(api.app, 'x')).statusCode, 202);
  assert.deepEqual(seen, []);
  await api.close();
});
