import { parsePointer } from '../../../core/json/pointer.ts';
import type { ResourceOperation, ResourceProperty, ResourceType, SchemaProperty } from '../model.ts';
import { words } from '../names.ts';
import type { InferredIdentifier } from '../references/identifiers.ts';
import { identifyingProperty, isNaturalKey } from '../references/identifying.ts';
import { compatible } from './schema-properties.ts';

/** Names of properties that services set themselves, even if the schema of a request has them. */
const SERVER_SET =
  /^(id|uuid|guid|(created|updated|modified|inserted|deleted|lastmodified|lastupdated|lastchanged)(at|on|date|time|timestamp|by)?|(creation|update|modification)(date|time|timestamp)|date(created|updated|modified)|timestamp|etag|self|links)$/;
/** Set by the service if they count: a client may have a version or a revision of its own. */
const COUNTED = /^(version|revision|rev|lockversion|objectversion|sequence)$/;

/** The properties of a type over its operations, in the order in which they first occur. */
export function resourceProperties(
  operations: readonly ResourceOperation[],
  identifiers: readonly InferredIdentifier[],
  resource: readonly string[],
  configured: readonly string[],
): ResourceProperty[] {
  const sent = collect(writersOf(operations).flatMap(({ request }) => request?.properties ?? []));
  const returned = collect(readersOf(operations).flatMap(({ response }) => response?.properties ?? []));
  const references = new Set(writersOf(operations).flatMap(referencedPointers));
  const own = identifiers.map((each) => identifyingProperty([...returned.values()], each, resource)?.pointer);
  return [...new Set([...sent.keys(), ...returned.keys()])].map((pointer) => {
    const both = [sent.get(pointer), returned.get(pointer)].filter((property) => property !== undefined);
    const readOnly = both.some((property) => property.readOnly);
    const isReference = references.has(pointer);
    return {
      pointer,
      sent: sent.has(pointer),
      returned: returned.has(pointer),
      readOnly,
      writeOnly: both.some((property) => property.writeOnly),
      serverSet: isListed(pointer, configured)
        ? 'the configuration has it'
        : readOnly
          ? 'it is readOnly'
          : isReference
            ? undefined
            : whyServerSet(pointer, both, sent, own),
    };
  });
}

/** True if a list of names and JSON Pointers has the property. */
function isListed(pointer: string, list: readonly string[]): boolean {
  return list.includes(pointer) || list.includes(parsePointer(pointer).at(-1) ?? '');
}

function whyServerSet(
  pointer: string,
  [property]: readonly SchemaProperty[],
  sent: ReadonlyMap<string, SchemaProperty>,
  identifiers: readonly (string | undefined)[],
): string | undefined {
  if (!sent.has(pointer)) return 'no request has it';
  const name = words(parsePointer(pointer).at(-1) ?? '').join('');
  if (identifiers.includes(pointer) && !isNaturalKey(name)) return 'it identifies the record';
  // Links that are texts are those of a client; those of a service have objects (HAL, JSON:API).
  const isOfClient = name === 'links' && sent.get(`${pointer}/*`)?.types.includes('string');
  if (SERVER_SET.test(name) && !isOfClient) return 'services usually set a property of this name';
  if (COUNTED.test(name) && property && compatible(property.types, ['integer']) && !property.types.includes('string'))
    return 'services usually count it';
  return undefined;
}

function writersOf(operations: readonly ResourceOperation[]): ResourceOperation[] {
  return operations.filter(
    ({ role, patch }) => (role === 'create' || role === 'update' || role === 'patch') && patch !== 'json-patch',
  );
}

/** Reads; without one, lists, and without these, what gives back the record it creates. */
function readersOf(operations: readonly ResourceOperation[]): ResourceOperation[] {
  for (const role of ['read', 'list', 'create', 'update'] as const) {
    const readers = operations.filter((operation) => operation.role === role && operation.response);
    if (readers.length > 0) return readers;
  }
  return [];
}

function referencedPointers({ references, request }: ResourceOperation): string[] {
  const envelope = request?.envelope ?? '';
  return references.flatMap(({ in: place, at }) => (place === 'body' ? [at.slice(envelope.length)] : []));
}

function collect(properties: readonly SchemaProperty[]): Map<string, SchemaProperty> {
  const byPointer = new Map<string, SchemaProperty>();
  for (const property of properties) if (!byPointer.has(property.pointer)) byPointer.set(property.pointer, property);
  return byPointer;
}

/** A property that one operation sends and another gives back. */
export interface SharedProperty {
  /** JSON Pointer in the request body, with `*` for every item. */
  readonly sent: string;
  /** JSON Pointer in the record's representation in the response: in the body, or in an item of a list. */
  readonly returned: string;
}

/** The properties whose value a reader must give back as a writer sent it; none that the service sets itself. */
export function sharedProperties(
  { properties }: Pick<ResourceType, 'properties'>,
  { request }: Pick<ResourceOperation, 'request'>,
  { response }: Pick<ResourceOperation, 'response'>,
): SharedProperty[] {
  if (request === undefined || response === undefined) return [];
  const returned = collect(response.properties);
  const excluded = new Set(
    properties
      .filter(({ readOnly, writeOnly, serverSet }) => readOnly || writeOnly || serverSet !== undefined)
      .map(({ pointer }) => pointer),
  );
  const sent = collect(request.properties);
  return [...sent.values()].flatMap(({ pointer, types, writeOnly }) => {
    const other = returned.get(pointer);
    if (pointer.endsWith('/*')) return [];
    if (!other || writeOnly || other.writeOnly || excluded.has(pointer) || !compatible(types, other.types)) return [];
    if (compatible(types, ['array']) && !haveSameItems(pointer, sent, returned)) return [];
    return [{ sent: request.envelope + pointer, returned: response.envelope + pointer }];
  });
}

/** An array is compared whole if its items are scalars on both sides; items that are objects are compared by their properties. */
function haveSameItems(
  pointer: string,
  sent: ReadonlyMap<string, SchemaProperty>,
  returned: ReadonlyMap<string, SchemaProperty>,
): boolean {
  const own = sent.get(`${pointer}/*`);
  const other = returned.get(`${pointer}/*`);
  return own !== undefined && other !== undefined && compatible(own.types, other.types);
}
