import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const imports = 'lint/style/noRestrictedImports';
const undeclared = 'lint/correctness/noUndeclaredDependencies';

/** File, its one line, and the rule that forbids it. */
const forbidden: readonly [file: string, source: string, rule: string][] = [
  ['packages/contract/src/a.ts', importing('@offload/broker'), imports],
  ['packages/contract/src/b.ts', importing('node:fs'), imports],
  ['packages/contract/src/c.ts', "import type { Client } from 'pg';\nexport type A = Client;", imports],
  ['packages/process/src/a.ts', importing('@offload/contract'), imports],
  ['packages/process/src/b.ts', importing('fastify'), imports],
  ['packages/outbound/src/a.ts', importing('@offload/process'), imports],
  ['packages/broker/src/a.ts', importing('@offload/store'), imports],
  ['packages/broker/src/b.ts', importing('amqplib'), imports],
  ['packages/broker/src/memory/a.ts', importing('amqplib'), imports],
  ['packages/broker/src/rabbitmq/a.ts', importing('@offload/process'), imports],
  ['packages/store/src/a.ts', importing('@offload/broker'), imports],
  ['packages/store/src/b.ts', importing('pg'), imports],
  ['packages/store/src/c.ts', importing('@electric-sql/pglite'), imports],
  ['packages/dispatch/src/a.ts', importing('@offload/process'), imports],
  ['packages/dispatch/src/b.ts', importing('@offload/test-services'), imports],
  ['packages/metrics/src/a.ts', importing('@offload/dispatch'), imports],
  ['apps/api/src/f.ts', importing('prom-client'), imports],
  ['packages/tracing/src/a.ts', importing('@offload/process'), imports],
  ['apps/worker/src/f.ts', importing('@opentelemetry/api'), imports],
  ['packages/client/src/a.ts', importing('@offload/dispatch'), imports],
  ['apps/api/src/a.ts', importing('@offload/worker'), imports],
  ['apps/api/src/b.ts', importing('pino'), imports],
  ['apps/worker/src/a.ts', importing('@offload/api'), imports],
  ['apps/worker/src/b.ts', importing('fastify'), imports],
  ['apps/worker/src/c.ts', importing('amqplib'), imports],
  ['apps/standalone/src/a.ts', importing('@fastify/swagger'), imports],
  ['apps/standalone/src/b.ts', importing('@electric-sql/pglite'), imports],
  ['apps/cli/src/a.ts', importing('@offload/store'), imports],
  ['apps/cli/src/b.ts', "export const pg = await import('pg');", imports],
  ['apps/api/test/a.ts', importing('pg'), imports],
  ['packages/store/test/a.ts', importing('amqplib'), imports],
  ['test/services/src/a.ts', importing('@offload/contract'), imports],
  ['test/integration/test/a.ts', importing('pg'), imports],
  ['packages/broker/src/d.ts', 'export const url = process.env.AMQP_URL;', 'lint/style/noProcessEnv'],
  [
    'apps/api/src/d.ts',
    "import { env } from 'node:process';\nexport const url = env.AMQP_URL;",
    'lint/style/noProcessEnv',
  ],
  ['packages/store/src/e.ts', "process.on('SIGTERM', () => {});", 'plugin'],
  ['apps/worker/src/e.ts', 'process.exit(1);', 'plugin'],
  ['apps/api/src/e.ts', "import { app } from './main.ts';\nawait app.listen({ port: 0 });", 'plugin'],
  ['packages/dispatch/src/f.ts', "import './g.ts';\nexport const f = 1;", 'lint/suspicious/noImportCycles'],
  ['packages/dispatch/src/g.ts', "import './f.ts';\nexport const g = 1;", 'lint/suspicious/noImportCycles'],
  ['packages/store/src/h.ts', 'export async function h() {}\nh();', 'lint/nursery/noFloatingPromises'],
  ['apps/worker/src/j.ts', importing('left-pad'), undeclared],
];

const permitted: readonly [file: string, source: string][] = [
  ['packages/contract/src/ok.ts', importing('typebox/value')],
  ['packages/process/src/ok.ts', `${importing('pino')}\nprocess.on('SIGTERM', () => process.exit(1));`],
  ['packages/outbound/src/ok.ts', importing('ipaddr.js')],
  ['packages/broker/src/rabbitmq/ok.ts', importing('amqplib')],
  ['packages/broker/src/memory/ok.ts', importing('node:events')],
  ['packages/broker/test/ok.ts', importing('amqplib')],
  ['packages/store/src/executors/ok.ts', `${importing('pg')}\n${importing('@electric-sql/pglite')}`],
  ['packages/store/test/ok.ts', importing('@offload/test-services')],
  ['packages/dispatch/src/ok.ts', `${importing('@offload/broker')}\n${importing('@offload/store')}`],
  ['packages/metrics/src/ok.ts', importing('prom-client')],
  ['packages/client/src/ok.ts', importing('node:timers/promises')],
  ['apps/api/src/ok.ts', `${importing('fastify')}\n${importing('@offload/dispatch')}`],
  ['apps/api/src/config.ts', 'export const url = process.env.AMQP_URL;'],
  ['apps/api/src/main.ts', "import { createServer } from 'node:http';\nexport const app = createServer().listen(0);"],
  ['apps/worker/src/ok.ts', importing('@offload/process')],
  ['apps/standalone/src/ok.ts', `${importing('@offload/api')}\n${importing('@offload/worker')}`],
  ['apps/cli/src/ok.ts', importing('@offload/client')],
  ['test/integration/test/ok.ts', importing('amqplib')],
  ['test/services/src/ok.ts', importing('node:fs/promises')],
];

const findings = lint([...forbidden, ...permitted]);

test('lint refuses every import and call that crosses a boundary', () => {
  const missed = forbidden.filter(([file, , rule]) => !findings.some((one) => one.file === file && one.rule === rule));
  assert.deepEqual(missed, []);
});

test('lint permits what the boundaries leave open', () => {
  const refused = findings
    .filter(({ file }) => permitted.some(([permittedFile]) => permittedFile === file))
    // What a workspace depends on today is its package.json's to say.
    .filter(({ rule }) => rule !== undeclared);
  assert.deepEqual(refused, []);
});

function importing(name: string): string {
  return `import '${name}';`;
}

function workspaceManifests(): string[] {
  return ['packages', 'apps', 'test']
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}/package.json`))
    .filter((path) => existsSync(join(root, path)));
}

/** What lint says of the files, in a copy of the workspace that has nothing else. */
function lint(files: readonly (readonly [file: string, source: string, ...rest: string[]])[]) {
  // Lint tells real paths, and a temporary folder may be known by another one.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'offload-boundaries-')));
  try {
    for (const path of ['biome.json', 'package.json', 'scripts/lint', ...workspaceManifests()]) {
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
    for (const [file, source] of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `${source}\n`);
    }
    const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
    const args = ['lint', '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=1000'];
    const { stdout } = spawnSync(process.execPath, [biome, ...args], { cwd: folder, encoding: 'utf8' });
    return [...stdout.matchAll(/^::(?:error|warning) title=([^,]+),file=([^,]+),/gm)].map(([, rule, path = '']) => ({
      file: relative(folder, resolve(folder, path)),
      rule,
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
