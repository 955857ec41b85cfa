/** A part of an argument: text as it stands, or what a placeholder stands for. */
export type TemplatePart = string | Placeholder;

export type Placeholder = { kind: 'payload'; path: string[] } | { kind: 'out' } | { kind: 'here' };

const PART = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;
const PAYLOAD = /^payload((\.[A-Za-z0-9_-]+)+)$/;

/**
 * The parts of an argument. A brace that is none of a placeholder is doubled.
 * @throws Error that names what is no placeholder
 */
export function templateParts(argument: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const { 0: found, 1: inner, index } of argument.matchAll(PART)) {
    parts.push(argument.slice(end, index));
    end = index + found.length;
    if (found === '{{' || found === '}}') parts.push(found.charAt(0));
    else parts.push(placeholder(found, inner));
  }
  parts.push(argument.slice(end));
  return parts.filter((part) => part !== '');
}

function placeholder(found: string, inner: string | undefined): Placeholder {
  if (inner === 'out' || inner === 'here') return { kind: inner };
  const [, path] = PAYLOAD.exec(inner ?? '') ?? [];
  if (path) return { kind: 'payload', path: path.slice(1).split('.') };
  throw new Error(`${found} is no placeholder: {payload.name}, {out} and {here} are, and {{ stands for a brace`);
}

export function placeholdersIn(parts: readonly TemplatePart[]): Placeholder[] {
  return parts.filter((part) => typeof part !== 'string');
}
