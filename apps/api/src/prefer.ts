/** What a client prefers about waiting, of RFC 7240. */
export interface WaitPreference {
  /** Seconds that the answer may take (section 4.3). */
  waitSeconds?: number;
  /** An answer at once rather than a finished task (section 4.1). */
  respondAsync: boolean;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const QUOTED = '"(?:[^"\\\\]|\\\\.)*"';
const WORD = `(?:${TOKEN}|${QUOTED})`;
const PARAMETER = `${TOKEN}(?:[ \\t]*=[ \\t]*${WORD})?`;

/** Section 2: `preference = token [ BWS "=" BWS word ] *( OWS ";" [ OWS parameter ] )`, and the comma or end after it. */
const PREFERENCE = new RegExp(
  `[ \\t,]*(?<name>${TOKEN})(?:[ \\t]*=[ \\t]*(?<value>${WORD}))?(?:[ \\t]*;(?:[ \\t]*${PARAMETER})?)*[ \\t]*(?:,|$)`,
  'y',
);

/**
 * The preferences in a `Prefer` header that this API knows; others are ignored, as section 2 asks, and so is all that follows a
 * mistake. Of a preference that is given twice the first one counts.
 */
export function parsePrefer(header: string): WaitPreference {
  const preference: WaitPreference = { respondAsync: false };
  const seen = new Set<string>();
  for (const { name, value } of preferencesIn(header)) {
    if (seen.has(name)) continue;
    seen.add(name);
    if (name === 'respond-async') preference.respondAsync = true;
    else if (name === 'wait' && /^\d{1,9}$/.test(value)) preference.waitSeconds = Number(value);
  }
  return preference;
}

function* preferencesIn(header: string): Generator<{ name: string; value: string }> {
  PREFERENCE.lastIndex = 0;
  let position = 0;
  while (position < header.length) {
    PREFERENCE.lastIndex = position;
    const found = PREFERENCE.exec(header)?.groups;
    if (!found?.name) return;
    position = PREFERENCE.lastIndex;
    yield { name: found.name.toLowerCase(), value: unquoted(found.value ?? '') };
  }
}

function unquoted(word: string): string {
  return word.startsWith('"') ? word.slice(1, -1).replaceAll(/\\(.)/g, '$1') : word;
}
