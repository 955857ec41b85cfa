import { Type } from 'typebox';
import type { ValueIssue } from './value-issue.ts';

export const MAX_TAGS = 10;

/** Bytes of JSON. */
export const MAX_METADATA_BYTES = 4096;

export const TAG_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._:/@=+-]{0,63}$';

export const TagSchema = Type.String({
  pattern: TAG_PATTERN,
  description: 'Up to 64 letters, digits and `._:/@=+-`, beginning with a letter or a digit.',
  examples: ['customer:42'],
});

export const TagsSchema = Type.Array(TagSchema, {
  maxItems: MAX_TAGS,
  uniqueItems: true,
  description: `Up to ${MAX_TAGS} words to find the task by.`,
});

export const MetadataSchema = Type.Record(Type.String(), Type.Unknown(), {
  description: `Whatever the client wants to be told again with the task, up to ${MAX_METADATA_BYTES} bytes of JSON.`,
});

/** As the database refuses them in JSON that it can search: escapes of NUL and of half a surrogate pair. */
const UNSTORABLE = /\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** What a schema cannot say of metadata. */
export function metadataIssues(pointer: string, metadata: object | undefined): ValueIssue[] {
  if (metadata === undefined) return [];
  const json = JSON.stringify(metadata);
  if (new TextEncoder().encode(json).byteLength > MAX_METADATA_BYTES) {
    return [{ pointer, message: `must have at most ${MAX_METADATA_BYTES} bytes of JSON` }];
  }
  // An escaped backslash is none of an escape.
  return UNSTORABLE.test(json.replaceAll('\\\\', ''))
    ? [{ pointer, message: 'must not contain U+0000 or half a surrogate pair' }]
    : [];
}
