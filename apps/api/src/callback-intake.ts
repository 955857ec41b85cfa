import { type Callback, deliverCallback, type Topology } from '@offload/contract';
import { type Destinations, ForbiddenDestinationError } from '@offload/outbound';
import type { NewCallback } from '@offload/store';
import { ProblemError } from './problem.ts';
import { invalidBody } from './submission.ts';

/** Bytes of a URL as it is requested; it is the key of a table. */
const LONGEST_URL = 2000;

/** Accepts the callbacks of new tasks. */
export class CallbackIntake {
  readonly #queue: string | null;
  readonly #destinations: Destinations;

  constructor({ callbackQueue }: Topology, destinations: Destinations) {
    this.#queue = callbackQueue;
    this.#destinations = destinations;
  }

  /**
   * What a new task has of it.
   * @throws ProblemError CALLBACKS_DISABLED, or INVALID_REQUEST for a URL that requests must not go to
   */
  of(callback: Callback | undefined): { callback?: NewCallback } {
    if (!callback) return {};
    if (this.#queue === null) {
      throw new ProblemError('CALLBACKS_DISABLED', 'This server sends no callbacks.', {
        errors: [{ pointer: '/callback', message: 'must not be there: the server has no CALLBACK_SECRETS' }],
      });
    }
    const { name: type, maxAttempts, timeoutMs } = deliverCallback;
    return { callback: { type, queue: this.#queue, maxAttempts, timeoutMs, url: this.#permitted(callback.url) } };
  }

  /** The URL as it is requested. */
  #permitted(text: string): string {
    if (!URL.canParse(text)) throw refused('must be a URL');
    const url = new URL(text);
    url.hash = '';
    try {
      this.#destinations.checkUrl(url);
    } catch (error) {
      if (error instanceof ForbiddenDestinationError)
        throw refused(`must be permitted (see OUTBOUND_ALLOWED_HOSTS): ${error.message}`);
      throw error;
    }
    if (url.href.length > LONGEST_URL) throw refused(`must have at most ${LONGEST_URL} characters, percent-encoded`);
    return url.href;
  }
}

function refused(message: string): ProblemError {
  return invalidBody([{ pointer: '/callback/url', message }]);
}
