import { accessSync, constants, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { searchPath } from './environment.ts';

/** Debian keeps the servers' own programs outside the PATH; what it puts there for RabbitMQ are wrappers that switch the user. */
const rabbitMqFolders = ['/usr/lib/rabbitmq/bin', '/opt/homebrew/opt/rabbitmq/sbin', '/usr/local/opt/rabbitmq/sbin'];
const erlangFolders = ['/usr/lib/erlang/bin', '/opt/homebrew/opt/erlang/bin', '/usr/local/opt/erlang/bin'];

/** Path of a program that comes with RabbitMQ, or undefined. */
export function findRabbitMqBinary(name: 'rabbitmq-server' | 'rabbitmqctl'): string | undefined {
  return findExecutable(name, [...rabbitMqFolders, ...searchPath(), '/usr/local/sbin', '/opt/homebrew/sbin']);
}

/** Path of Erlang's port mapper, without which no RabbitMQ node starts, or undefined. */
export function findEpmd(): string | undefined {
  return findExecutable('epmd', [...searchPath(), ...erlangFolders]);
}

/** Path of a program that comes with Postgres (of the newest one installed), or undefined. */
export function findPostgresBinary(name: 'initdb' | 'postgres' | 'pg_isready' | 'psql'): string | undefined {
  return findExecutable(name, [...debianPostgresFolders(), ...searchPath(), ...homebrewPostgresFolders()]);
}

/** Path of a command in the PATH, or undefined. */
export function findCommand(name: string): string | undefined {
  return findExecutable(name, searchPath());
}

function debianPostgresFolders(): string[] {
  const root = '/usr/lib/postgresql';
  return newestFirst(listFolder(root)).map((version) => join(root, version, 'bin'));
}

function homebrewPostgresFolders(): string[] {
  return ['/opt/homebrew/opt', '/usr/local/opt'].flatMap((root) =>
    newestFirst(listFolder(root).filter((name) => name.startsWith('postgresql'))).map((name) =>
      join(root, name, 'bin'),
    ),
  );
}

function newestFirst(names: string[]): string[] {
  return names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function findExecutable(name: string, folders: readonly string[]): string | undefined {
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
