import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEAD_LETTER_REASON_HEADER, type Message } from '@offload/contract';
import { type Store, StoreUnavailableError } from '@offload/store';
import { eventually } from '@offload/test-services';
import { createTutorialNarrator } from '../src/narrator.ts';
import { useWorkerBench, type WorkerBench } from './worker-bench.ts';

let store: Store;
let bench: WorkerBench;

useWorkerBench((ofTest, ofFile) => {
  bench = ofTest;
  store = ofFile;
});

function publish(body: string, properties: Message['properties'] = {}): Promise<void> {
  return bench.broker.publisher.publish('queue', { properties, body: Buffer.from(body) }, 1000);
}

describe('a worker', () => {
  test('runs a task to its result and acknowledges its message', async () => {
    const worker = bench.start();
    const { id } = await bench.submit('ok');
    const task = await bench.reaches(id, 'succeeded');
    await bench.queueIsDone();

    assert.deepEqual(task.result, { attempt: 1 });
    assert.equal(task.error, null);
    assert.equal(task.attempt, 1);
    assert.ok(task.startedAt !== null && task.finishedAt !== null);
    assert.deepEqual(task.attempts, [
      {
        number: 1,
        worker: worker.name,
        startedAt: task.startedAt,
        finishedAt: task.finishedAt,
        outcome: 'succeeded',
        error: null,
      },
    ]);
  });

  test('shows progress while the handler runs', async () => {
    bench.start();
    const { id } = await bench.submit('report');
    const running = await eventually(async () => {
      const task = await bench.read(id);
      assert.notEqual(task.progress, null);
      return task;
    });
    assert.equal(running.state, 'running');
    assert.equal(running.progress?.percent, 50);
    assert.equal(running.progress?.message, 'half');
    bench.scripts.openGate();
    await bench.reaches(id, 'succeeded');
  });

  test('runs as many tasks at once as it may, and never more', async () => {
    bench.start({ concurrency: 3 });
    const tasks = await Promise.all(Array.from({ length: 7 }, () => bench.submit('wait')));
    await eventually(() => assert.equal(bench.scripts.running, 3));
    const { messagesReady, messagesUnacknowledged } = await bench.broker.queueFigures(1000);
    assert.deepEqual([messagesReady, messagesUnacknowledged], [4, 3]);
    bench.scripts.openGate();
    for (const { id } of tasks) await bench.reaches(id, 'succeeded');
    assert.equal(bench.scripts.mostRunning, 3);
  });

  test('shares the queue with other workers, one task each at a time', async () => {
    const workers = [bench.start(), bench.start()];
    const tasks = await Promise.all([bench.submit('wait'), bench.submit('wait')]);
    await eventually(() => assert.equal(bench.scripts.running, 2));
    bench.scripts.openGate();
    const done = await Promise.all(tasks.map(({ id }) => bench.reaches(id, 'succeeded')));
    assert.deepEqual(done.map(({ attempts }) => attempts[0]?.worker).sort(), workers.map(({ name }) => name).sort());
  });

  test('is ready, and on the list of workers, until it is stopped', async () => {
    const worker = bench.start({ concurrency: 2 });
    await eventually(() => assert.equal(worker.isReady, true));
    const listed = (await store.listWorkers()).find(({ name }) => name === worker.name);
    assert.equal(listed?.queue, 'task_queue');
    assert.equal(listed?.concurrency, 2);
    assert.equal(listed?.isAlive, true);

    await worker.stop();
    assert.equal(worker.isReady, false);
    assert.equal(
      (await store.listWorkers()).find(({ name }) => name === worker.name),
      undefined,
    );
  });

  test('tells a person what it does, in the order of the tutorial', async () => {
    const lines: string[] = [];
    bench.start({ narrator: createTutorialNarrator((line) => lines.push(line)) });
    await eventually(() => assert.equal(lines.length, 1));
    await publish('First message');
    await eventually(() => assert.equal(lines.length, 3));
    assert.deepEqual(lines, [
      ' [*] Waiting for messages. To exit press CTRL+C',
      ' [x] Received First message',
      ' [x] Done',
    ]);
  });
});

