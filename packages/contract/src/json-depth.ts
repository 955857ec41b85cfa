/**
 * Levels of arrays and objects that a JSON text of somebody else may have. What parses it copes with any number of them; what checks, copies
 * and writes the value uses the stack, which a few thousand exhaust.
 */
export const MAX_JSON_DEPTH = 500;

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [...Buffer.from('"\\[]{}')];

/** Whether a JSON text, as UTF-8, has more levels than there may be. What is no JSON gets some answer. */
export function isTooDeep(json: Uint8Array, levels = MAX_JSON_DEPTH): boolean {
  // Each level has a beginning and an end: what is short needs no look.
  if (json.length <= 2 * levels) return false;
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index];
    if (byte === QUOTE) isInText = !isInText;
    else if (isInText) {
      if (byte === BACKSLASH) index++;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++depth > levels) return true;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
  }
  return false;
}
