/** What the broker needs of a logger; pino's fits. */
export interface BrokerLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
