import { parseArgs } from 'node:util';
import { type FaultKind, faultKinds } from './fault-plan.ts';

export interface StormOptions {
  /** Decides about faults and tasks. */
  seed: number;
  /** How long faults and clients go on. */
  minutes: number;
  /** Tasks a second. */
  rate: number;
  /** Tasks after which clients submit no more. */
  tasks: number;
  /** Kinds of faults to draw from. */
  faults: readonly FaultKind[];
  /** A broker that runs already, instead of a private one. */
  amqpUrls: readonly string[];
  /** Command that ends and starts a node of that broker: `<command> kill 2`, also with `stop` and `start`. */
  clusterScript: string | undefined;
}

export const usage = `npm run chaos -- [options]
  --seed N                 decides about faults and tasks; the same seed plans the same storm (default: a random one)
  --minutes M              how long the storm lasts (default: 5)
  --rate R                 tasks a second (default: 20)
  --tasks N                tasks at most (default: no limit)
  --faults a,b             kinds of faults; default: ${faultKinds.join(',')}
  --amqp-urls a,b,c        nodes of a RabbitMQ that runs already, instead of a private one
  --cluster-script COMMAND ends and starts these nodes: COMMAND kill|stop|start N, from 1

The table at the end:
  accepted                 tasks that a client was answered 202 for; some of them are made to fail, as 'failed' says
  lost                     accepted tasks that the API does not know, that have not ended, or ended otherwise than they had to
  resultsStoredTwice       tasks that ended more than once, by an audit of the database
  executionsPerTask        how often handlers were started; more than 1 for retries, and for workers that were killed
  rerunMs                  from the kill of a worker to the next attempt of its tasks, while all else was well
  rerunAmidFaultsMs        the same while something else was not: the only worker with room may be frozen
  longestOutageMs          longest time in which no client was answered 2xx
  doubleMessages           messages that found nothing to start: harmless
  unknownTasks             tasks that no client was told of: their answers were lost
`;

/** A mistake in the command line, whose message is all that a person needs. */
export class UsageError extends Error {}

/** @throws UsageError */
export function readOptions(args: readonly string[]): StormOptions | 'help' {
  const values = parsed(args);
  if (values.help === true) return 'help';
  const amqpUrls = listOf(values['amqp-urls']);
  if (values['cluster-script'] !== undefined && amqpUrls.length === 0) {
    throw new UsageError('--cluster-script belongs to --amqp-urls: a private broker needs none');
  }
  return {
    seed: numberOf('seed', values.seed ?? String(Math.floor(Math.random() * 2 ** 31)), 0),
    minutes: numberOf('minutes', values.minutes ?? '5', 0.1),
    rate: numberOf('rate', values.rate ?? '20', 0.1),
    tasks: values.tasks === undefined ? Number.POSITIVE_INFINITY : numberOf('tasks', values.tasks, 1),
    faults: values.faults === undefined ? faultKinds : listOf(values.faults).map(faultKind),
    amqpUrls,
    clusterScript: values['cluster-script'],
  };
}

function parsed(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        seed: { type: 'string' },
        minutes: { type: 'string' },
        rate: { type: 'string' },
        tasks: { type: 'string' },
        faults: { type: 'string' },
        'amqp-urls': { type: 'string' },
        'cluster-script': { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function listOf(value = ''): string[] {
  return value
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
}

function numberOf(name: string, value: string, minimum: number): number {
  const number = Number(value);
  if (Number.isFinite(number) && number >= minimum) return number;
  throw new UsageError(`--${name} must be a number from ${minimum}, not '${value}'`);
}

function faultKind(name: string): FaultKind {
  const kind = faultKinds.find((known) => known === name);
  if (kind === undefined) throw new UsageError(`no fault is called '${name}'; there are ${faultKinds.join(', ')}`);
  return kind;
}
