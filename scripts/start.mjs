// node scripts/start.mjs PART [arguments…]: makes the checkout ready and becomes the program apps/PART or test/PART.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endWithNpm } from './end-with-npm.mjs';
import { PreparationError, prepare, root } from './prepare.mjs';

const [part, ...args] = process.argv.slice(2);
if (part === undefined) fail('usage: node scripts/start.mjs PART [arguments…]');
const program = ['apps', 'test']
  .map((folder) => join(root, folder, part))
  .find((folder) => existsSync(join(folder, 'src', 'main.ts')));
if (program === undefined) fail(`neither apps/${part} nor test/${part} has a src/main.ts`);

try {
  await prepare();
} catch (error) {
  if (!(error instanceof PreparationError)) throw error;
  fail(error.message);
}

// In this very process: signals, the terminal and the exit code are then the program's own.
const entry = join(program, 'dist', 'src', 'main.js');
process.argv = [process.execPath, entry, ...args];
process.setSourceMapsEnabled(true);
endWithNpm();
await import(pathToFileURL(entry).href);

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
