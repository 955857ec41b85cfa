// node scripts/start.mjs PART [arguments…]: makes the checkout ready and becomes the program apps/PART.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endWithNpm } from './end-with-npm.mjs';
import { PreparationError, prepare, root } from './prepare.mjs';

const [part, ...args] = process.argv.slice(2);
const app = join(root, 'apps', part ?? '');

if (part === undefined || !existsSync(join(app, 'src', 'main.ts'))) {
  fail(part === undefined ? 'usage: node scripts/start.mjs PART [arguments…]' : `apps/${part} has no src/main.ts`);
}
try {
  await prepare();
} catch (error) {
  if (!(error instanceof PreparationError)) throw error;
  fail(error.message);
}

// In this very process: signals, the terminal and the exit code are then the program's own.
const entry = join(app, 'dist', 'src', 'main.js');
process.argv = [process.execPath, entry, ...args];
process.setSourceMapsEnabled(true);
endWithNpm();
await import(pathToFileURL(entry).href);

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
