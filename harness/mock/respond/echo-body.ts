import { isObject, setProperty, stringifyJson } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import type { NegotiatedResponse } from '../prism/negotiated-response.ts';
import { compileRecordEcho } from './echo-record.ts';

/** Creates the response body from what was posted; `sent` are its bytes, if they are JSON. @returns undefined if it would be invalid */
export type Echo = (posted: JsonValue, sent: Uint8Array | undefined) => Uint8Array | undefined;

/** Compiles the echo of an accepted record. @returns undefined if the response has nothing of the request */
export function compileEcho(
  contract: Contract,
  operation: Operation,
  negotiated: NegotiatedResponse,
): Echo | undefined {
  const schema = negotiated.content?.schema;
  if (schema === undefined || negotiated.mediaType === undefined || !isJsonType(negotiated.mediaType)) return undefined;
  if (!requestSchemas(operation).some((other) => sameSchema(contract, other, schema))) {
    const echo = compileRecordEcho(contract, operation, negotiated);
    return echo && ((posted) => toBytes(echo(posted)));
  }
  const oneWay = oneWayProperties(contract, schema);
  const isValid = (value: JsonValue) => contract.schemas.accepts(schema, value, 'response');
  if (oneWay.size === 0) return (posted, sent) => (isValid(posted) ? (sent ?? toBytes(posted)) : undefined);
  return (posted) => {
    const merged = merge(negotiated.body, posted, oneWay);
    return isValid(merged) ? toBytes(merged) : undefined;
  };
}

function toBytes(value: JsonValue | undefined): Uint8Array | undefined {
  return value === undefined ? undefined : Buffer.from(stringifyJson(value));
}

function requestSchemas({ requestBody }: Operation): string[] {
  return (requestBody?.content ?? []).flatMap(({ type, schema }) => (isJsonType(type) && schema ? [schema] : []));
}

function sameSchema({ document }: Contract, one: string, other: string): boolean {
  const [a, b] = [document.resolve(one), document.resolve(other)];
  return a.pointer === b.pointer || stringifyJson(a.value) === stringifyJson(b.value);
}

/** Returns the names of `readOnly` and `writeOnly` properties (OpenAPI 3.0.3, Schema Object). */
function oneWayProperties({ document }: Contract, schema: string): Set<string> {
  const { pointer, value } = document.resolve(schema);
  const properties = isObject(value) ? value['properties'] : undefined;
  if (!isObject(properties)) return new Set();
  return new Set(
    Object.keys(properties).filter((name) => {
      const { value: property } = document.resolve(appendTokens(pointer, 'properties', name));
      return isObject(property) && (property['readOnly'] === true || property['writeOnly'] === true);
    }),
  );
}

/** Returns the posted record with the one-way properties of the example instead of its own. */
function merge(example: JsonValue | undefined, posted: JsonValue, oneWay: ReadonlySet<string>): JsonValue {
  if (!isObject(posted)) return posted;
  const merged: JsonObject = {};
  for (const [name, value] of Object.entries(isObject(example) ? example : {}))
    if (oneWay.has(name)) setProperty(merged, name, value);
  for (const [name, value] of Object.entries(posted)) if (!oneWay.has(name)) setProperty(merged, name, value);
  return merged;
}
