import type { TestContext } from 'node:test';
import { createTopology, type Topology, taskQueues } from '@offload/contract';
import { uniqueName } from '@offload/test-services';
import { type ConfirmChannel, connect } from 'amqplib';
import { type Broker, type BrokerLogger, connectRabbitMq, type RabbitMqOptions } from '../src/index.ts';
import { soon } from './inbox.ts';

export interface LogLine {
  level: 'info' | 'warn' | 'error';
  /** The message of the error that was logged, with or without its stack. */
  error: string | undefined;
  fields: object;
}

/** Keeps what would be logged. */
export class LogRecorder implements BrokerLogger {
  readonly lines: LogLine[] = [];

  info(fields: object): void {
    this.#record('info', fields);
  }

  warn(fields: object): void {
    this.#record('warn', fields);
  }

  error(fields: object): void {
    this.#record('error', fields);
  }

  of(level: LogLine['level']): (string | undefined)[] {
    return this.lines.filter((line) => line.level === level).map(({ error }) => error);
  }

  #record(level: LogLine['level'], fields: object): void {
    const { err, reason } = fields as { err?: Error; reason?: string };
    this.lines.push({ level, error: reason ?? err?.message, fields });
  }
}

/** Acts on the broker as an operator or another program would, on a connection of its own. */
export async function withChannel<T>(url: string, act: (channel: ConfirmChannel) => Promise<T>): Promise<T> {
  const connection = await connect(url);
  try {
    const channel = await connection.createConfirmChannel();
    const result = await act(channel);
    await channel.waitForConfirms();
    return result;
  } finally {
    await connection.close();
  }
}

export function ownTopology(exchange = ''): Topology {
  return createTopology(uniqueName('broker'), exchange, ['other']);
}

/** A broker that is closed after the test, and its queues and exchanges deleted, through `url`. */
export function connectForTest(t: TestContext, url: string, options: Partial<RabbitMqOptions> = {}): Broker {
  const { topology = ownTopology() } = options;
  const broker = connectRabbitMq({
    urls: [url],
    processName: 'broker-test',
    logger: new LogRecorder(),
    ...options,
    topology,
  });
  t.after(async () => {
    await broker.close();
    await withChannel(url, async (channel) => {
      for (const queue of taskQueues(topology)) await channel.deleteQueue(queue);
      await channel.deleteQueue(topology.deadQueue);
      await channel.deleteExchange(topology.controlExchange);
      await channel.deleteExchange(topology.eventsExchange);
      if (topology.exchange !== '') await channel.deleteExchange(topology.exchange);
    });
  });
  return broker;
}

export async function readyBroker(
  t: TestContext,
  url: string,
  options: Partial<RabbitMqOptions> = {},
): Promise<Broker> {
  const broker = connectForTest(t, url, options);
  await broker.publisher.ready(soon());
  return broker;
}
