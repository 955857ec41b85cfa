import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answerOf } from '../src/answer.ts';

const url = 'http://127.0.0.1:3000';

describe('the answer to a command', () => {
  test('is what the API answered', async () => {
    const response = new Response();
    assert.deepEqual(await answerOf(url, Promise.resolve({ data: { id: '1' }, response })), { id: '1' });
  });

  test('is, when the API refused, its code and detail', async () => {
    const error = { code: 'TASK_NOT_FOUND', detail: 'No task has this id.', status: 404 };
    const response = new Response(null, { status: 404 });
    await assert.rejects(answerOf(url, Promise.resolve({ error, response })), {
      name: 'CommandError',
      message: 'TASK_NOT_FOUND: No task has this id.',
    });
  });

  test('is, when something else answered, its status', async () => {
    const response = new Response(null, { status: 502 });
    for (const error of ['<html>Bad gateway</html>', '', null, undefined, { message: 'bad' }]) {
      await assert.rejects(answerOf(url, Promise.resolve({ error, response })), {
        name: 'CommandError',
        message: `${url} answered 502`,
      });
    }
  });

  test('is, when nobody answered, where nobody did and what to do', async () => {
    const cause = new TypeError('fetch failed');
    await assert.rejects(answerOf(url, Promise.reject(cause)), {
      name: 'CommandError',
      message: `no answer from ${url}: start it with \`npm start\`, or set OFFLOAD_URL`,
      cause,
    });
  });
});
