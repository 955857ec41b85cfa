import type { Topology } from '@offload/contract';
import { withDeadline } from '../deadline.ts';
import { BrokerError } from '../errors.ts';
import type { ChannelSession } from './channel-session.ts';
import type { SupervisedConnection } from './supervised-connection.ts';
import { declareTopology } from './topology-declaration.ts';

/** What is asked on a channel; it should end soon once the signal is aborted. */
export type Question<T> = (session: ChannelSession, signal: AbortSignal) => Promise<T>;

export interface EnquiriesOptions {
  topology: Topology;
  /** The connection to ask on. */
  connection(): SupervisedConnection;
}

const NOT_FOUND = 404;

/**
 * Asks the broker, each time on a channel of its own, because the broker closes the channel that names a missing queue.
 * Where one is missing, the topology is declared and the question asked once more.
 */
export class Enquiries {
  readonly #options: EnquiriesOptions;

  constructor(options: EnquiriesOptions) {
    this.#options = options;
  }

  /** @throws BrokerError with the reason, after `deadlineMs` at the latest */
  async ask<T>(what: string, deadlineMs: number, question: Question<T>): Promise<T> {
    const connection = this.#options.connection();
    // The broker would not even read the question: https://www.rabbitmq.com/docs/alarms#effects-on-clusters
    if (connection.isBlocked) throw new BrokerError('an alarm of the broker blocks the connection');
    const asking = new AbortController();
    try {
      return await withDeadline(this.#ask(connection, question, asking.signal), deadlineMs, what);
    } catch (cause) {
      if (cause instanceof BrokerError) throw cause;
      throw new BrokerError(`cannot ${what}: ${(cause as Error).message}`, { cause });
    } finally {
      asking.abort();
    }
  }

  async #ask<T>(connection: SupervisedConnection, question: Question<T>, signal: AbortSignal): Promise<T> {
    try {
      return await onOwnChannel(connection, question, signal);
    } catch (error) {
      if ((error as { code?: unknown }).code !== NOT_FOUND) throw error;
      await onOwnChannel(connection, (session) => declareTopology(session, this.#options.topology), signal);
      return onOwnChannel(connection, question, signal);
    }
  }
}

async function onOwnChannel<T>(
  connection: SupervisedConnection,
  question: Question<T>,
  signal: AbortSignal,
): Promise<T> {
  const session = await (await connection.current(signal)).openChannel();
  try {
    return await question(session, signal);
  } finally {
    await session.close();
  }
}
