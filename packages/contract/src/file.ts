import { type Static, Type } from 'typebox';
import { isTaskId } from './message.ts';
import { isObject } from './message-body.ts';

/** A file in a payload or a result. */
export const FileRefSchema = Type.Object(
  { file: Type.String({ format: 'uuid', description: 'Id of a file, as `POST /files` gives it.' }) },
  { additionalProperties: false },
);

export type FileRef = Static<typeof FileRefSchema>;

/** Where a payload names a file. */
export interface FilePlace {
  /** JSON pointer. */
  pointer: string;
  /** The file's id; in a form, it may be the name of the part that brings it. */
  file: string;
}

/** Every object in a value that has a text as `file` and nothing else. */
export function filePlaces(value: unknown, pointer = ''): FilePlace[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => filePlaces(item, `${pointer}/${index}`));
  if (!isObject(value)) return [];
  if (isFileRef(value)) return [{ pointer: `${pointer}/file`, file: value.file }];
  return Object.entries(value).flatMap(([name, member]) => filePlaces(member, `${pointer}/${escaped(name)}`));
}

/** Those that have an id. */
export function filesIn(value: unknown): FilePlace[] {
  return filePlaces(value).filter(({ file }) => isTaskId(file));
}

/** The same value with another text in each of its `filePlaces`. */
export function withFiles(value: unknown, fileAt: (place: FilePlace) => string, pointer = ''): unknown {
  if (Array.isArray(value)) return value.map((item, index) => withFiles(item, fileAt, `${pointer}/${index}`));
  if (!isObject(value)) return value;
  if (isFileRef(value)) return { file: fileAt({ pointer: `${pointer}/file`, file: value.file }) };
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withFiles(member, fileAt, `${pointer}/${escaped(name)}`)]),
  );
}

function isFileRef(value: object): value is FileRef {
  return 'file' in value && typeof value.file === 'string' && Object.keys(value).length === 1;
}

/** RFC 6901 §3. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
