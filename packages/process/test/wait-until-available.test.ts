import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLogger, type WaitOptions, waitUntilAvailable } from '../src/index.ts';

class AwayError extends Error {}

/** An action that fails with the given errors, one after the other, and then gives 'there'. */
function failing(...errors: Error[]) {
  const action = async () => {
    action.tries++;
    const error = errors.shift();
    if (error) throw error;
    return 'there';
  };
  action.tries = 0;
  return action;
}

function options(changes: Partial<WaitOptions> = {}): WaitOptions {
  return {
    what: 'database',
    logger: createLogger({ name: 'test', level: 'silent' }),
    signal: new AbortController().signal,
    isUnavailable: (error) => error instanceof AwayError,
    intervalMs: 1,
    ...changes,
  };
}

describe('waiting until something is available', () => {
  test('gives the answer at once where it is there', async () => {
    const action = failing();
    assert.equal(await waitUntilAvailable(action, options({ intervalMs: 60_000 })), 'there');
    assert.equal(action.tries, 1);
  });

  test('tries again while it is away', async () => {
    const action = failing(new AwayError('1'), new AwayError('2'), new AwayError('3'));
    assert.equal(await waitUntilAvailable(action, options()), 'there');
    assert.equal(action.tries, 4);
  });

  test('ends with any other error, at the first try or later', async () => {
    const wrong = new Error('wrong password');
    const action = failing(new AwayError('away'), wrong, new AwayError('never thrown'));
    await assert.rejects(waitUntilAvailable(action, options()), wrong);
    assert.equal(action.tries, 2);
  });

  test('ends between two tries when its signal is aborted', async () => {
    const stopping = new AbortController();
    const action = failing(new AwayError('away'));
    const waiting = waitUntilAvailable(action, options({ signal: stopping.signal, intervalMs: 60_000 }));
    setImmediate(() => stopping.abort());
    await assert.rejects(waiting, { name: 'AbortError' });
    assert.equal(action.tries, 1);
  });

  test('does not begin when its signal is aborted already', async () => {
    const action = failing();
    await assert.rejects(waitUntilAvailable(action, options({ signal: AbortSignal.abort() })), { name: 'AbortError' });
    assert.equal(action.tries, 0);
  });

  test('says in the log what it waits for, at the first failure and then at every tenth', async () => {
    const lines: object[] = [];
    const logger = createLogger({ name: 'test', level: 'silent' });
    logger.warn = (fields: object) => {
      lines.push(fields);
    };
    const errors = Array.from({ length: 12 }, (_, index) => new AwayError(`${index + 1}`));
    await waitUntilAvailable(failing(...errors), options({ logger }));
    assert.deepEqual(lines, [
      { err: new AwayError('1'), what: 'database' },
      { err: new AwayError('11'), what: 'database' },
    ]);
  });
});
