export * from './errors.ts';
export type { BrokerLogger } from './logger.ts';
export { createMemoryBroker } from './memory/memory-broker.ts';
export type * from './port.ts';
export { connectRabbitMq, type RabbitMqOptions } from './rabbitmq/rabbitmq-broker.ts';
