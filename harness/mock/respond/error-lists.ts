import { getOwn, isObject, setProperty } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { PlausibleValues } from '../../generate/plausible/plausible-values.ts';
import type { Contract } from '../../openapi/contract.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';

const LISTS =
  /^(field_?|validation_?)?(errors|violations|issues|details|problems|failures|messages|fields|invalid_?params)$/i;
const MAX_DEPTH = 3;

/** True for a property of an error that lists its single problems. */
export function listsProblems(name: string): boolean {
  return LISTS.test(name);
}

/** Returns an error with the declared lists of problems that it leaves out, each with an item to fill. */
export function addLists(
  contract: Contract,
  plausible: PlausibleValues,
  schema: string,
  error: JsonValue,
  depth = 0,
): JsonValue {
  if (!isObject(error) || depth > MAX_DEPTH) return error;
  const extended: JsonObject = { ...error };
  for (const [name, [pointer]] of effectiveSchema(contract.document, schema, 'response').properties) {
    if (pointer === undefined) continue;
    const own = getOwn(error, name);
    const inner = own === undefined ? undefined : addLists(contract, plausible, pointer, own, depth + 1);
    const isMissing = listsProblems(name) && (own === undefined || own === null);
    const value = isMissing ? plausible.value(pointer, { key: `error ${pointer}`, name }) : inner;
    if (value !== undefined) setProperty(extended, name, value);
  }
  return contract.schemas.accepts(schema, extended, 'response') ? extended : error;
}
