import type { Contract } from '../../openapi/contract.ts';
import { isObject, setMember, writeJson } from '../../core/json/index.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import { join } from '../../core/json/pointer.ts';
import type { Json, JsonObject, Operation } from '../../core/model.ts';
import type { Plan } from '../prism/negotiated-response.ts';

/** Makes the body of an answer from the JSON that was posted; undefined where that would break the contract. */
export type Echo = (posted: Json, sent: Uint8Array) => Uint8Array | undefined;

/** Compiles the echo of an accepted record, where request and response bodies have the same schema; undefined elsewhere. */
export function echoOf(contract: Contract, operation: Operation, plan: Plan): Echo | undefined {
  const schema = plan.content?.schema;
  if (schema === undefined || plan.mediaType === undefined || !isJsonType(plan.mediaType)) return undefined;
  if (!requestSchemas(operation).some((other) => sameSchema(contract, other, schema))) return undefined;
  const oneWay = oneWayMembers(contract, schema);
  const fits = (value: Json) => contract.schemas.accepts(schema, value, 'response');
  if (oneWay.size === 0) return (posted, sent) => (fits(posted) ? sent : undefined);
  return (posted) => {
    const merged = merge(plan.body, posted, oneWay);
    return fits(merged) ? Buffer.from(writeJson(merged)) : undefined;
  };
}

function requestSchemas({ requestBody }: Operation): string[] {
  return (requestBody?.content ?? []).flatMap(({ type, schema }) => (isJsonType(type) && schema ? [schema] : []));
}

function sameSchema({ document }: Contract, one: string, other: string): boolean {
  const [a, b] = [document.resolve(one), document.resolve(other)];
  return a.pointer === b.pointer || writeJson(a.value) === writeJson(b.value);
}

/** Names of members that go one way only: `readOnly` is the service's to set, `writeOnly` never comes back (OpenAPI 3.0.3, Schema Object). */
function oneWayMembers({ document }: Contract, schema: string): Set<string> {
  const { pointer, value } = document.resolve(schema);
  const properties = isObject(value) ? value['properties'] : undefined;
  if (!isObject(properties)) return new Set();
  return new Set(
    Object.keys(properties).filter((name) => {
      const { value: member } = document.resolve(join(pointer, 'properties', name));
      return isObject(member) && (member['readOnly'] === true || member['writeOnly'] === true);
    }),
  );
}

/** What was posted, with the one-way members of the example in place of its own. */
function merge(example: Json | undefined, posted: Json, oneWay: ReadonlySet<string>): Json {
  if (!isObject(posted)) return posted;
  const merged: JsonObject = {};
  for (const [name, value] of Object.entries(isObject(example) ? example : {}))
    if (oneWay.has(name)) setMember(merged, name, value);
  for (const [name, value] of Object.entries(posted)) if (!oneWay.has(name)) setMember(merged, name, value);
  return merged;
}
