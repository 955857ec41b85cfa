import type { BrokerLogger } from '../logger.ts';
import type { Endpoint } from './endpoint.ts';

/** The HTTP API of RabbitMQ's management plugin, for what AMQP has no word for. */
export class ManagementApi {
  readonly #queuesUrl: string;
  readonly #authorization: string;
  readonly #logger: BrokerLogger;
  #isFailing = false;

  /** @throws Error that says what is wrong with the URL, without repeating it */
  constructor(url: string, { vhost, username, password }: Endpoint, logger: BrokerLogger) {
    const base = URL.canParse(url) ? new URL(url) : undefined;
    if (!base || !/^https?:$/.test(base.protocol)) {
      throw new Error('malformed management URL: expected http://user:password@host:port');
    }
    const [name, secret] = base.username
      ? [decodeURIComponent(base.username), decodeURIComponent(base.password)]
      : [username, password];
    this.#authorization = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
    base.username = '';
    base.password = '';
    this.#queuesUrl = `${base.href.replace(/\/$/, '')}/api/queues/${encodeURIComponent(vhost)}`;
    this.#logger = logger;
  }

  /** Messages that consumers hold; the broker renews the figure every few seconds. `null` when it cannot be had. */
  async messagesUnacknowledged(queue: string, deadlineMs: number): Promise<number | null> {
    try {
      const response = await fetch(`${this.#queuesUrl}/${encodeURIComponent(queue)}`, {
        headers: { authorization: this.#authorization },
        signal: AbortSignal.timeout(deadlineMs),
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const { messages_unacknowledged: figure } = (await response.json()) as { messages_unacknowledged?: unknown };
      this.#isFailing = false;
      return typeof figure === 'number' ? figure : null;
    } catch (error) {
      if (!this.#isFailing) this.#logger.warn({ err: error }, 'management API does not answer');
      this.#isFailing = true;
      return null;
    }
  }
}
