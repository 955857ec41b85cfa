/** Runs the command that its arguments are, and puts before each line of standard output the time of its arrival. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [command = '', ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
createInterface({ input: child.stdout }).on('line', (line) => console.log(`${Date.now()} ${line}`));
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});
