// Writes what derives from the registered routes: openapi.yaml, and the types of packages/client.
// With --check it writes nothing and fails when one of them is out of date. Lints the document in both cases.
import { readFile, writeFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { stringify } from 'yaml';

const { buildApi } = await import('../apps/api/dist/src/index.js');
const { createMemoryBroker } = await import('../packages/broker/dist/src/index.js');
const { createTopology, TaskCatalogue, taskTypes } = await import('../packages/contract/dist/src/index.js');
const { createLogger } = await import('../packages/process/dist/src/index.js');
const { openPostgresStore } = await import('../packages/store/dist/src/index.js');

const check = process.argv.includes('--check');
const header = '# Generated from the route schemas by `npm run openapi`; not to be edited.\n';

const document = await describeRoutes();
const yaml = header + stringify(document, { lineWidth: 120, aliasDuplicateObjects: false });
const types = `/* Generated from openapi.yaml by \`npm run openapi\`; not to be edited. */\n${astToString(await openapiTypescript(document))}`;

const failures = [
  ...(await lint(yaml)),
  ...(await keep('openapi.yaml', yaml)),
  ...(await keep('packages/client/src/generated/openapi.ts', types)),
];
for (const failure of failures) console.error(failure);
process.exitCode = failures.length === 0 ? 0 : 1;

/** The document of an API whose store and broker are never used, and so never connect. */
async function describeRoutes() {
  const logger = createLogger({ name: 'openapi', level: 'silent' });
  const broker = createMemoryBroker(createTopology());
  const store = openPostgresStore({ url: 'postgres://127.0.0.1/unused', logger });
  const catalogue = new TaskCatalogue(taskTypes);
  const api = await buildApi({ store, broker, catalogue, apiKeys: [], bodyLimit: 1024, logger });
  const routes = structuredClone(api.swagger());
  await api.close();
  await broker.close();
  await store.close();
  return routes;
}

async function lint(source) {
  // A health check takes no input that could be wrong.
  const rules = { 'operation-4xx-response': 'off' };
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.yaml', config });
  return problems.map(
    ({ ruleId, message, location }) => `openapi.yaml ${location[0]?.pointer ?? ''}: ${message} (${ruleId})`,
  );
}

async function keep(path, content) {
  const file = new URL(`../${path}`, import.meta.url);
  if (!check) {
    await writeFile(file, content);
    return [];
  }
  const found = await readFile(file, 'utf8').catch(() => '');
  return found === content ? [] : [`${path} is out of date: run \`npm run openapi\``];
}
