import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { FileRefSchema } from '@offload/contract';
import { loadCommands, taskTypeOf } from '../src/index.ts';

const command = {
  name: 'text.count',
  argv: ['wc', '-w', '{payload.text}'],
  payload: { type: 'object', properties: { text: { $ref: 'File' } }, required: ['text'], additionalProperties: false },
  example: { text: { file: '0193f1c2-8a11-7c02-b0d4-5e7a9c3f1b26' } },
};

describe('the file of commands', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commands-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function load(content: unknown) {
    const path = join(folder, 'offload.commands.yaml');
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return loadCommands(path);
  }

  test('gives each command its defaults and the folder that it is in', async () => {
    assert.deepEqual(await load({ commands: [command] }), [
      {
        ...command,
        stdout: 'json',
        env: [],
        timeoutMs: 60_000,
        maxAttempts: 3,
        finalExitCodes: [],
        memoryMb: 1024,
        stdoutBytes: 1_000_000,
        here: folder,
      },
    ]);
    assert.deepEqual(await loadCommands(undefined), []);
  });

  test('has task types whose files are files', async () => {
    const [loaded] = await load({ commands: [command] });
    assert.ok(loaded);
    const { payload, takesFiles, title } = taskTypeOf(loaded);
    assert.deepEqual((payload as { properties?: object }).properties, { text: FileRefSchema });
    assert.deepEqual([takesFiles, title], [true, 'text.count']);
    const [without] = await load({ commands: [{ ...command, payload: { type: 'object' }, example: {} }] });
    assert.ok(without);
    assert.equal(taskTypeOf(without).takesFiles, undefined);
  });

  const refused: [content: unknown, message: RegExp][] = [
    ['commands: [', /offload\.commands\.yaml: /],
    ['just text', /: \/ must be object$/],
    [{ commands: [] }, /: \/commands must not have fewer than 1 items$/],
    [{ commands: [{ ...command, name: 'Text Count' }] }, /: \/commands\/0\/name must match pattern/],
    [{ commands: [{ ...command, shell: true }] }, /: \/commands\/0\/shell is not a known field$/],
    [{ commands: [{ ...command, example: undefined }] }, /: \/commands\/0\/example is required$/],
    [{ commands: [{ ...command, timeoutMs: '1m' }] }, /: \/commands\/0\/timeoutMs must be integer$/],
    [{ commands: [{ ...command, name: 'sleep' }] }, /: \/commands\/0\/name is that of another task type: sleep$/],
    [{ commands: [{ ...command, name: 'deliver-callback' }] }, /name is that of another task type/],
    [{ commands: [command, command] }, /: \/commands\/1\/name is that of another task type: text\.count$/],
    [{ commands: [{ ...command, argv: ['{payload.text}'] }] }, /: \/commands\/0\/argv\/0 is the program/],
    [{ commands: [{ ...command, argv: ['wc', '{text}'] }] }, /: \/commands\/0\/argv\/1 \{text\} is no placeholder/],
    [{ commands: [{ ...command, argv: ['wc', '}'] }] }, /: \/commands\/0\/argv\/1 \} is no placeholder/],
    [{ commands: [{ ...command, payload: { type: 'objekt' } }] }, /: \/commands\/0\/payload is no JSON Schema: /],
    [{ commands: [{ ...command, payload: { type: 'object', requird: [] } }] }, /payload is no JSON Schema: .*requird/],
    [{ commands: [{ ...command, result: { $ref: '#/none' } }] }, /: \/commands\/0\/result is no JSON Schema: /],
    [{ commands: [{ ...command, example: { text: 'a' } }] }, /: \/commands\/0\/example\/text must be object$/],
  ];
  for (const [content, message] of refused) {
    test(`is refused: ${message.source}`, async () => {
      await assert.rejects(load(content), { name: 'CommandsFileError', message });
    });
  }

  test('is refused when it is not there', async () => {
    await assert.rejects(loadCommands(join(folder, 'none.yaml')), {
      name: 'CommandsFileError',
      message: /^COMMANDS_FILE cannot be read: ENOENT/,
    });
  });
});
