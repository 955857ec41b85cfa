import { API_SCOPES } from '@offload/contract';
import type { KeyRecord } from '@offload/store';
import { type Static, Type } from 'typebox';
import { KEY_PREFIX } from './api-key.ts';

export const KeyIdSchema = Type.String({
  format: 'uuid',
  description: 'Names the key without being it.',
  examples: ['5f0c1d9e-3b7a-4c21-9e64-8d2f1a7b6c05'],
});

export const KeyNameSchema = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
  description: 'The client that the key is for. Keys of one name see the same tasks, so that one can replace another.',
  examples: ['ci'],
});

export const ScopesSchema = Type.Array(Type.Enum([...API_SCOPES]), {
  minItems: 1,
  uniqueItems: true,
  description:
    'What it allows: `submit` and retry tasks, `read` and `cancel` those of its own client; `admin`: everything, for everybody’s tasks.',
  examples: [['submit', 'read']],
});

function nullableTime(description: string) {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });
}

const properties = {
  id: KeyIdSchema,
  name: KeyNameSchema,
  scopes: ScopesSchema,
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: nullableTime('When it ends by itself.'),
  lastUsedAt: nullableTime('When it was last used, to within a minute or so.'),
};

/** An API key as it can be shown at any time. */
export const KeyResource = Type.Object(properties, { $id: 'ApiKey', additionalProperties: false });

/** An API key as it is shown once. */
export const NewKeyResource = Type.Object(
  {
    ...properties,
    key: Type.String({
      description: 'The key itself. It is not kept, so it cannot be shown again.',
      examples: [`${KEY_PREFIX}…`],
    }),
  },
  { $id: 'NewApiKey', additionalProperties: false },
);

export function toKeyResource({ hash, isExpired, ...key }: KeyRecord): Static<typeof KeyResource> {
  return key;
}
