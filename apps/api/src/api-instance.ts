import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { Broker } from '@offload/broker';
import type { TaskCatalogue } from '@offload/contract';
import type { FileStorage } from '@offload/files';
import type { Store } from '@offload/store';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';

/** What the routes work with. */
export interface ApiDependencies {
  store: Store;
  broker: Broker;
  catalogue: TaskCatalogue;
  files: FileStorage;
  /** Milliseconds that finished tasks are kept. */
  retentionMs: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    dependencies: ApiDependencies;
  }
}

/** The Fastify instance that routes are registered on: their schemas are TypeBox's. */
export type ApiInstance = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;
