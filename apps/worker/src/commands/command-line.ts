import { type Command, type TemplatePart, templateParts } from '@offload/commands';
import { isObject } from '@offload/contract';
import { NonRetryableError } from '@offload/handler';

/** What placeholders stand for in one attempt. */
export interface Places {
  /** With the paths of files in place of the files. */
  payload: unknown;
  out: string;
}

/**
 * The arguments of a command. One whose placeholder has no value is left out; one that is a placeholder alone becomes as
 * many as its list has members.
 * @throws NonRetryableError where the program would take a value for an option
 */
export function commandLine({ argv, here }: Command, { payload, out }: Places): string[] {
  return argv.slice(1).flatMap((argument) => {
    const parts = templateParts(argument);
    const values = parts.map((part) => meaningOf(part, { here, out, payload }));
    if (values.includes(undefined)) return [];
    const [only] = values;
    const members = parts.length === 1 && Array.isArray(only) ? only.map(textOf) : [values.map(textOf).join('')];
    if (isOfPayload(parts[0])) for (const member of members) refuseOption(argument, member);
    return members;
  });
}

function meaningOf(part: TemplatePart, places: Places & { here: string }): unknown {
  if (typeof part === 'string') return part;
  if (part.kind !== 'payload') return places[part.kind];
  return part.path.reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    places.payload,
  );
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isOfPayload(part: TemplatePart | undefined): boolean {
  return typeof part === 'object' && part.kind === 'payload';
}

function refuseOption(argument: string, value: string): void {
  if (!value.startsWith('-')) return;
  throw new NonRetryableError(`${argument} must not begin with '-': the command would take it for an option`);
}
