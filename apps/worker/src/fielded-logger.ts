import type { HandlerLogger } from '@offload/handler';

/** A logger whose lines have some fields in common; costs nothing until a line is written, as a child of pino's does. */
export class FieldedLogger implements HandlerLogger {
  readonly #logger: HandlerLogger;
  readonly #fields: object;

  constructor(logger: HandlerLogger, fields: object) {
    this.#logger = logger;
    this.#fields = fields;
  }

  /** The same with more fields. */
  with(fields: object): FieldedLogger {
    return new FieldedLogger(this.#logger, { ...this.#fields, ...fields });
  }

  debug(fields: object, message: string): void {
    this.#logger.debug({ ...this.#fields, ...fields }, message);
  }

  info(fields: object, message: string): void {
    this.#logger.info({ ...this.#fields, ...fields }, message);
  }

  warn(fields: object, message: string): void {
    this.#logger.warn({ ...this.#fields, ...fields }, message);
  }

  error(fields: object, message: string): void {
    this.#logger.error({ ...this.#fields, ...fields }, message);
  }
}
