import type { ApiScope } from '@offload/contract';

/** Who sent a request, as far as API keys tell. */
export type Client = {
  /** Tells it apart from every other; stable, and says nothing of a key. */
  readonly id: string;
  /** Of the key that was shown, where it was made here. */
  readonly keyId: string | null;
  readonly scopes: ReadonlySet<ApiScope>;
} & (
  | { readonly isAdmin: false; readonly name: string }
  /** Without a name, its tasks are nobody's. */
  | { readonly isAdmin: true; readonly name: string | null }
);

/** Everybody, where the server asks for no key. */
export const ANONYMOUS: Client = {
  id: 'anonymous',
  keyId: null,
  isAdmin: true,
  name: null,
  scopes: new Set(['admin']),
};

/** Everybody on a public route: sees nothing, since no key has an empty name. */
export const NOBODY: Client = { id: 'nobody', keyId: null, isAdmin: false, name: '', scopes: new Set() };

/** A key that the operator has put into the environment, by its place there. */
export function operator(place: number): Client {
  return { id: `operator:${place}`, keyId: null, isAdmin: true, name: null, scopes: new Set(['admin']) };
}

/** Whoever has a key of this name. */
export function namedClient(name: string, scopes: readonly ApiScope[], keyId: string): Client {
  return { id: `key:${name}`, keyId, isAdmin: scopes.includes('admin'), name, scopes: new Set(scopes) };
}

/** Whether it has shown a key that is one. */
export function hasKey(client: Client): boolean {
  return client !== ANONYMOUS && client !== NOBODY;
}

export function isAllowed({ isAdmin, scopes }: Client, scope: ApiScope): boolean {
  return isAdmin || scopes.has(scope);
}

/** Whose tasks a client sees, for the store: its own, or, as an admin, everybody's. */
export function seenBy(client: Client): string | undefined {
  return client.isAdmin ? undefined : client.name;
}
