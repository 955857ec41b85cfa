/** The only file of this package that reads the environment. */

/** The variables that a started server or program inherits; an `undefined` value leaves a variable out. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The environment of this process, changed by `changes`. */
export function environment(changes: Variables = {}): Record<string, string | undefined> {
  return { ...process.env, ...changes };
}

/** Where commands are looked for, in order. */
export function searchPath(): string[] {
  return (process.env.PATH ?? '').split(':').filter((folder) => folder !== '');
}

/** URL of the RabbitMQ that the test run provides, with its virtual host. @throws Error when the run provides none */
export function amqpUrl(): string {
  return required('AMQP_URL', 'RabbitMQ and Postgres');
}

/** URL of the Postgres that the test run provides. @throws Error when the run provides none */
export function databaseUrl(): string {
  return required('DATABASE_URL', 'RabbitMQ and Postgres');
}

function required(name: string, provided: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new Error(`${name} is not set: run the tests with \`npm test\`, which provides ${provided}`);
  }
  return value;
}
