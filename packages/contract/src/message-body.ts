const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** `undefined` where it is no UTF-8. Never throws. */
export function decodeText(body: Buffer): string | undefined {
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}

/** `undefined` where it is no JSON. Never throws. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
