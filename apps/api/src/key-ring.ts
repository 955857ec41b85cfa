import { timingSafeEqual } from 'node:crypto';
import type { KeyRegistry } from '@offload/store';
import { digestOf, isApiKey } from './api-key.ts';
import { type Client, namedClient, operator } from './client.ts';

export interface KeyRingOptions {
  store: KeyRegistry;
  /** Keys of the operator, from the environment. */
  apiKeys: readonly string[];
}

/** Milliseconds for which a key that was good is good: after that, a revoked one opens nothing any more, on any replica. */
export const TRUSTED_MS = 5000;

/** Milliseconds for which a key that was unknown is unknown: wrong ones cost one look at the store a second, all together. */
export const UNKNOWN_MS = 1000;

/**
 * Whose key it is. All keys that the store has, a thousand at most, are read when somebody comes with one and the last look was too
 * long ago, so that requests cost no statement, and guesses need no memory.
 *
 * Only digests are compared, the operator's in constant time. Others are looked up by theirs: how long that takes may tell of the digest of what was sent,
 * which its sender knows, and nothing of how to come near the digest of a key.
 */
export class KeyRing {
  readonly #store: KeyRegistry;
  readonly #operators: readonly { digest: Buffer; client: Client }[];
  #holders: ReadonlyMap<string, Client> = new Map();
  #used = new Set<string>();
  /** When the look that gave `#holders` was begun, on the clock of `performance`. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  #changedAt = Number.NEGATIVE_INFINITY;
  #look: Promise<void> | undefined;

  constructor({ store, apiKeys }: KeyRingOptions) {
    this.#store = store;
    this.#operators = apiKeys.map((key, index) => ({ digest: digestOf(key), client: operator(index + 1) }));
  }

  /** @throws StoreUnavailableError when it is a key of the store's kind, and the store cannot be asked */
  async clientOf(key: string): Promise<Client | undefined> {
    const digest = digestOf(key);
    let found: Client | undefined;
    for (const { digest: ofOperator, client } of this.#operators) {
      if (timingSafeEqual(digest, ofOperator)) found = client;
    }
    if (found || !isApiKey(key)) return found;
    const hash = digest.toString('hex');
    found = (await this.#holderOf(hash, TRUSTED_MS)) ?? (await this.#holderOf(hash, UNKNOWN_MS));
    if (found?.keyId) this.#used.add(found.keyId);
    return found;
  }

  /** This process has changed the keys in the store: it knows at once. */
  changed(): void {
    this.#changedAt = performance.now();
  }

  async #holderOf(hash: string, maxAgeMs: number): Promise<Client | undefined> {
    const since = performance.now() - maxAgeMs;
    // Twice at most: a look that is under way may have begun too early.
    while (this.#lookedAt < since || this.#lookedAt <= this.#changedAt) await this.#lookAgain();
    return this.#holders.get(hash);
  }

  #lookAgain(): Promise<void> {
    this.#look ??= this.#lookNow().finally(() => {
      this.#look = undefined;
    });
    return this.#look;
  }

  async #lookNow(): Promise<void> {
    const begunAt = performance.now();
    const used = [...this.#used];
    const keys = await this.#store.listKeys(used);
    for (const id of used) this.#used.delete(id);
    this.#holders = new Map(
      keys
        .filter(({ isExpired }) => !isExpired)
        .map(({ id, name, scopes, hash }) => [hash, namedClient(name, scopes, id)]),
    );
    this.#lookedAt = begunAt;
  }
}
