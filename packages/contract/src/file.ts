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
  id: string;
}

/** Every object in a value that has a file and nothing else. */
export function filesIn(value: unknown, pointer = ''): FilePlace[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => filesIn(item, `${pointer}/${index}`));
  if (!isObject(value)) return [];
  const { file, ...others } = value;
  if (isTaskId(file) && Object.keys(others).length === 0) return [{ pointer: `${pointer}/file`, id: file }];
  return Object.entries(value).flatMap(([name, member]) => filesIn(member, `${pointer}/${escaped(name)}`));
}

/** RFC 6901 §3. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
