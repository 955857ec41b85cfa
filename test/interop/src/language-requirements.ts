import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Requirement } from '@offload/test-services';

/** Debian's interpreter sees Debian's packages; another Python earlier in the PATH does not. */
export const PYTHON = '/usr/bin/python3';

/** Where Debian keeps the sources of Go libraries. */
export const GO_PATH = '/usr/share/gocode';

/** What the tutorial's programs are run with, beyond Node.js. */
export const languageRequirements: readonly Requirement[] = [
  {
    name: 'Python with pika',
    isPresent: () => succeeds(PYTHON, '-c', 'import pika'),
    debianPackages: ['python3-pika'],
  },
  {
    name: 'PHP with amqp',
    isPresent: () => succeeds('php', '-r', 'exit(extension_loaded("amqp") ? 0 : 1);'),
    debianPackages: ['php-cli', 'php-amqp'],
  },
  {
    name: 'Go with amqp091-go',
    isPresent: () => succeeds('go', 'version') && existsSync(`${GO_PATH}/src/github.com/rabbitmq/amqp091-go`),
    debianPackages: ['golang-go', 'golang-github-rabbitmq-amqp091-go-dev'],
  },
];

function succeeds(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
