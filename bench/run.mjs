// Runs the benchmark from a bare checkout: builds the product, installs this project, and hands over to a newer Node
// than the product needs, because some peers need it. Node's own modules only, since nothing is installed yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PreparationError, prepare } from '../scripts/prepare.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const stamp = `${folder}node_modules/.bench-installed`;
const NEEDED_MAJOR = 24;

try {
  await prepare();
  installWhenStale();
  const { status } = spawnSync(nodePath(), [`${folder}src/main.ts`, ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  if (!(error instanceof PreparationError)) throw error;
  process.stderr.write(`bench: ${error.message}\n`);
  process.exitCode = 1;
}

function installWhenStale() {
  const wanted = createHash('sha256')
    .update(readFileSync(`${folder}package-lock.json`))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  process.stderr.write('Installing what the benchmark compares with…\n');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  // npm tells its reason first and then all of its options.
  if (status !== 0) throw new PreparationError(`npm ci failed:\n${stderr?.split('\n').slice(0, 10).join('\n')}`);
  writeFileSync(stamp, wanted);
}

function nodePath() {
  const platform = `${process.platform}-${process.arch}`;
  const packaged = `${folder}node_modules/node-${platform}/bin/node`;
  if (existsSync(packaged)) return packaged;
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath;
  throw new PreparationError(
    `needs Node.js ${NEEDED_MAJOR}: no package of it for ${platform}, and this is ${process.versions.node}.`,
  );
}
