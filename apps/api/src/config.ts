import { isIP } from 'node:net';
import { Destinations } from '@offload/outbound';
import { listOf, loadSettings, StartupError, sharedSettings } from '@offload/process';
import { type Static, Type } from 'typebox';

/** Settings of the API alone. */
export const apiSettings = {
  AMQP_MANAGEMENT_URL: Type.Optional(
    Type.String({
      writeOnly: true,
      pattern: '^https?://',
      description: "RabbitMQ's management API, e.g. `http://host:15672`, for the exact `messagesUnacknowledged`",
    }),
  ),
  HOST: Type.String({ default: '127.0.0.1', description: 'Address that the API listens on' }),
  PORT: Type.Integer({
    default: 3000,
    minimum: 0,
    maximum: 65_535,
    description: 'Port that the API listens on; 0: any',
  }),
  API_KEYS: Type.String({
    default: '',
    writeOnly: true,
    description: 'Keys of admins for `Authorization: Bearer <key>`, separated by commas; needed beyond loopback',
  }),
  ALLOW_ANONYMOUS: Type.Boolean({
    default: false,
    description: '`true` opens the API to everybody who reaches it, without keys, on any address',
  }),
  RATE_LIMIT_PER_MINUTE: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 10_000_000,
    description: 'Requests a minute from one key, or from one address without a key, to each API process; 0: no limit',
  }),
  MAX_STREAMS_PER_CLIENT: Type.Integer({
    default: 5000,
    minimum: 0,
    description:
      'Event streams that may be open with one key, or from one address without a key, at each API process; 0: no limit',
  }),
  CORS_ORIGINS: Type.String({
    default: '',
    pattern: '^\\s*(\\*|https?://[^/\\s,]+(\\s*,\\s*https?://[^/\\s,]+)*)?\\s*$',
    description:
      'Origins whose pages may use the API from scripts, e.g. `https://app.example.com`, separated by commas; `*`: all',
  }),
  TRUSTED_PROXIES: Type.String({
    default: '',
    description: 'Addresses or networks of proxies whose `X-Forwarded-For` is believed, separated by commas',
  }),
  BODY_LIMIT: Type.Integer({
    default: 1_048_576,
    minimum: 1024,
    // RabbitMQ takes messages of 16 MiB by default.
    maximum: 15_728_640,
    description: 'Bytes that a request body may have',
  }),
  RETENTION_DAYS: Type.Integer({
    default: 7,
    minimum: 1,
    maximum: 3650,
    description: 'Days that finished tasks are kept',
  }),
  MAX_QUEUED: Type.Integer({
    default: 1_000_000,
    minimum: 0,
    description: 'Tasks that may wait for a worker before new ones are refused; 0: no limit',
  }),
};

/** Milliseconds that finished tasks are kept. */
export function retentionMs({ RETENTION_DAYS }: Pick<ApiConfig, 'RETENTION_DAYS'>): number {
  return RETENTION_DAYS * 86_400_000;
}

/** What the API is told of who may use it, and how much. */
export function accessOptions({
  API_KEYS,
  RATE_LIMIT_PER_MINUTE,
  MAX_STREAMS_PER_CLIENT,
  CORS_ORIGINS,
  TRUSTED_PROXIES,
}: Pick<
  ApiConfig,
  'API_KEYS' | 'RATE_LIMIT_PER_MINUTE' | 'MAX_STREAMS_PER_CLIENT' | 'CORS_ORIGINS' | 'TRUSTED_PROXIES'
>) {
  return {
    apiKeys: listOf(API_KEYS),
    rateLimitPerMinute: RATE_LIMIT_PER_MINUTE,
    maxStreamsPerClient: MAX_STREAMS_PER_CLIENT,
    corsOrigins: listOf(CORS_ORIGINS),
    trustedProxies: listOf(TRUSTED_PROXIES),
  };
}

/** What the API is told of callbacks. @throws InvalidDestinationError */
export function callbackOptions({ OUTBOUND_ALLOWED_HOSTS }: Pick<ApiConfig, 'OUTBOUND_ALLOWED_HOSTS'>) {
  return { callbackDestinations: new Destinations(listOf(OUTBOUND_ALLOWED_HOSTS), 'OUTBOUND_ALLOWED_HOSTS') };
}

export const ApiConfigSchema = Type.Object({ ...sharedSettings, ...apiSettings });

export type ApiConfig = Static<typeof ApiConfigSchema>;

export function readConfig(): ApiConfig {
  return guarded(loadSettings(ApiConfigSchema, process.env));
}

/** Refuses what would open the API to the network by accident, or believe the wrong proxy. */
export function guarded<Config extends Pick<ApiConfig, 'HOST' | 'API_KEYS' | 'ALLOW_ANONYMOUS' | 'TRUSTED_PROXIES'>>(
  config: Config,
): Config {
  const { HOST, API_KEYS, ALLOW_ANONYMOUS, TRUSTED_PROXIES } = config;
  const notAddress = listOf(TRUSTED_PROXIES).find((proxy) => !isNetwork(proxy));
  if (notAddress !== undefined) {
    throw new StartupError(`TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8, got '${notAddress}'`);
  }
  if (isLoopback(HOST) || listOf(API_KEYS).length > 0 || ALLOW_ANONYMOUS) return config;
  throw new StartupError(
    `HOST ${HOST} can be reached from other machines: set API_KEYS, or ALLOW_ANONYMOUS=true to let everybody in`,
  );
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