describe('a task that fails', () => {
  test('is retried until its attempts are used up, and keeps the error of each', async (t) => {
    t.mock.method(Math, 'random', () => 0);
    bench.start();
    const { id } = await bench.submit('throw');

    for (const attempt of [1, 2]) {
      const task = await bench.reaches(id, 'retrying');
      assert.equal(task.attempt, attempt);
      assert.equal(task.error?.message, `attempt ${attempt} failed`);
      assert.notEqual(task.runAt, null);
      await bench.queueIsDone();
      await bench.dispatch();
      await eventually(async () => assert.equal((await bench.read(id)).attempt, attempt + 1));
    }
    const task = await bench.reaches(id, 'failed');
    await bench.queueIsDone();
    assert.deepEqual(task.error, { code: 'HANDLER_ERROR', message: 'attempt 3 failed', retryable: true });
    assert.deepEqual(
      task.attempts.map(({ number, outcome, error }) => [number, outcome, error?.message]),
      [
        [1, 'failed', 'attempt 1 failed'],
        [2, 'failed', 'attempt 2 failed'],
        [3, 'failed', 'attempt 3 failed'],
      ],
    );
  });

  test('with a NonRetryableError has failed at once', async () => {
    bench.start();
    const { id } = await bench.submit('refuse');
    const task = await bench.reaches(id, 'failed');
    assert.deepEqual(task.error, { code: 'HANDLER_ERROR', message: 'no attempt can succeed', retryable: false });
    assert.equal(task.attempts.length, 1);
  });

  test('with a result that is no JSON has failed at once', async () => {
    bench.start();
    const { id } = await bench.submit('return a function');
    assert.equal((await bench.reaches(id, 'failed')).error?.code, 'INVALID_RESULT');
  });

  test('with something that has no text does not block its slot', async () => {
    bench.start();
    const { id } = await bench.submit('throw without text', { maxAttempts: 1 });
    assert.equal((await bench.reaches(id, 'failed')).error?.message, 'an error without a text');
    const next = await bench.submit('ok');
    await bench.reaches(next.id, 'succeeded');
  });

  for (const script of ['obey', 'hang']) {
    test(`by taking too long (its handler would ${script}) is timed out`, async () => {
      bench.start();
      const { id } = await bench.submit(script, { timeoutMs: 30, maxAttempts: 1 });
      const task = await bench.reaches(id, 'failed');
      assert.deepEqual(task.error, {
        code: 'TASK_TIMEOUT',
        message: 'the attempt took longer than 30 ms',
        retryable: true,
      });
      await bench.queueIsDone();
    });
  }

  for (const type of ['resize', 'constructor']) {
    test(`for want of a handler (type '${type}') is retried, then failed`, async (t) => {
      t.mock.method(Math, 'random', () => 0);
      bench.start();
      const { id } = await bench.submit('ok', { type, maxAttempts: 2 });
      assert.equal((await bench.reaches(id, 'retrying')).error?.code, 'UNKNOWN_TASK_TYPE');
      await bench.queueIsDone();
      await bench.dispatch();
      const task = await bench.reaches(id, 'failed');
      assert.deepEqual(task.error, {
        code: 'UNKNOWN_TASK_TYPE',
        message: `this worker has no handler for '${type}'`,
        retryable: true,
      });
      assert.equal(bench.scripts.started, 0);
    });
  }
});

