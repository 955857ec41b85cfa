import { type Topology, taskQueues } from '@offload/contract';
import { BrokerError, TopologyMismatchError } from '../errors.ts';
import type { ChannelSession } from './channel-session.ts';

const PRECONDITION_FAILED = 406;

/**
 * Declares everything that is missing. Queues get no arguments, so that any tutorial's program can share them; types and
 * limits come from the vhost and from policies. When it fails, the channel is closed.
 *
 * @throws TopologyMismatchError when something exists with other properties
 */
export async function declareTopology(session: ChannelSession, topology: Topology): Promise<void> {
  try {
    await declareEntities(session, topology);
  } catch (error) {
    await session.close();
    throw error;
  }
}

async function declareEntities(session: ChannelSession, topology: Topology): Promise<void> {
  const { namedQueues, deadQueue, exchange, controlExchange, eventsExchange } = topology;
  const settingOf = (queue: string) => (namedQueues.includes(queue) ? 'QUEUES' : 'TASK_QUEUE');
  for (const queue of taskQueues(topology)) await declareQueue(session, queue, settingOf(queue));
  await declareQueue(session, deadQueue);
  await declareExchange(session, controlExchange, 'fanout', 'TASK_QUEUE');
  await declareExchange(session, eventsExchange, 'fanout', 'TASK_QUEUE');
  if (exchange === '') return;
  await declareExchange(session, exchange, 'direct', 'TASK_EXCHANGE');
  for (const queue of taskQueues(topology)) {
    const entity: Entity = { kind: 'queue', name: queue, setting: settingOf(queue) };
    await declare(session, entity, () => session.channel.bindQueue(queue, exchange, queue));
  }
}

function declareQueue(session: ChannelSession, name: string, setting = 'TASK_QUEUE'): Promise<void> {
  const entity: Entity = { kind: 'queue', name, setting };
  return declare(session, entity, () => session.channel.assertQueue(name, { durable: true }));
}

function declareExchange(session: ChannelSession, name: string, type: string, setting: string): Promise<void> {
  const entity: Entity = { kind: 'exchange', name, setting };
  return declare(session, entity, () => session.channel.assertExchange(name, type, { durable: true }));
}

interface Entity {
  kind: 'queue' | 'exchange';
  name: string;
  /** The setting that its name comes from. */
  setting: string;
}

async function declare(session: ChannelSession, entity: Entity, request: () => Promise<unknown>): Promise<void> {
  const what = `declare ${entity.kind} '${entity.name}'`;
  try {
    await session.answer(request(), what);
  } catch (cause) {
    if (cause instanceof BrokerError) throw cause;
    const { code, message } = cause as Error & { code?: number };
    if (code === PRECONDITION_FAILED) throw mismatch(entity, session.vhost, message, cause);
    throw new BrokerError(`cannot ${what}: ${message}`, { cause });
  }
}

/** The broker's words, e.g. `inequivalent arg 'durable' for queue 'q' in vhost '/': received 'true' but current is 'false'`. */
const INEQUIVALENT =
  /inequivalent arg '(?<property>[^']+)'.*: received (?<wanted>.+) but current is (?<current>.+?)"?$/s;

function mismatch(entity: Entity, vhost: string, message: string, cause: unknown): TopologyMismatchError {
  const { kind, name } = entity;
  const found = INEQUIVALENT.exec(message)?.groups;
  const property = found?.property ?? '';
  const difference = found
    ? `exists with ${property} = ${value(found.current)}, but Offload declares it with ${property} = ${value(found.wanted)}`
    : `cannot be declared: ${message}`;
  return new TopologyMismatchError(`${kind} '${name}' ${difference}. ${fix(entity, vhost, property)}`, { cause });
}

function fix({ kind, name, setting }: Entity, vhost: string, property: string): string {
  if (kind === 'exchange') {
    return `Delete the exchange (rabbitmqadmin --vhost=${vhost} delete exchange name=${name}), or set ${setting} to another name.`;
  }
  const remove = `rabbitmqctl delete_queue ${vhost === '/' ? '' : `--vhost ${vhost} `}${name}`;
  const keep = property.startsWith('x-') ? ', with a policy (rabbitmqctl set_policy) in place of the argument' : '';
  return `Delete the queue once it is empty (${remove})${keep}, or set ${setting} to another name.`;
}

/** `'false'`, `none` or `the value '10' of type 'signedint'`, without the wrapping. */
function value(text = ''): string {
  return /'(?<inner>[^']*)'/.exec(text)?.groups?.inner ?? text;
}
