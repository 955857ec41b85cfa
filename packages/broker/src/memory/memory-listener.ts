import type { Listener, ListenOptions, Message } from '../port.ts';
import { Readiness } from '../readiness.ts';

export class MemoryListener implements Listener {
  readonly #options: ListenOptions;
  readonly #onClose: (listener: MemoryListener) => void;
  readonly #live = new Readiness();

  constructor(options: ListenOptions, onClose: (listener: MemoryListener) => void) {
    this.#options = options;
    this.#onClose = onClose;
    this.#live.set(true);
    setImmediate(() => {
      if (this.isLive) options.onLive?.();
    });
  }

  get isLive(): boolean {
    return this.#live.isReady;
  }

  live(signal: AbortSignal): Promise<void> {
    return this.#live.wait(signal);
  }

  hear(message: Message): void {
    if (this.isLive) this.#options.onMessage(message);
  }

  async close(): Promise<void> {
    this.#live.set(false);
    this.#onClose(this);
  }
}
