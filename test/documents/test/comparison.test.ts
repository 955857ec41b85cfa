import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from './repository.ts';

const NO_SOURCE = 'no source found';
const document = await textOf('docs/comparison.md');

/** What is written on lines of their own behind a label: `[label]: …`, by label. */
function definitions(text: string, pattern: RegExp): Map<string, string[]> {
  return new Map([...text.matchAll(pattern)].map(([, label = '', ...rest]) => [label, rest]));
}

/** The rows of all tables, without the headings. */
function rowsOf(text: string): string[][] {
  const lines = text.split('\n').filter((line) => /^\| (?!\| Offload|---)/.test(line));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

async function hasTest(path: string, name: string): Promise<boolean> {
  const source = await textOf(path).catch(() => '');
  return ["'", '"', '`'].some((quote) => source.includes(`test(${quote}${name}${quote},`));
}

/** What is wrong with a comparison, in words. */
async function issuesOf(text: string): Promise<string[]> {
  const proofs = definitions(text, /^\[([^\]^]+)\]: \.\.\/(\S+) "(.+)"$/gm);
  const sources = definitions(text, /^\[\^([^\]]+)\]: .+\]\(https:\/\/[^)]+\)$/gm);
  const issues: string[] = [];
  const used = new Set<string>();
  const need = (label: string, known: Map<string, string[]>) => {
    used.add(label);
    if (!known.has(label)) issues.push(`nothing is said of [${label}]`);
  };

  for (const [feature = '', ours = '', ...others] of rowsOf(text)) {
    if (others.length !== 7) issues.push(`${feature}: ${others.length} other systems`);
    const tests = [...ours.matchAll(/\]\[([^\]]+)\]/g)].map(([, label = '']) => label);
    for (const label of tests) need(label, proofs);
    if (tests.length === 0 && ours !== 'no') issues.push(`${feature}: no test of ours`);
    for (const cell of others) {
      const notes = [...cell.matchAll(/\[\^([^\]]+)\]/g)].map(([, label = '']) => label);
      for (const label of notes) need(label, sources);
      const sourced = notes.length > 0 && !cell.includes(NO_SOURCE);
      if (!sourced && cell !== NO_SOURCE) issues.push(`${feature}: no source of '${cell}'`);
    }
  }
  const prose = text.replaceAll(/^(\||\[).*$/gm, '');
  for (const [, label = ''] of prose.matchAll(/\[\^([^\]]+)\]/g)) need(label, sources);

  for (const [label, [path = '', name = '']] of proofs)
    if (!(await hasTest(path, name))) issues.push(`${label}: no test '${name}' in ${path}`);
  for (const label of [...proofs.keys(), ...sources.keys()]) if (!used.has(label)) issues.push(`[${label}] is unused`);
  if (/TODO/.test(text)) issues.push('something is left to do');
  return issues;
}

test('docs/comparison.md has a test for all that it says of us, and a source for all that it says of others', async () => {
  assert.ok(rowsOf(document).length >= 25);
  assert.deepEqual(await issuesOf(document), []);
});

const mistakes: Record<string, [found: string | RegExp, instead: string, issue: string]> = {
  'a test file that there is not': ['tasks.test.ts', 'task.test.ts', 'http: no test'],
  'a test name that there is not': ['"a submitted task is', '"a task that was submitted is', 'http: no test'],
  'part of a test name': ['"a submitted task is answered', '"answered', 'http: no test'],
  'a cell of ours without a test': ['[yes][http]', 'yes', 'HTTP API out of the box: no test of ours'],
  'a test that is not named': [/^\[http\]: .*\n/m, '', 'nothing is said of [http]'],
  'a test that is not needed': ['[yes][http]', 'no', '[http] is unused'],
  'a cell of others without a source': ['yes[^t-openapi]', 'yes', "no source of 'yes'"],
  'an empty cell of others': ['yes[^t-openapi]', '', "no source of ''"],
  'a source that is not given': [/^\[\^p-proxy\]: .*\n/m, '', 'nothing is said of [p-proxy]'],
  'a source without an address': [/^(\[\^p-proxy\]: ).*$/m, '$1its documentation', 'nothing is said of [p-proxy]'],
  'a source for none': [NO_SOURCE, `${NO_SOURCE}[^p-proxy]`, 'no source of'],
  'a source that is not needed': ['## Sources', '## Sources\n\n[^x]: X: [x](https://x)', '[x] is unused'],
  'a column too few': [`| ${NO_SOURCE} |`, '|', '6 other systems'],
  'more that is left to do': ['## Following', '## Following\n\nTODO', 'something is left to do'],
};

for (const [name, [found, instead, issue]] of Object.entries(mistakes)) {
  test(`a comparison is refused for ${name}`, async () => {
    const issues = await issuesOf(document.replace(found, instead));
    assert.ok(
      issues.some((words) => words.includes(issue)),
      issues.join('\n'),
    );
  });
}
