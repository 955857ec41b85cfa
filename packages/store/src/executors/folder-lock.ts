import { stat, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreConfigurationError } from '../errors.ts';

/**
 * Makes this process the only one that uses a folder, until it releases it or ends in whatever way: a listening socket
 * goes with its process, also on SIGKILL. It is named by the folder's identity on disk, so that every path to it counts.
 * Processes in different containers do not see each other's sockets.
 *
 * @returns releases the folder
 * @throws StoreConfigurationError when another process has it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const { dev, ino } = await stat(folder, { bigint: true });
  const address = socketAddress(`offload-${dev.toString(36)}-${ino.toString(36)}`);
  const server = (await listen(address)) ?? (await takeOver(address));
  if (!server) {
    throw new StoreConfigurationError(`the data folder '${folder}' is in use by another process: stop that one first`);
  }
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/** Only outside Linux and Windows does the socket's name outlive its process, as a file. */
function socketAddress(name: string): string {
  if (process.platform === 'linux') return `\0${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.sock`);
}

/** @returns `undefined` when the address is taken */
function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** Tells a dead process's socket file from a live one's by whether anyone answers. */
async function takeOver(address: string): Promise<Server | undefined> {
  if (process.platform === 'linux' || process.platform === 'win32' || (await answers(address))) return undefined;
  await unlink(address);
  return listen(address);
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
