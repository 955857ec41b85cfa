import { BrokerConfigurationError } from '../errors.ts';

/** A broker's address. Only `label` may be logged. */
export interface Endpoint {
  /** What amqplib connects to; has the password in it. */
  url: string;
  /** `host:port/vhost` */
  label: string;
  vhost: string;
  username: string;
  password: string;
}

const DEFAULT_PORTS: Record<string, string> = { 'amqp:': '5672', 'amqps:': '5671' };

/** @throws BrokerConfigurationError that says what is wrong with the URL, without repeating it */
export function parseEndpoint(text: string, heartbeatSeconds: number): Endpoint {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw malformed('it is no URL');
  const defaultPort = DEFAULT_PORTS[url.protocol];
  if (defaultPort === undefined) throw malformed(`its scheme is '${url.protocol.slice(0, -1)}'`);
  if (url.hostname === '') throw malformed('it has no host');
  if (!url.searchParams.has('heartbeat')) url.searchParams.set('heartbeat', String(heartbeatSeconds));
  const vhost = decoded(url.pathname.slice(1)) || '/';
  const isAnonymous = url.username === '' && url.password === '';
  return {
    url: url.href,
    label: `${url.hostname}:${url.port || defaultPort}/${vhost === '/' ? '' : vhost}`,
    vhost,
    username: isAnonymous ? 'guest' : decoded(url.username),
    password: isAnonymous ? 'guest' : decoded(url.password),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw malformed("it has a '%' that is not the start of an escape like %2F", cause);
  }
}

function malformed(reason: string, cause?: unknown): Error {
  return new BrokerConfigurationError(
    `malformed AMQP URL: expected amqp://user:password@host:port/vhost, but ${reason}`,
    { cause },
  );
}
