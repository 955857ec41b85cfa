import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { ApiConfigSchema } from '@offload/api/config';
import { CliConfigSchema } from '@offload/cli/config';
import { StandaloneConfigSchema } from '@offload/standalone/config';
import { WorkerConfigSchema } from '@offload/worker/config';
import { rowsBelow, textOf } from './repository.ts';

interface Setting {
  default?: unknown;
  description?: string;
}

const schemas = [ApiConfigSchema, WorkerConfigSchema, StandaloneConfigSchema, CliConfigSchema];
const settings = new Map(schemas.flatMap(({ properties }) => Object.entries(properties) as [string, Setting][]));

test('the configuration table of the README lists every setting, and no other, with default and meaning', async () => {
  const rows = rowsBelow(await textOf('README.md'), '## Configuration');
  const expected = [...settings].map(([name, { default: value = '', description }]) => [
    `\`${name}\``,
    value === '' ? '' : `\`${String(value)}\``,
    description,
  ]);
  const byName = (a: unknown[], b: unknown[]) => String(a[0]).localeCompare(String(b[0]));
  assert.deepEqual(rows.map((row) => row.slice(0, 3)).sort(byName), expected.sort(byName));
});

for (const document of ['README.md', 'CONTRIBUTING.md', 'docs/adding-a-task-type.md']) {
  test(`every npm command in ${document} exists`, async () => {
    const { scripts } = JSON.parse(await textOf('package.json')) as { scripts: Record<string, string> };
    const text = await textOf(document);
    const names = [...text.matchAll(/npm (?:run )?([a-z-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'run');
    assert.ok(names.length > 0);
    for (const name of names) assert.ok(name in scripts, name);
  });
}

for (const document of [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'docs/adr/README.md',
  'docs/security.md',
  'deploy/cluster/README.md',
]) {
  test(`every link in ${document} leads to a file`, async () => {
    const folder = new URL(`../../../../${document}`, import.meta.url);
    const links = [...(await textOf(document)).matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, link = '']) => link);
    for (const link of links) assert.ok(existsSync(new URL(link, folder)), link);
  });
}

test('every file and folder in the code map of ARCHITECTURE.md exists', async () => {
  const text = await textOf('ARCHITECTURE.md');
  const [, map = ''] = /```\n(packages[\s\S]*?)```/.exec(text) ?? [];
  const paths = map.split('\n').flatMap((line) => /^(\S+)/.exec(line)?.[1] ?? []);
  assert.ok(paths.length > 10);
  for (const path of paths) assert.ok(existsSync(new URL(`../../../../${path}`, import.meta.url)), path);
});

test('ARCHITECTURE.md is short enough to be read', async () => {
  assert.ok((await textOf('ARCHITECTURE.md')).split('\n').length <= 200);
});
