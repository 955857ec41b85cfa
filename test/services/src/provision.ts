import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { findCommand, findEpmd, findPostgresBinary, findRabbitMqBinary } from './binaries.ts';
import { environment } from './environment.ts';

/** Something that tests need on this machine. */
export type Requirement = {
  name: string;
  isPresent(): boolean;
  debianPackages: readonly string[];
};

/** The servers that the tests start. */
export const services: readonly Requirement[] = [
  {
    name: 'RabbitMQ',
    isPresent: () =>
      [findRabbitMqBinary('rabbitmq-server'), findRabbitMqBinary('rabbitmqctl'), findEpmd()].every(Boolean),
    debianPackages: ['rabbitmq-server'],
  },
  {
    name: 'Postgres',
    isPresent: () => (['initdb', 'postgres', 'pg_isready', 'psql'] as const).every(findPostgresBinary),
    debianPackages: ['postgresql'],
  },
];

/** What makes databases on a Postgres that runs elsewhere. */
export const postgresClient: Requirement = {
  name: 'psql',
  isPresent: () => findPostgresBinary('psql') !== undefined,
  debianPackages: ['postgresql-client'],
};

/** How a person gets the servers, as the end of an error message. */
export const installationAdvice =
  'install RabbitMQ and Postgres (Debian, Ubuntu: `apt-get install rabbitmq-server postgresql`; macOS: ' +
  '`brew install rabbitmq postgresql@17`), or set AMQP_URL and DATABASE_URL to running servers';

/**
 * Makes sure that everything required is there; as root on a Debian-like system it installs what is missing.
 * @param announce gets one line before an installation starts
 * @throws Error that names what is missing and how to get it
 */
export function provision(requirements: readonly Requirement[] = services, announce = (_line: string) => {}): void {
  const missing = requirements.filter((requirement) => !requirement.isPresent());
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && findCommand('apt-get') !== undefined) {
    announce(`Installing ${namesOf(missing)}…`);
    install(missing.flatMap((requirement) => requirement.debianPackages));
  }
  const stillMissing = missing.filter((requirement) => !requirement.isPresent());
  if (stillMissing.length > 0) throw new Error(`missing: ${namesOf(stillMissing)}; ${adviceFor(stillMissing)}`);
}

function adviceFor(requirements: readonly Requirement[]): string {
  if (requirements.every((requirement) => services.includes(requirement))) return installationAdvice;
  const packages = requirements.flatMap((requirement) => requirement.debianPackages);
  return `install what Debian and Ubuntu have in ${packages.join(', ')}`;
}

function namesOf(requirements: readonly Requirement[]): string {
  return requirements.map((requirement) => requirement.name).join(', ');
}

function install(packages: readonly string[]): void {
  withoutStartingServices(() => {
    aptGet('update', '-qq');
    aptGet('install', '-y', '-qq', '--no-install-recommends', ...packages);
  });
}

/** Keeps Debian's packages from starting their servers: the tests start their own. */
function withoutStartingServices(action: () => void): void {
  const policy = '/usr/sbin/policy-rc.d';
  if (existsSync(policy)) {
    action();
    return;
  }
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    action();
  } finally {
    rmSync(policy, { force: true });
  }
}

function aptGet(...args: string[]): void {
  const env = environment({ DEBIAN_FRONTEND: 'noninteractive' });
  const { status, stdout, stderr } = spawnSync('apt-get', args, { env, maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed:\n${stdout}${stderr}`);
}
