import { findPostgresBinary } from './binaries.ts';
import { environment } from './environment.ts';
import { installationAdvice } from './provision.ts';
import { runCommand } from './run-command.ts';

/**
 * Runs SQL on a database and gives the rows, one a line, their columns separated by `|`.
 * @throws Error when a statement fails, or psql is missing
 */
export async function runSql(url: string, sql: string): Promise<string> {
  const psql = findPostgresBinary('psql');
  if (psql === undefined)
    throw new Error(`psql, by which tests reach a database, was not found: ${installationAdvice}`);
  const options = ['--no-psqlrc', '--quiet', '--tuples-only', '--no-align', '--set=ON_ERROR_STOP=1'];
  return runCommand(psql, [...options, '--command', sql, url], { env: environment() });
}
