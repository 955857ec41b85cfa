import { spawn } from 'node:child_process';

export type Dependents = {
  /** Process groups to end. */
  groups: readonly number[];
  /** Sent first; what is still there five seconds later is killed. @default 'KILL' */
  signal?: 'KILL' | 'INT';
  /** Folder to delete afterwards. */
  folder?: string;
};

/** Undoes a tie. */
export type Release = () => void;

const script = `
read -r _
signal=$1 folder=$2; shift 2
for group; do kill -s "$signal" -- "-$group" 2>/dev/null; done
tries=50
for group; do
  while [ "$signal" != KILL ] && [ $tries -gt 0 ] && kill -s 0 -- "-$group" 2>/dev/null; do sleep 0.1; tries=$((tries - 1)); done
  kill -s KILL -- "-$group" 2>/dev/null
done
[ -z "$folder" ] || rm -rf -- "$folder"
`;

/**
 * Ties process groups to the life of this process: they end and their folder goes when this process does, even by
 * SIGKILL, as when a test runner gives up on a test file. A small shell waits for that at the end of a pipe.
 */
export function tieToThisProcess({ groups, signal = 'KILL', folder = '' }: Dependents): Release {
  const watcher = spawn('sh', ['-c', script, 'lifeline', signal, folder, ...groups.map(String)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.unref();
  // The pipe must not keep this process alive, and a watcher that is gone already is no failure.
  watcher.stdin.on('error', () => {});
  if ('unref' in watcher.stdin && typeof watcher.stdin.unref === 'function') watcher.stdin.unref();
  return () => {
    watcher.kill('SIGKILL');
  };
}
