import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';

/** A required property of a body, of which the schema lists the values. */
export interface RequiredChoice {
  readonly name: string;
  /** JSON Pointer in the body. */
  readonly at: string;
  readonly values: readonly JsonValue[];
}

/**
 * The required properties of an object with listed values, in the order of the document.
 * @param schema its pointer
 */
export function requiredChoices({ document }: Contract, schema: string): RequiredChoice[] {
  const { properties, required } = effectiveSchema(document, schema, 'request');
  return [...required].flatMap((name) => {
    const [property] = properties.get(name) ?? [];
    const values = property && firstKeyword(effectiveSchema(document, property, 'request'), 'enum');
    return Array.isArray(values) ? [{ name, at: appendTokens('', name), values }] : [];
  });
}
