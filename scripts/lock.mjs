// One process at a time, across processes of this machine.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs `action` while no other process runs one for the same folder. Waits for as long as the other one lives; what a
 * killed process left behind does not count.
 */
export async function withLock(folder, action) {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `offload-${process.getuid?.() ?? 'user'}-${name}.lock`);
  while (!take(file)) {
    if (!isAlive(readHolder(file))) rmSync(file, { force: true });
    else await delay(100);
  }
  try {
    return await action();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  // Nothing in the file yet, or the file gone already: look again.
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