describe('a message that must not start a task', () => {
  test('is acknowledged when its task was cancelled', async () => {
    const task = await bench.store('ok');
    await store.cancel(task.id);
    await bench.send(task);
    bench.start();
    await bench.queueIsDone();
    assert.equal((await bench.read(task.id)).state, 'cancelled');
    assert.equal(bench.scripts.started, 0);
  });

  test('is acknowledged when nobody knows its task', async () => {
    const task = await bench.store('ok');
    await bench.send({ ...task, id: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11' });
    bench.start();
    await bench.queueIsDone();
    assert.equal(bench.scripts.started, 0);
  });

  test('is acknowledged when another one has started its task', async () => {
    bench.start({ concurrency: 3 });
    const task = await bench.submit('wait');
    await bench.send(task);
    await bench.send(task);
    await eventually(async () => {
      assert.equal(bench.scripts.running, 1);
      assert.equal((await bench.broker.queueFigures(1000)).messagesUnacknowledged, 1);
    });
    bench.scripts.openGate();
    assert.equal((await bench.reaches(task.id, 'succeeded')).attempt, 1);
    assert.equal(bench.scripts.started, 1);
  });

  const malformed: Record<string, { body: string; properties: Message['properties']; reason: RegExp }> = {
    'is of an unknown type': { body: '{}', properties: { type: 'resize' }, reason: /^unknown task type 'resize'/ },
    'is ours and has no version': {
      body: '{}',
      properties: { appId: 'offload', messageId: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11', type: 'sleep' },
      reason: /^header 'v' must be/,
    },
  };
  for (const [name, { body, properties, reason }] of Object.entries(malformed)) {
    test(`is moved to the dead queue with the reason when it ${name}`, async () => {
      bench.start();
      await publish(body, properties);
      const dead = await eventually(async () => {
        const [message] = await bench.broker.deadLetters.peek(1, 1000);
        assert.ok(message);
        return message;
      });
      await bench.queueIsDone();
      assert.equal(await bench.broker.deadLetters.count(1000), 1);
      assert.match(String(dead.properties.headers?.[DEAD_LETTER_REASON_HEADER]), reason);
      assert.equal(dead.properties.type, properties.type);
      assert.equal(dead.body.toString(), body);
    });
  }
});

describe("another producer's message", () => {
  test('that is a text becomes a sleep task, which is done', async () => {
    bench.start();
    await publish('No dots at all', { correlationId: 'order-4711' });
    const task = await eventually(async () => {
      const { items } = await store.list({ limit: 1, type: 'sleep', states: ['succeeded'] });
      const found = await bench.read(items[0]?.id ?? '');
      assert.deepEqual(found.payload, { message: 'No dots at all' });
      return found;
    });
    await bench.queueIsDone();
    assert.deepEqual(task.result, { sleptSeconds: 0 });
    assert.equal(task.attempt, 1);
    assert.equal(await bench.broker.deadLetters.count(1000), 0);
  });

  test('that is JSON becomes the task that it describes', async () => {
    bench.start();
    await publish('{"type":"scripted","payload":{"script":"refuse"}}');
    await eventually(async () => {
      const { items } = await store.list({ limit: 1, type: 'scripted' });
      const task = await bench.read(items[0]?.id ?? '');
      assert.equal(task.state, 'failed');
      assert.deepEqual(task.payload, { script: 'refuse' });
    });
  });
});

describe('while the store is away', () => {
  function away(): Promise<never> {
    return Promise.reject(new StoreUnavailableError('away'));
  }

  test('a worker holds a delivery before it starts on it, and goes on when the store is back', async () => {
    let outages = 2;
    bench.start({ store: { ...store, claim: (request) => (outages-- > 0 ? away() : store.claim(request)) } });
    const { id } = await bench.submit('ok');
    assert.equal((await bench.reaches(id, 'succeeded')).attempt, 1);
    assert.equal(outages, -1);
  });

  test('a claim that was stored but not answered is the same attempt, and costs none', async () => {
    let claims = 0;
    const claim: Store['claim'] = async (request) => {
      const answer = await store.claim(request);
      if (++claims === 1) throw new StoreUnavailableError('the answer got lost');
      return answer;
    };
    bench.start({ store: { ...store, claim } });
    const { id } = await bench.submit('ok');
    const task = await bench.reaches(id, 'succeeded');
    await bench.queueIsDone();

    assert.deepEqual(
      task.attempts.map(({ outcome }) => outcome),
      ['succeeded'],
    );
  });

  test('a worker keeps the outcome of an attempt, and stores it when the store is back', async () => {
    let outages = 2;
    bench.start({ store: { ...store, settle: (settlement) => (outages-- > 0 ? away() : store.settle(settlement)) } });
    const { id } = await bench.submit('ok');
    assert.equal((await bench.reaches(id, 'succeeded')).attempt, 1);
    assert.equal(bench.scripts.started, 1);
  });

  test('progress is lost, and the task is not', async () => {
    bench.start({ store: { ...store, reportProgress: away } });
    bench.scripts.openGate();
    const { id } = await bench.submit('report');
    assert.equal((await bench.reaches(id, 'succeeded')).result, 'reported');
  });

  test('a worker is not ready and takes nothing, since nobody can say which queues are paused', async () => {
    const beats: string[] = [];
    const worker = bench.start({
      store: {
        ...store,
        beat: async (beat) => {
          beats.push(beat.name);
          throw new StoreUnavailableError('away');
        },
      },
    });
    const { id } = await bench.submit('ok');
    await eventually(() => assert.deepEqual(beats, [worker.name]));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(worker.isReady, false);
    assert.equal((await bench.broker.queueFigures(1000)).consumers, 0);
    assert.equal((await bench.read(id)).state, 'queued');
  });
});
