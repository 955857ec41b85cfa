import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';

describe('compiled code', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'offload-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is kept for the next start, where Node.js can', () => {
    const cache = join(folder, 'compiled');
    assert.equal(loadAfterCachingIn(cache), 'loaded');
    const isKept = existsSync(cache) && readdirSync(cache).length > 0;
    assert.equal(isKept, 'enableCompileCache' in module);
  });

  test('is not kept where nothing can be written, and the program runs all the same', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    assert.equal(loadAfterCachingIn(join(file, 'compiled')), 'loaded');
  });
});

/** What a program says that is loaded once its compiled code is kept in a folder. */
function loadAfterCachingIn(folder: string): string {
  const script = `
    import { cacheCompiledCode } from ${JSON.stringify(new URL('../src/compile-cache.js', import.meta.url).href)};
    cacheCompiledCode(${JSON.stringify(folder)});
    await import(${JSON.stringify(new URL('../src/startup-error.js', import.meta.url).href)});
    process.stdout.write('loaded');`;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    timeout: 10_000,
  });
}
