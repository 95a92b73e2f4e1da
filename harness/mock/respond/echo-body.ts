import { isObject, setProperty, stringifyJson } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import type { NegotiatedResponse } from '../prism/negotiated-response.ts';

/** Makes the body of an answer from the JSON that was posted; undefined where that would break the contract. */
export type Echo = (posted: JsonValue, sent: Uint8Array) => Uint8Array | undefined;

/** Compiles the echo of an accepted record, where request and response bodies have the same schema; undefined elsewhere. */
export function compileEcho(contract: Contract, operation: Operation, plan: NegotiatedResponse): Echo | undefined {
  const schema = plan.content?.schema;
  if (schema === undefined || plan.mediaType === undefined || !isJsonType(plan.mediaType)) return undefined;
  if (!requestSchemas(operation).some((other) => sameSchema(contract, other, schema))) return undefined;
  const oneWay = oneWayMembers(contract, schema);
  const fits = (value: JsonValue) => contract.schemas.accepts(schema, value, 'response');
  if (oneWay.size === 0) return (posted, sent) => (fits(posted) ? sent : undefined);
  return (posted) => {
    const merged = merge(plan.body, posted, oneWay);
    return fits(merged) ? Buffer.from(stringifyJson(merged)) : undefined;
  };
}

function requestSchemas({ requestBody }: Operation): string[] {
  return (requestBody?.content ?? []).flatMap(({ type, schema }) => (isJsonType(type) && schema ? [schema] : []));
}

function sameSchema({ document }: Contract, one: string, other: string): boolean {
  const [a, b] = [document.resolve(one), document.resolve(other)];
  return a.pointer === b.pointer || stringifyJson(a.value) === stringifyJson(b.value);
}

/** Names of members that go one way only: `readOnly` is the service's to set, `writeOnly` never comes back (OpenAPI 3.0.3, Schema Object). */
function oneWayMembers({ document }: Contract, schema: string): Set<string> {
  const { pointer, value } = document.resolve(schema);
  const properties = isObject(value) ? value['properties'] : undefined;
  if (!isObject(properties)) return new Set();
  return new Set(
    Object.keys(properties).filter((name) => {
      const { value: member } = document.resolve(appendTokens(pointer, 'properties', name));
      return isObject(member) && (member['readOnly'] === true || member['writeOnly'] === true);
    }),
  );
}

/** What was posted, with the one-way members of the example in place of its own. */
function merge(example: JsonValue | undefined, posted: JsonValue, oneWay: ReadonlySet<string>): JsonValue {
  if (!isObject(posted)) return posted;
  const merged: JsonObject = {};
  for (const [name, value] of Object.entries(isObject(example) ? example : {}))
    if (oneWay.has(name)) setProperty(merged, name, value);
  for (const [name, value] of Object.entries(posted)) if (!oneWay.has(name)) setProperty(merged, name, value);
  return merged;
}
