import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort, startProcess } from '@offload/test-services';
import { type OffloadServer, startOffload } from './offload-server.ts';

interface Environment {
  OFFLOAD_URL?: string;
  OFFLOAD_API_KEY?: string;
}

/** Runs `offload` as a shell does, to its end. */
async function run(environment: Environment, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const program = await startProcess({
    entry: fileURLToPath(new URL('../../bin/offload.js', import.meta.url)),
    env: { OFFLOAD_URL: undefined, OFFLOAD_API_KEY: undefined, NO_COLOR: '1', ...environment },
    args,
  });
  const { code } = await program.exited;
  return { code, output: program.output() };
}

describe('the command line', () => {
  let server: OffloadServer;

  before(async () => {
    server = await startOffload();
  });
  after(() => server.close());

  test('prints what a command did and ends with code 0', async () => {
    const { url: OFFLOAD_URL, apiKey: OFFLOAD_API_KEY } = server;
    assert.deepEqual(await run({ OFFLOAD_URL, OFFLOAD_API_KEY }, 'new-task', 'First', 'message.'), {
      code: 0,
      output: " [x] Sent 'First message.'\n",
    });
  });

  test('works with a URL that ends with a slash', async () => {
    const { url, apiKey: OFFLOAD_API_KEY } = server;
    assert.equal((await run({ OFFLOAD_URL: `${url}/`, OFFLOAD_API_KEY }, 'list')).code, 0);
  });

  test('says in one line that its key is wrong, without repeating it, and ends with code 1', async () => {
    const { code, output } = await run({ OFFLOAD_URL: server.url, OFFLOAD_API_KEY: 'wrong-key' }, 'new-task');
    assert.equal(code, 1);
    assert.match(output, /^offload: UNAUTHORIZED: [^\n]+\n$/);
    assert.doesNotMatch(output, /wrong-key/);
  });

  test('says in one line what is wrong with a task, and ends with code 1', async () => {
    const { url: OFFLOAD_URL, apiKey: OFFLOAD_API_KEY } = server;
    assert.deepEqual(await run({ OFFLOAD_URL, OFFLOAD_API_KEY }, 'submit', 'resize'), {
      code: 1,
      output:
        'offload: UNKNOWN_TASK_TYPE: No task type has this name; known: sleep, primes, image.resize, pdf.text, pdf.render, http.request.\n',
    });
  });
});

describe('the command line without a server', () => {
  test('says in one line where it found none and what to do, and ends with code 1', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    assert.deepEqual(await run({ OFFLOAD_URL: url }, 'new-task'), {
      code: 1,
      output: `offload: no answer from ${url}: start it with \`npm start\`, or set OFFLOAD_URL\n`,
    });
  });

  test('says in one line that a payload is no JSON, and ends with code 1', async () => {
    const { code, output } = await run({}, 'submit', 'sleep', '{"message":');
    assert.equal(code, 1);
    assert.match(output, /^offload: payload is not JSON: [^\n]+\n$/);
  });

  test('says in one line that a file has no name or no path, and ends with code 1', async () => {
    for (const file of ['photo', 'photo=', '=photo.jpg']) {
      const { code, output } = await run({}, 'submit', 'image.resize', '{}', '--file', file);
      assert.equal(code, 1);
      assert.match(output, /^error: option '--file <name=path>' argument '[^\n]+ It must be a name and a path\.\n$/);
    }
  });

  test('says in one line that its URL is none, and ends with code 1', async () => {
    const { code, output } = await run({ OFFLOAD_URL: 'localhost:3000' }, 'list');
    assert.equal(code, 1);
    assert.match(output, /^offload: OFFLOAD_URL must match pattern "\^https\?:\/\/", got "localhost:3000": [^\n]+\n$/);
  });

  const usages: Record<string, { args: string[]; message: RegExp }> = {
    'a command that it does not know': { args: ['frobnicate'], message: /unknown command 'frobnicate'/ },
    'a state that does not exist': { args: ['list', '--state', 'waiting'], message: /'waiting' is invalid.*queued/ },
    'a limit that is no number': { args: ['list', '--limit', '5x'], message: /'5x' is invalid.*whole number/ },
    'an id that is missing': { args: ['get'], message: /missing required argument 'id'/ },
  };
  for (const [name, { args, message }] of Object.entries(usages)) {
    test(`refuses ${name} in one line, and ends with code 1`, async () => {
      const { code, output } = await run({}, ...args);
      assert.equal(code, 1);
      assert.match(output, message);
      assert.equal(output.trimEnd().split('\n').length, 1);
    });
  }

  test('explains itself, with every command', async () => {
    const { code, output } = await run({}, '--help');
    assert.equal(code, 0);
    for (const command of ['submit', 'get', 'result', 'list', 'counts', 'cancel', 'new-task']) {
      assert.match(output, new RegExp(`^ +${command}\\b`, 'm'));
    }
  });
});
