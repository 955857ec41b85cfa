/** Where a value is of another kind than an example of it: a field that one of them lacks at the top, a text in place of a number. */
export function shapeIssues(value: unknown, example: unknown): string[] {
  if (kindOf(value) !== kindOf(example)) return [`is ${kindOf(value)}, and in the example ${kindOf(example)}`];
  if (kindOf(value) !== 'object') return [];
  const [found, shown] = [value, example] as Record<string, unknown>[];
  const lacking = Object.keys(shown ?? {}).filter((name) => !(name in (found ?? {})));
  const other = Object.entries(shown ?? {}).filter(([name, field]) => {
    const kinds = [kindOf(field), kindOf(found?.[name])];
    return name in (found ?? {}) && kinds[0] !== kinds[1] && !kinds.includes('null');
  });
  return [...lacking.map((name) => `lacks ${name}`), ...other.map(([name]) => `has a ${name} of another kind`)];
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
