import { isObject, setProperty } from '../../core/json/index.ts';
import { getAt, parsePointer, replaceAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { singularWords, words } from '../../openapi/resources/names.ts';
import {
  type RepresentationReader,
  representationReader,
} from '../../openapi/resources/representations/representation.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import type { NegotiatedResponse } from '../prism/negotiated-response.ts';

/** Returns the response body with what was posted. @returns undefined if it would be invalid */
export type RecordEcho = (posted: JsonValue) => JsonValue | undefined;

/**
 * Compiles the echo of a record that the response shows otherwise than the request has it: with an id, without a password,
 * or in another envelope. What the request cannot have is as in the example.
 * @returns undefined if request and response have no property in common
 */
export function compileRecordEcho(
  contract: Contract,
  operation: Operation,
  { content, body: example }: NegotiatedResponse,
): RecordEcho | undefined {
  const reader = representationReader(contract.document);
  const resource = resourceWords(operation);
  const request = requestOf(reader, operation, resource);
  const response = content && reader.content(content, resource, false);
  const schema = content?.schema;
  if (!response || schema === undefined || example === undefined) return undefined;
  const shown = getAt(example, response.envelope);
  if (!isObject(shown)) return undefined;
  const schemas = response.schemas.map((pointer) => effectiveSchema(contract.document, pointer, 'response'));
  const declared = new Set(schemas.flatMap(({ properties }) => [...properties.keys()]));
  const hidden = new Set(schemas.flatMap(({ otherDirectionOnly }) => [...otherDirectionOnly]));
  const required = new Set(schemas.flatMap((each) => [...each.required]));
  const sendable = sendableNames(contract, operation, request?.schemas);
  if (![...sendable].some((name) => declared.has(name) && !hidden.has(name))) return undefined;
  const isValid = (value: JsonValue) => contract.schemas.accepts(schema, value, 'response');
  return (posted) => {
    const sent = getAt(posted, request?.envelope ?? '') ?? posted;
    if (!isObject(sent)) return undefined;
    let body = replaceAt(example, response.envelope, withoutUnsent(shown, sent, sendable, required));
    if (!isValid(body)) body = example;
    // Property by property: one that the response does not allow leaves the others.
    for (const [name, value] of Object.entries(sent)) {
      if (!declared.has(name) || hidden.has(name) || !sendable.has(name)) continue;
      const changed = withProperty(body, response.envelope, name, value);
      if (isValid(changed)) body = changed;
    }
    return isValid(body) ? body : undefined;
  };
}

/** The record in the request; a body with one property alone is an envelope named after it. */
function requestOf(reader: RepresentationReader, operation: Operation, resource: readonly string[]) {
  const request = reader.request(operation, resource);
  const names = new Set(request?.properties.map(({ pointer }) => parsePointer(pointer)[0] ?? ''));
  const [only, ...others] = names;
  if (request?.envelope !== '' || only === undefined || others.length > 0) return request;
  return reader.request(operation, singularWords(words(only)));
}

/** The names of what clients can set. */
function sendableNames({ document }: Contract, operation: Operation, record: readonly string[] = []): Set<string> {
  const forms = (operation.requestBody?.content ?? []).flatMap(({ schema }) => schema ?? []);
  const schemas = [...record, ...(record.length === 0 ? forms : [])];
  return new Set(
    schemas.flatMap((pointer) => {
      const { properties, otherDirectionOnly } = effectiveSchema(document, pointer, 'request');
      return [...properties.keys()].filter((name) => !otherDirectionOnly.has(name));
    }),
  );
}

/** The example without what the client could have sent and did not. */
function withoutUnsent(
  shown: JsonObject,
  sent: JsonObject,
  sendable: ReadonlySet<string>,
  required: ReadonlySet<string>,
): JsonObject {
  const rest: JsonObject = {};
  for (const [name, value] of Object.entries(shown))
    if (!sendable.has(name) || required.has(name) || Object.hasOwn(sent, name)) setProperty(rest, name, value);
  return rest;
}

function withProperty(body: JsonValue, envelope: string, name: string, value: JsonValue): JsonValue {
  const record = getAt(body, envelope);
  const changed: JsonObject = isObject(record) ? { ...record } : {};
  setProperty(changed, name, value);
  return replaceAt(body, envelope, changed);
}

/** The last segment of the path that is a name, in the singular; of `/messages.post` what something is done to. */
function resourceWords({ path }: Operation): readonly string[] {
  const segment = path.split('/').findLast((each) => each !== '' && !each.includes('{')) ?? '';
  return singularWords(words(segment.replace(/(?<=.)\..*$/, '')));
}
