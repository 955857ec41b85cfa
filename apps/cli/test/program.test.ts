import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createClient, type Task } from '@offload/client';
import { TASK_STATES } from '@offload/contract';
import { eventually } from '@offload/test-services';
import { CommandError } from '../src/answer.ts';
import { createProgram } from '../src/program.ts';
import { type OffloadServer, startOffload } from './offload-server.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const UNKNOWN_ID = '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11';

describe('the commands', () => {
  let server: OffloadServer;

  before(async () => {
    server = await startOffload();
  });
  after(() => server.close());

  /** Runs a command and gives what it printed. */
  async function offload(...args: string[]): Promise<string[]> {
    const { url, apiKey } = server;
    const lines: string[] = [];
    const program = createProgram({ url, client: createClient({ url, apiKey }), print: (line) => lines.push(line) });
    await program.parseAsync(args, { from: 'user' });
    return lines;
  }

  /** Submits a task and gives it as the command printed it. */
  async function submit(message: string): Promise<Task> {
    const [printed = ''] = await offload('submit', 'sleep', JSON.stringify({ message }));
    return JSON.parse(printed) as Task;
  }

  async function get(id: string): Promise<Task> {
    const [printed = ''] = await offload('get', id);
    return JSON.parse(printed) as Task;
  }

  async function reaches(id: string, state: Task['state']): Promise<Task> {
    return eventually(async () => {
      const task = await get(id);
      assert.equal(task.state, state);
      return task;
    });
  }

  test('submit prints the task, and get prints what has become of it', async () => {
    const task = await submit('no dots');
    assert.equal(task.state, 'queued');
    assert.deepEqual(task.payload, { message: 'no dots' });
    const done = await reaches(task.id, 'succeeded');
    assert.deepEqual(done.result, { sleptSeconds: 0 });
  });

  test('submit sends the files that the payload names', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'offload-cli-'));
    t.after(() => rm(folder, { recursive: true }));
    const path = join(folder, 'a=b.png');
    await writeFile(path, PIXEL);
    const payload = JSON.stringify({ image: { file: 'photo' }, width: 2 });
    const [printed = ''] = await offload('submit', 'image.resize', payload, '--file', `photo=${path}`);
    const { result } = await reaches((JSON.parse(printed) as Task).id, 'succeeded');
    assert.equal((result as { format: string }).format, 'png');

    const missing = offload('submit', 'image.resize', payload, '--file', `photo=${join(folder, 'none')}`);
    await assert.rejects(missing, { name: 'CommandError', message: /none cannot be read$/ });
  });

  test('new-task says what it sent, in the words of the tutorial', async () => {
    assert.deepEqual(await offload('new-task', 'First', 'message'), [" [x] Sent 'First message'"]);
    assert.deepEqual(await offload('new-task'), [" [x] Sent 'Hello World!'"]);
    const [, latest] = await offload('list', '--limit', '2');
    const task = await get(latest?.split(' ')[0] ?? '');
    assert.equal(task.type, 'sleep');
    assert.deepEqual(task.payload, { message: 'First message' });
  });

  test('list prints a line for each task, newest first, as many as asked for', async () => {
    const older = await submit('older');
    const newer = await submit('newer');
    await reaches(newer.id, 'succeeded');
    assert.deepEqual(await offload('list', '--limit', '2'), [
      `${newer.id}  succeeded  sleep         ${newer.createdAt}`,
      `${older.id}  succeeded  sleep         ${older.createdAt}`,
    ]);
  });

  test('list filters by state and type', async () => {
    const { id } = await submit('one of them');
    await reaches(id, 'succeeded');
    const lines = await offload('list', '--state', 'succeeded', '--type', 'sleep');
    assert.ok(lines.some((line) => line.startsWith(id)));
    assert.deepEqual(await offload('list', '--state', 'failed'), []);
    assert.deepEqual(await offload('list', '--type', 'other'), []);
  });

  test('list filters by several states, queue, tag and times', async () => {
    const { url, apiKey } = server;
    const tags = ['of-list'];
    const client = createClient({ url, apiKey });
    const body = { type: 'sleep', payload: { message: 'tagged' }, tags } as const;
    const { data: task } = await client.POST('/tasks', { body });
    assert.ok(task);
    const { finishedAt } = await reaches(task.id, 'succeeded');
    assert.ok(finishedAt);
    const later = new Date(Date.parse(finishedAt) + 1).toISOString();
    const list = async (...options: string[]) =>
      (await offload('list', '--tag', 'of-list', ...options)).map((line) => line.split(' ')[0]);
    for (const options of [
      ['--state', 'failed', 'succeeded'],
      ['--state', 'succeeded', '--state', 'failed'],
      ['--queue', task.queue],
      ['--created-from', task.createdAt, '--created-before', later],
      ['--finished-from', finishedAt, '--finished-before', later],
    ]) {
      assert.deepEqual(await list(...options), [task.id], options.join(' '));
    }
    for (const options of [
      ['--state', 'failed', 'expired'],
      ['--queue', 'another'],
      ['--created-from', later],
      ['--created-before', task.createdAt],
      ['--finished-from', later],
      ['--finished-before', finishedAt],
    ]) {
      assert.deepEqual(await list(...options), [], options.join(' '));
    }
    assert.deepEqual(await offload('list', '--tag', 'of-nobody'), []);
  });

  test('result prints what a task came to, and says why there is nothing yet', async () => {
    const running = await submit('.'.repeat(600));
    await assert.rejects(offload('result', running.id), { message: /^TASK_NOT_FINISHED: / });
    await reaches(running.id, 'running');
    await offload('cancel', running.id);
    await reaches(running.id, 'cancelled');
    await assert.rejects(offload('result', running.id), { message: /^TASK_NOT_SUCCEEDED: / });
    const done = await submit('with a result');
    await reaches(done.id, 'succeeded');
    assert.deepEqual(JSON.parse((await offload('result', done.id)).join('\n')), { sleptSeconds: 0 });
  });

  test('counts prints a line for each state', async () => {
    const done = await submit('counted');
    await reaches(done.id, 'succeeded');
    const lines = await offload('counts');
    assert.deepEqual(
      lines.map((line) => line.split(/ +/)[0]),
      TASK_STATES,
    );
    const { length: succeeded } = await offload('list', '--state', 'succeeded', '--limit', '100');
    assert.ok(lines.includes(`succeeded  ${succeeded}`), lines.join('\n'));
  });

  test("list prints the API's own page as JSON", async () => {
    const { id } = await submit('as JSON');
    const [printed = ''] = await offload('list', '--json', '--limit', '1');
    const page = JSON.parse(printed) as { items: Task[]; nextCursor: string | null };
    assert.deepEqual(
      page.items.map((task) => task.id),
      [id],
    );
    assert.equal(typeof page.nextCursor, 'string');
  });

  test('cancel cancels a task that waits or runs, and says why it cannot cancel another', async () => {
    const running = await submit('.'.repeat(600));
    const waiting = await submit('never');
    assert.deepEqual(await offload('cancel', waiting.id), [`${waiting.id} cancelled`]);
    assert.equal((await get(waiting.id)).state, 'cancelled');
    await assert.rejects(offload('cancel', waiting.id), {
      name: 'CommandError',
      message: /^TASK_NOT_CANCELLABLE: .*cancelled/,
    });
    await reaches(running.id, 'running');
    assert.deepEqual(await offload('cancel', running.id), [`${running.id} is being cancelled`]);
    await reaches(running.id, 'cancelled');
  });

  test('retry starts a finished task over, and says why it cannot start another', async () => {
    const done = await submit('again');
    await reaches(done.id, 'succeeded');
    assert.deepEqual(await offload('retry', done.id), [`${done.id} scheduled`]);
    assert.equal((await reaches(done.id, 'succeeded')).attempt, 2);
    const running = await submit('.'.repeat(600));
    await reaches(running.id, 'running');
    await assert.rejects(offload('retry', running.id), {
      name: 'CommandError',
      message: /^TASK_NOT_FINISHED: .*running/,
    });
    await offload('cancel', running.id);
    await reaches(running.id, 'cancelled');
  });

  test('keys create prints a key that works, keys list shows it without the key, and keys revoke ends it', async () => {
    const [key = ''] = await offload('keys', 'create', '--name', 'ci', '--scopes', 'submit,read');
    assert.match(key, /^ofl_[\w-]{43}$/);
    const { url } = server;
    const lines: string[] = [];
    const withKey = createProgram({
      url,
      client: createClient({ url, apiKey: key }),
      print: (line) => lines.push(line),
    });
    await withKey.parseAsync(['submit', 'sleep', '{"message":"of ci"}'], { from: 'user' });
    const { id } = JSON.parse(lines.join('')) as Task;
    await assert.rejects(withKey.parseAsync(['cancel', id], { from: 'user' }), { message: /^FORBIDDEN: .*'cancel'/ });

    const [line = ''] = await offload('keys', 'list');
    assert.match(line, /^[\w-]{36} {2}ci {12}submit,read {2}(never used|last used)/);
    assert.ok(!line.includes(key));
    const [keyId = ''] = line.split(' ');
    assert.deepEqual(await offload('keys', 'revoke', keyId), [`${keyId} revoked`]);
    assert.deepEqual(await offload('keys', 'list'), []);
    await assert.rejects(withKey.parseAsync(['list'], { from: 'user' }), { message: /^UNAUTHORIZED: / });
    await assert.rejects(offload('keys', 'revoke', keyId), { message: /^KEY_NOT_FOUND: / });
  });

  test('keys create refuses a scope that there is not, before anything is sent', async () => {
    await assert.rejects(offload('keys', 'create', '--name', 'ci', '--scopes', 'submit,all'), {
      message: /submit, read, cancel, admin/,
    });
    assert.deepEqual(await offload('keys', 'list'), []);
  });

  const refusals: Record<string, { args: string[]; message: RegExp }> = {
    'a type that nobody knows': {
      args: ['submit', 'resize', '{}'],
      message:
        /^UNKNOWN_TASK_TYPE: No task type has this name; known: sleep, primes, image\.resize, pdf\.text, pdf\.render, http\.request\.$/,
    },
    'a payload with mistakes': {
      args: ['submit', 'sleep', '{"dots":3}'],
      message: /^INVALID_PAYLOAD: body\/payload\/message is required; body\/payload\/dots is not a known field$/,
    },
    'a payload that is missing': {
      args: ['submit', 'sleep'],
      message: /^INVALID_PAYLOAD: body\/payload\/message is required$/,
    },
    'an id that no task has': { args: ['get', UNKNOWN_ID], message: /^TASK_GONE: / },
    'an id that is none': { args: ['get', '../health'], message: /^INVALID_REQUEST: / },
    'a time that is none': { args: ['list', '--created-from', 'today'], message: /^INVALID_REQUEST: .*createdFrom/ },
    'more tasks than a page may have': { args: ['list', '--limit', '101'], message: /^INVALID_REQUEST: .*limit/ },
  };
  for (const [name, { args, message }] of Object.entries(refusals)) {
    test(`pass on what the API says of ${name}`, async () => {
      await assert.rejects(offload(...args), { name: 'CommandError', message });
    });
  }

  test('refuse a payload that is no JSON before anything is sent', async () => {
    const before = await offload('list', '--json');
    await assert.rejects(offload('submit', 'sleep', '{"message":'), { message: /^payload is not JSON: / });
    assert.deepEqual(await offload('list', '--json'), before);
  });

  test('say that a key is needed, or wrong', async () => {
    const { url } = server;
    for (const apiKey of [undefined, 'another key']) {
      const program = createProgram({ url, client: createClient({ url, apiKey }), print: () => undefined });
      const listing = program.parseAsync(['list'], { from: 'user' });
      await assert.rejects(listing, (error) => {
        assert.ok(error instanceof CommandError);
        assert.match(error.message, /^UNAUTHORIZED: /);
        return true;
      });
    }
  });
});
