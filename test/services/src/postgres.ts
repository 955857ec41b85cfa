import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgresBinary } from './binaries.ts';
import { environment } from './environment.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { tieToThisProcess } from './lifeline.ts';
import { installationAdvice } from './provision.ts';
import { runCommand } from './run-command.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export type PostgresOptions = {
  /** Parameters of postgresql.conf, by name. @default none: those that initdb chooses */
  settings?: Readonly<Record<string, string>>;
};

/** A private Postgres server on 127.0.0.1. */
export type Postgres = {
  /** URL of the database `postgres`, with its superuser. */
  readonly url: string;
  readonly port: number;
  /** Shuts the server down in an orderly way, closing its connections. Data is kept. */
  stop(): Promise<void>;
  /** Ends all of the server's processes by SIGKILL. Data is kept. */
  kill(): Promise<void>;
  /** Starts the server again, on the same port and data. */
  start(): Promise<void>;
  /** Ends the server and deletes its data. */
  remove(): Promise<void>;
};

const startTimeoutMs = 60_000;

/**
 * Starts a private Postgres server with a data folder of its own. It ends with this process at the latest.
 * @throws Error with the end of the log when the server does not start
 */
export async function startPostgres({ settings: parameters = {} }: PostgresOptions = {}): Promise<Postgres> {
  const [initdb, postgres, isReady] = [required('initdb'), required('postgres'), required('pg_isready')];
  const owner = serverUser();
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'offload-postgres-'));
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const env = environment({ HOME: folder, PGDATA: undefined, LC_ALL: 'C' });

  let server: ServerProcess | undefined;
  let release = tieToThisProcess({ groups: [], folder });
  let removed = false;

  const start = async (): Promise<void> => {
    if (server?.isRunning() === true) return;
    server = await startServerProcess({
      command: postgres,
      args: [
        '-D',
        data,
        '-p',
        String(port),
        '-k',
        folder,
        ...set({ listen_addresses: '127.0.0.1', fsync: 'on', ...parameters }),
      ],
      env,
      logFile: join(folder, 'server.log'),
      ...owner,
    });
    release();
    release = tieToThisProcess({ groups: [server.pid], signal: 'INT', folder });
    await server.waitUntilReady(async () => {
      await runCommand(isReady, ['-q', '-h', '127.0.0.1', '-p', String(port)], { env });
    }, startTimeoutMs);
  };
  const remove = async (): Promise<void> => {
    if (removed) return;
    removed = true;
    await server?.end('SIGINT');
    release();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };

  try {
    const settings = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
    await runCommand(initdb, ['-D', data, ...settings], { env, ...owner });
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    async stop() {
      await server?.end('SIGINT');
    },
    async kill() {
      if (server === undefined) return;
      // Backends are in process groups of their own, and would go on for a moment with the data still theirs.
      const { pid: postmaster } = server;
      const backends = processes().flatMap(({ pid, parent }) => (parent === postmaster ? [pid] : []));
      await server.end('SIGKILL');
      for (const pid of backends) killIfThere(pid);
      await eventually(() => {
        const left = processes().filter(({ pid, state }) => backends.includes(pid) && !state.startsWith('Z'));
        if (left.length > 0) throw new Error('processes of the server are still there');
      });
    },
    start,
    remove,
  };
}

function set(parameters: Readonly<Record<string, string>>): string[] {
  return Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Postgres refuses to run as root: root runs it as the user that its package makes. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const user of ['postgres', '_postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number.parseInt(spawnSync('id', [flag, user]).stdout.toString(), 10));
    if (uid !== undefined && gid !== undefined && uid > 0) return { uid, gid };
  }
  throw new Error('Postgres does not run as root, and there is no user postgres to run it as');
}

function processes(): { pid: number; parent: number; state: string }[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=']);
  const lines = stdout.toString().trim().split('\n');
  return lines.map((line) => {
    const [pid, parent, state = ''] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), state };
  });
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went with its parent.
  }
}

function required(name: 'initdb' | 'postgres' | 'pg_isready'): string {
  const path = findPostgresBinary(name);
  if (path === undefined) throw new Error(`${name} was not found: ${installationAdvice}`);
  return path;
}
