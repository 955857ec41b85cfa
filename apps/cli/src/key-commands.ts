import type { ApiKey } from '@offload/client';
import { API_SCOPES, type ApiScope } from '@offload/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { answerOf } from './answer.ts';
import type { ProgramOptions } from './program.ts';

interface CreateOptions {
  name: string;
  scopes: string;
  expires?: string;
}

/** `offload keys …`: for admins. */
export function addKeyCommands(program: Command, { url, client, print }: ProgramOptions): void {
  const keys = program.command('keys').description('make, list and revoke API keys');

  keys
    .command('create')
    .description('make a key and print it; it is not shown again')
    .requiredOption('--name <name>', 'the client that it is for')
    .requiredOption('--scopes <scopes>', `what it allows, separated by commas: ${API_SCOPES.join(', ')}`)
    .option('--expires <time>', 'when it ends, RFC 3339')
    .addHelpText('after', '\nExample: offload keys create --name ci --scopes submit,read')
    .action(async ({ name, scopes, expires }: CreateOptions) => {
      const body = { name, scopes: scopesOf(scopes), ...(expires === undefined ? {} : { expiresAt: expires }) };
      print((await answerOf(url, client.POST('/keys', { body }))).key);
    });

  keys
    .command('list')
    .description('list keys, the oldest first')
    .action(async () => {
      const { items } = await answerOf(url, client.GET('/keys'));
      for (const key of items) print(line(key));
    });

  keys
    .command('revoke <id>')
    .description('revoke a key, by the id that `keys list` shows')
    .action(async (id: string) => {
      await answerOf(url, client.DELETE('/keys/{id}', { params: { path: { id } } }));
      print(`${id} revoked`);
    });
}

function scopesOf(text: string): ApiScope[] {
  const scopes = text.split(',').map((scope) => scope.trim());
  const unknown = scopes.filter((scope) => !(API_SCOPES as readonly string[]).includes(scope));
  if (unknown.length > 0) throw new InvalidArgumentError(`scopes must be some of: ${API_SCOPES.join(', ')}`);
  return scopes as ApiScope[];
}

function line({ id, name, scopes, expiresAt, lastUsedAt }: ApiKey): string {
  const use = lastUsedAt === null ? 'never used' : `last used ${lastUsedAt}`;
  const end = expiresAt === null ? '' : `, expires ${expiresAt}`;
  return `${id}  ${name.padEnd(12)}  ${scopes.join(',')}  ${use}${end}`;
}
