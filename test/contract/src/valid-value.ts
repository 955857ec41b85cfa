import fc, { type Arbitrary } from 'fast-check';
import { resolved, type Schema } from './document.ts';
import type { Words } from './words.ts';

/** Milliseconds: two years, and a bit. */
const TIME_SPAN_MS = 800 * 24 * 60 * 60_000;

/** A text of any UTF-16 code units: with NUL, controls, halves of surrogate pairs. */
export const anyText = (constraints: { minLength?: number; maxLength?: number } = {}) =>
  fc.string({ unit: fc.oneof(fc.nat(0x7f), fc.nat(0xffff)).map((unit) => String.fromCharCode(unit)), ...constraints });

/** Any JSON value; texts in it are of any code units. */
export const anyJson = (): Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: fc.jsonValue({ maxDepth: 3 }) }, { weight: 1, arbitrary: anyText() });

/**
 * Values that a schema describes.
 * @param name of the field, for texts that the API has used under it
 */
export function validValue(schema: Schema, words: Words, name = ''): Arbitrary<unknown> {
  const { examples = [] } = schema;
  const invented = inventedValue(schema, words, name);
  return examples.length === 0 ? invented : fc.oneof(fc.constantFrom(...examples), invented);
}

function inventedValue(schema: Schema, words: Words, name: string): Arbitrary<unknown> {
  const { const: only, enum: choices, oneOf, anyOf, type, ...others } = resolved(schema);
  if (only !== undefined) return fc.constant(only);
  if (choices) return fc.constantFrom(...choices);
  const alternatives = oneOf ?? anyOf;
  if (alternatives) return fc.oneof(...alternatives.map((alternative) => validValue(alternative, words, name)));
  const [first, ...more] = [type ?? 'any'].flat();
  if (more.length > 0) {
    return fc.oneof(...[first, ...more].map((one) => validValue({ ...others, type: one ?? 'any' }, words, name)));
  }
  switch (first) {
    case 'string':
      return validText(others, words.of(name));
    case 'integer':
      return fc.integer(range(others, 2 ** 53 - 1));
    case 'number':
      return fc.double({ ...range(others, 1e15), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return validArray(others, words, name);
    case 'object':
      return validObject(others, words);
    case 'any':
      return anyJson();
    default:
      throw new Error(`no values are known of type ${first}`);
  }
}

function validText({ format, pattern, minLength, maxLength }: Schema, known: string[]): Arbitrary<string> {
  const length = {
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
  const invented = format
    ? formatted(format)
    : pattern === undefined
      ? anyText(length)
      : fc.stringMatching(new RegExp(pattern, 'u'));
  return known.length === 0 ? invented : fc.oneof(fc.constantFrom(...known), invented);
}

function formatted(format: string): Arbitrary<string> {
  switch (format) {
    case 'uuid':
      return fc.uuid();
    case 'date-time':
      return fc.oneof(
        fc.integer({ min: -TIME_SPAN_MS, max: TIME_SPAN_MS }).map((ms) => new Date(Date.now() + ms).toISOString()),
        fc
          .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
          .map((date) => date.toISOString()),
        fc.constantFrom(
          '0000-01-01T00:00:00Z',
          '9999-12-31T23:59:59.999+14:00',
          '2026-12-31t23:59:60z',
          '2027-01-01T08:00:00.123456789-00:00',
        ),
      );
    case 'uri':
      return fc.webUrl({ withFragments: true, withQueryParameters: true });
    case 'binary':
      return fc.string({ unit: 'binary' });
    default:
      throw new Error(`no texts are known of format ${format}`);
  }
}

function range({ minimum, maximum }: Schema, limit: number): { min: number; max: number } {
  return { min: minimum ?? -limit, max: maximum ?? limit };
}

function validArray(schema: Schema, words: Words, name: string): Arbitrary<unknown[]> {
  const { items = {}, minItems = 0, maxItems = 100, uniqueItems = false } = schema;
  const item = validValue(items, words, name.replace(/s$/, ''));
  const size = { minLength: minItems, maxLength: Math.min(maxItems, 100) };
  return uniqueItems
    ? fc.uniqueArray(item, { ...size, selector: (value) => JSON.stringify(value) })
    : fc.array(item, size);
}

function validObject(schema: Schema, words: Words): Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, validValue(property, words, name)]),
  );
  const known = recordOf(fields, required);
  // Only where the schema asks for fields of any name.
  if (typeof additionalProperties !== 'object') return known;
  const others = fc.dictionary(anyText(), validValue(additionalProperties, words), { maxKeys: 5 });
  return fc.tuple(others, known).map(([free, named]) => ({ ...free, ...named }));
}

/** Fields with their values. What is optional is left out altogether as often as not: many options together seldom make sense. */
export function recordOf(
  fields: Record<string, Arbitrary<unknown>>,
  required: string[],
): Arbitrary<Record<string, unknown>> {
  const few = Object.fromEntries(Object.entries(fields).filter(([name]) => required.includes(name)));
  const some = fc.record(fields, { requiredKeys: required });
  return fc.oneof(fc.record(few), some) as Arbitrary<Record<string, unknown>>;
}
