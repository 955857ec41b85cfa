// npm starts us through a shell, and when npm is killed neither the shell nor we would notice: the port and the data
// folder would stay taken by a program that nobody sees any more.
import { execFileSync } from 'node:child_process';

const INTERVAL_MS = 100;

/** Under npm: stops in an orderly way when the shell has gone, as on SIGTERM, and at once when npm was killed. */
export function endWithNpm() {
  const shell = process.ppid;
  const npm = process.env.npm_lifecycle_event === undefined ? undefined : parentOfShell(shell);
  if (npm === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid !== shell) {
      clearInterval(timer);
      process.kill(process.pid, 'SIGTERM');
    } else if (!isAlive(npm)) {
      process.kill(process.pid, 'SIGKILL');
    }
  }, INTERVAL_MS);
  timer.unref();
}

/** @returns undefined where there is no shell in between, or no `ps` to ask */
function parentOfShell(shell) {
  try {
    const answer = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(shell)], { encoding: 'utf8' });
    const [, parent] = /^\s*(\d+)\s+\S*sh -c /.exec(answer) ?? [];
    return parent === undefined ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
