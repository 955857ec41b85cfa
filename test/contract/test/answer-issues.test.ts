import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answerIssues } from '../src/answer-issues.ts';
import { operations } from '../src/document.ts';
import type { Answer } from '../src/http-exchange.ts';

const getTask = operations.find(({ operationId }) => operationId === 'getTask');
assert.ok(getTask);
const request = { method: 'GET', target: '/tasks/1', headers: {} };

const problem = {
  type: '/problems/task-not-found',
  title: 'No such task',
  status: 404,
  detail: 'None.',
  instance: '/tasks/1',
  code: 'TASK_NOT_FOUND',
  requestId: '1',
};

function answer(status: number, body: unknown, mediaType = 'application/problem+json', headers = {}): Answer {
  return { status, mediaType, headers, text: typeof body === 'string' ? body : JSON.stringify(body) };
}

describe('an answer is not as documented', () => {
  const wrong: Record<string, Answer> = {
    'when it is an error of ours': answer(503, { ...problem, status: 503, code: 'STORE_UNAVAILABLE' }),
    'with another status': answer(418, problem),
    'with an error of another type': answer(404, problem, 'application/json'),
    'with a problem that lacks a member': answer(404, { ...problem, detail: undefined }),
    'with a problem of another status': answer(404, { ...problem, status: 400 }),
    'with a code that the operation does not have': answer(404, { ...problem, code: 'NOT_FOUND' }),
    'with a code of another status': answer(404, { ...problem, code: 'UNAUTHORIZED' }),
    'with another request id': answer(404, problem, undefined, { 'x-request-id': '2' }),
    'with a pointer that is none': answer(404, { ...problem, errors: [{ pointer: 'id', message: 'is wrong' }] }),
    'with a success of another type': answer(200, 'task', 'text/plain'),
    'with a success that its schema does not describe': answer(200, { id: 1 }, 'application/json'),
    'with a header that is not described': answer(200, {}, 'application/json', { etag: '"1"' }),
    'with what only a request for nothing may get': answer(405, {
      ...problem,
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
    }),
  };
  for (const [name, given] of Object.entries(wrong)) {
    test(name, () => assert.notDeepEqual(answerIssues(getTask, request, given), []));
  }
});

test('an answer is as documented when it is the problem of its operation, or of a request that was for none', () => {
  assert.deepEqual(answerIssues(getTask, request, answer(404, problem)), []);
  const refused = answer(405, { ...problem, status: 405, code: 'METHOD_NOT_ALLOWED' });
  assert.deepEqual(answerIssues(getTask, request, refused, true), []);
});
