import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after } from 'node:test';
import { GO_PATH } from './language-requirements.ts';
import { startCommand } from './start-command.ts';

const compiled = new Map<string, Promise<string>>();
let folder: string | undefined;

after(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

/** Compiles a Go program, once, and gives the path of the executable; it is deleted after the tests of this process. */
export function compileGoProgram(source: string): Promise<string> {
  const executable = compiled.get(source) ?? compile(source);
  compiled.set(source, executable);
  return executable;
}

async function compile(source: string): Promise<string> {
  folder ??= mkdtempSync(join(tmpdir(), 'offload-interop-'));
  const executable = join(folder, basename(source, '.go'));
  // Debian's libraries are sources in a GOPATH; modules would be looked for on the network.
  const env = { GO111MODULE: 'off', GOPATH: GO_PATH, GOFLAGS: undefined };
  const build = await startCommand(['go', 'build', '-o', executable, source], env);
  const { code } = await build.exited;
  assert.equal(code, 0, build.output());
  return executable;
}
