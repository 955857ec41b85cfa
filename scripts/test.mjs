// node scripts/test.mjs [parts of file names…]: runs the tests with a RabbitMQ and a Postgres of their own, or with
// those of AMQP_URL and DATABASE_URL when both are set.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join, relative } from 'node:path';
import { filesBelow, PreparationError, prepare, root, workspaces } from './prepare.mjs';

/** For a whole test file, in milliseconds. */
const timeoutMs = 300_000;

let runner;
let interruption;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interruption = signal;
    if (runner === undefined) process.exit(128 + constants.signals[signal]);
    runner.kill(signal);
  });
}

try {
  await prepare();
  process.exitCode = await testWithServices(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof PreparationError ? error.message : error.stack}\n`);
  process.exitCode = 1;
}

async function testWithServices(patterns) {
  const files = testFiles(patterns);
  const services = await startServices(files);
  try {
    return await runTests(files, services.env);
  } finally {
    await Promise.all(services.running.map((service) => service.remove()));
  }
}

/** Compiled tests, without those whose source is gone; the patterns are parts of the sources' names. */
function testFiles(patterns) {
  const sources = workspaces()
    .flatMap((folder) => filesBelow(join(folder, 'test')))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => relative(root, file))
    .filter((file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)));
  if (sources.length === 0) throw new PreparationError(`no test file matches ${patterns.join(' ') || '*.test.ts'}`);
  return sources.map((file) => file.replace(/^(\w+\/[^/]+)\/(.*)\.ts$/, '$1/dist/$2.js'));
}

async function startServices(files) {
  const { postgresClient, provision, services, startPostgres, startRabbitMq } = await import(
    '../test/services/dist/src/index.js'
  );
  const { AMQP_URL, DATABASE_URL } = process.env;
  if (Boolean(AMQP_URL) !== Boolean(DATABASE_URL)) {
    throw new PreparationError(
      `${AMQP_URL ? 'AMQP_URL is set and DATABASE_URL is not' : 'DATABASE_URL is set and AMQP_URL is not'}: ` +
        'set both to test with running servers, or neither',
    );
  }
  const required = [...(AMQP_URL ? [postgresClient] : services), ...(await requirementsOf(files))];
  provision(required, (line) => process.stderr.write(`${line}\n`));
  if (AMQP_URL) return { env: {}, running: [] };

  const [rabbitMq, postgres] = await Promise.all([
    startRabbitMq({ plugins: ['rabbitmq_management'] }),
    startPostgres(),
  ]);
  return {
    env: { AMQP_URL: rabbitMq.amqpUrl, AMQP_MANAGEMENT_URL: rabbitMq.managementUrl, DATABASE_URL: postgres.url },
    running: [rabbitMq, postgres],
  };
}

/** What tests need beyond the servers: other languages, a browser. */
async function requirementsOf(files) {
  const needed = (folder) => files.some((file) => file.startsWith(folder));
  const { languageRequirements } = needed('test/interop/') ? await import('../test/interop/dist/src/index.js') : {};
  const { browserRequirements } = needed('test/e2e/') ? await import('../test/e2e/dist/src/index.js') : {};
  return [...(languageRequirements ?? []), ...(browserRequirements ?? [])];
}

function runTests(files, env) {
  const options = ['--test-concurrency=2', `--test-timeout=${timeoutMs}`, '--test-reporter=spec'];
  return new Promise((resolve, reject) => {
    runner = spawn(process.execPath, ['--enable-source-maps', '--test', ...options, ...files], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    runner.once('error', reject);
    runner.once('close', (code) =>
      resolve(interruption === undefined ? (code ?? 1) : 128 + constants.signals[interruption]),
    );
  });
}
