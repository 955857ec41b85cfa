import { TopologyMismatchError } from '../errors.ts';
import type { BrokerLogger } from '../logger.ts';

/** Reports each failure once, however often it comes back before it is over, and its end once. */
export class OutageLog {
  readonly #logger: BrokerLogger;
  /** The messages of the failures that each part has had since it last worked. */
  readonly #failures = new Map<string, Set<string>>();

  constructor(logger: BrokerLogger) {
    this.#logger = logger;
  }

  failed(part: string, error: Error): void {
    // One cause takes down several parts: the first one tells.
    const isKnown = [...this.#failures.values()].some((messages) => messages.has(error.message));
    const messages = this.#failures.get(part) ?? new Set();
    this.#failures.set(part, messages.add(error.message));
    if (isKnown) return;
    const level = error instanceof TopologyMismatchError ? 'error' : 'warn';
    const { code, message: reason } = error as Error & { code?: unknown };
    this.#logger[level]({ part, code, reason }, 'broker failure, trying again');
  }

  recovered(part: string, fields: object = {}): void {
    this.#failures.delete(part);
    this.#logger.info({ part, ...fields }, 'broker is ready');
  }
}
