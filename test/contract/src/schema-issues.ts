import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { document } from './document.ts';

// Not the validator of the product, so that both would have to be wrong about a schema in the same way.
const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
formats.default(ajv);
ajv.addSchema(document, 'openapi.yaml');

/** What is wrong with a value by the schema at a JSON pointer into the document; empty when nothing is. */
export function schemaIssues(value: unknown, schemaPointer: string): string[] {
  const fragment = encodeURI(schemaPointer);
  const key = `openapi.yaml#${fragment}`;
  const validate = ajv.getSchema(key);
  if (!validate) throw new Error(`openapi.yaml has no schema at ${schemaPointer}`);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'value'} ${message}`);
}
