// Makes a checkout ready to run: dependencies installed, sources compiled. Node's own modules only, since it runs
// before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Kept in node_modules, so that they go together with what they tell about. */
const stamps = join(root, 'node_modules', '.offload');
const workspaceFolders = ['packages', 'apps', 'test'];

/** A failure whose message is all that a person needs. */
export class PreparationError extends Error {}

/**
 * Installs and compiles whatever is not up to date, with a line on stderr for what takes long.
 * @throws PreparationError
 */
export async function prepare() {
  requireNode(20, 19);
  if (isInstalled() && isBuilt()) return;
  await withLock(root, async () => {
    if (!isInstalled()) await install();
    if (!isBuilt()) await build();
  });
}

/** Folders of the workspaces that are there, such as `/…/apps/api`. */
export function workspaces() {
  return workspaceFolders
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((folder) => existsSync(join(folder, 'package.json')));
}

/** Files below a folder, however deep; none when the folder is missing. */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function requireNode(major, minor) {
  const [actualMajor, actualMinor] = process.versions.node.split('.').map(Number);
  if (actualMajor > major || (actualMajor === major && actualMinor >= minor)) return;
  throw new PreparationError(`Offload needs Node.js ${major}.${minor} or newer; this is ${process.versions.node}.`);
}

function isInstalled() {
  const lockfile = readFileSync(join(root, 'package-lock.json'));
  const expected = hash(lockfile);
  if (readStamp('installed') === expected) return true;
  if (!matchesInstalledPackages(JSON.parse(lockfile))) return false;
  writeStamp('installed', expected);
  return true;
}

/** Also true after a plain `npm install`: npm leaves a list of what it installed. */
function matchesInstalledPackages(lockfile) {
  let installed;
  try {
    installed = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'))).packages;
  } catch {
    return false;
  }
  return Object.entries(lockfile.packages)
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, wanted]) => {
      const found = installed[path];
      if (found === undefined) return wanted.optional === true || wanted.devOptional === true;
      return wanted.link === true ? found.link === true : found.version === wanted.version;
    });
}

async function install() {
  say('Installing dependencies (first start only)…');
  // Under npm, its own path is in npm_execpath. The compiler is a development dependency.
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const command = [...npm, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // npm tells its reason first and then all of its options.
  await run(command, { shownLines: 10 });
  writeStamp('installed', hash(readFileSync(join(root, 'package-lock.json'))));
}

function isBuilt() {
  return readStamp('built') === buildFingerprint();
}

async function build() {
  say('Building…');
  await run([process.execPath, join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '--build']);
  writeStamp('built', buildFingerprint());
}

/** Of all that the compiler reads, and of its own records, so that a cleaned checkout is built again. */
function buildFingerprint() {
  const files = workspaces().flatMap((folder) => [
    ...filesBelow(join(folder, 'src')),
    ...filesBelow(join(folder, 'test')),
    join(folder, 'tsconfig.json'),
    join(folder, 'package.json'),
    join(folder, 'dist', 'tsconfig.tsbuildinfo'),
  ]);
  const shared = ['tsconfig.json', 'tsconfig.base.json', 'package-lock.json'].map((name) => join(root, name));
  const states = [...shared, ...files].map((file) => {
    const state = statSync(file, { throwIfNoEntry: false });
    return `${file} ${state?.mtimeMs} ${state?.size}`;
  });
  return hash(states.join('\n'));
}

/** Runs a command in the checkout, and shows its output only when it fails. */
function run([command, ...args], { shownLines = Number.POSITIVE_INFINITY } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.once('error', (error) => reject(new PreparationError(`Cannot run ${command}: ${error.message}`)));
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new PreparationError(firstLines(Buffer.concat(chunks).toString().trimEnd(), shownLines)));
    });
  });
}

function firstLines(text, count) {
  return text.split('\n').slice(0, count).join('\n');
}

function readStamp(name) {
  try {
    return readFileSync(join(stamps, name), 'utf8');
  } catch {
    return null;
  }
}

function writeStamp(name, content) {
  mkdirSync(stamps, { recursive: true });
  writeFileSync(join(stamps, name), content);
}

function hash(content) {
  return createHash('sha256').update(content).digest('hex');
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
