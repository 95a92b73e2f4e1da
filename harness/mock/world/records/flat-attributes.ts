import { isObject } from '../../../core/json/index.ts';
import { appendTokens, getAt, parsePointer, replaceAt } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { keep } from '../../../core/util/keep.ts';
import type { Representation, ResourceOperation } from '../../../openapi/resources/model.ts';

const NONE: ReadonlySet<string> = new Set();
const known = new WeakMap<ResourceOperation, ReadonlySet<string>>();

/** Names that a request has at its top, and records among their attributes, as Strapi has it. */
function flatNames(
  operation: ResourceOperation,
  { properties }: Pick<Representation, 'properties'>,
): ReadonlySet<string> {
  return known.get(operation) ?? keep(known, operation, readNames(operation, properties));
}

function readNames({ request }: ResourceOperation, properties: Representation['properties']): ReadonlySet<string> {
  const inAttributes = properties.flatMap(({ pointer }) => {
    const [first, name] = parsePointer(pointer);
    return first === 'attributes' && name !== undefined ? [name] : [];
  });
  const isFlat = request?.properties.every(({ pointer }) => parsePointer(pointer)[0] !== 'attributes');
  return isFlat && inAttributes.length > 0 ? new Set(inAttributes) : NONE;
}

/** Names of the attributes that a request declares at its top. */
export function sentFlat(operation: ResourceOperation, representation: Pick<Representation, 'properties'>): string[] {
  const names = flatNames(operation, representation);
  const sent = operation.request?.properties.map(({ pointer }) => parsePointer(pointer)[0] ?? '') ?? [];
  return sent.filter((name) => names.has(name));
}

/**
 * The body of a request with what records have among their attributes put there.
 * @param fits whether a record can show a value at a pointer
 */
export function withAttributes(
  body: JsonValue | undefined,
  operation: ResourceOperation,
  fits: (pointer: string, value: JsonValue) => boolean,
  representation: Pick<Representation, 'properties'> & { readonly names: Pick<ReadonlySet<string>, 'has'> },
): JsonValue | undefined {
  const names = flatNames(operation, representation);
  const envelope = operation.request?.envelope ?? '';
  const sent = names.size === 0 || body === undefined ? undefined : getAt(body, envelope);
  if (body === undefined || !isObject(sent)) return body;
  const entries = Object.entries(sent);
  // Objects in arrays have identifiers and more in records than in requests.
  const isShowable = (name: string, value: JsonValue) =>
    !(Array.isArray(value) && value.some(isObject)) && fits(appendTokens('/attributes', name), value);
  const isInner = ([name, value]: [string, JsonValue]) => names.has(name) && isShowable(name, value);
  const inner = Object.fromEntries(entries.filter(isInner));
  // A name that both have, such as `type`, may be either: where it does not fit, it is repaired.
  const outer = Object.fromEntries(entries.filter(([name]) => !names.has(name) || representation.names.has(name)));
  return replaceAt(body, envelope, { ...outer, attributes: inner });
}
