import { expect } from 'vitest';
import { isObject } from '../../../harness/core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import { type PlausibleRequest, PlausibleValues } from '../../../harness/generate/plausible/plausible-values.ts';
import { schemas } from '../../openapi/documents.ts';

export const TODAY = new Date('2026-11-22T10:15:00Z');
export const POINTER = '#/components/schemas/Thing';

/** Makes a value of the schema `Thing` among these schemas, as JavaScript objects. */
export function make(definitions: object, request: Partial<PlausibleRequest> = {}, seed = '1', now = TODAY): JsonValue {
  const contract = schemas(JSON.stringify(definitions));
  const values = new PlausibleValues(contract, { seed, now: () => now });
  const value = values.value(POINTER, { key: 'thing', ...request });
  if (value === undefined) throw new Error('no value');
  expect(contract.schemas.validate(POINTER, value, 'response')).toEqual([]);
  return value;
}

export const record = (properties: object, more: object = {}): object => ({
  Thing: { type: 'object', properties, required: Object.keys(properties), ...more },
});

export const integer = { type: 'integer' };

export function objectOf(value: JsonValue): JsonObject {
  if (!isObject(value)) throw new Error('not an object');
  return value;
}
