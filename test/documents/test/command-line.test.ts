import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgram } from '@offload/cli/program';
import { rowsBelow, textOf } from './repository.ts';

test('the table of commands lists every command of `offload`, and no other, in the words of its help', async () => {
  const rows = rowsBelow(await textOf('docs/http-api.md'), '## From a terminal');
  // Nothing is sent or printed.
  const { commands } = createProgram({ url: '', client: {} as never, print: () => undefined });
  const expected = commands.map((command) => [`\`${command.name()}\``, command.description()]);
  assert.deepEqual(rows, expected);
});
