import { isObject, setProperty } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';

/** What careless services take for an absent value. */
export const EMPTY_VALUES: readonly JsonValue[] = [null, false, 0, '', []];

/** The values of a schema that careless services take for absent ones. With a default, null may mean that. */
function emptyValues(contract: Contract, pointer: string, preferred: readonly JsonValue[]): JsonValue[] {
  const hasDefault = firstKeyword(effectiveSchema(contract.document, pointer, 'request'), 'default') !== undefined;
  return preferred.filter(
    (value) => !(hasDefault && value === null) && contract.schemas.accepts(pointer, value, 'request'),
  );
}

/**
 * Returns a copy of a valid object in which each property has an empty value, if its schema permits one.
 * @param preferred the empty values, best first
 */
export function withEmptyValues(
  contract: Contract,
  pointer: string,
  value: JsonValue,
  preferred: readonly JsonValue[] = EMPTY_VALUES,
): JsonValue {
  if (!isObject(value)) return value;
  const { properties } = effectiveSchema(contract.document, pointer, 'request');
  let whole: JsonObject = value;
  for (const [name, each] of Object.entries(value)) {
    const inner = properties.get(name)?.[0];
    if (inner === undefined) continue;
    const candidates = [...emptyValues(contract, inner, preferred), withEmptyValues(contract, inner, each, preferred)];
    for (const candidate of candidates) {
      const changed = { ...whole };
      setProperty(changed, name, candidate);
      if (!contract.schemas.accepts(pointer, changed, 'request')) continue;
      whole = changed;
      break;
    }
  }
  return whole;
}
