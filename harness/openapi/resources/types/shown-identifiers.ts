import type { Representation, SchemaProperty } from '../model.ts';
import { nameKey, topName, words } from '../names.ts';
import type { InferredOperation } from '../operations/read-operation.ts';
import type { InferredIdentifier } from '../references/identifiers.ts';
import { endsWithId, identifyingProperty, isIdAlone, isNaturalKey } from '../references/identifying.ts';
import { compatible } from '../representations/schema-properties.ts';
import type { InferredType } from './inferred-type.ts';

/** The identifiers of a path, with the name and the types that they have in records where those are others. */
export function asShown(
  own: readonly InferredIdentifier[],
  { words: resource }: InferredType,
  operations: readonly InferredOperation[],
): readonly InferredIdentifier[] {
  const shown = operations.flatMap(({ response }) => response ?? []);
  return own.map((identifier) => {
    const [first] = shown.flatMap((each) => propertyIn(each, identifier, resource) ?? []);
    if (first)
      return compatible(first.types, identifier.types) ? identifier : { ...identifier, shownTypes: first.types };
    if (own.length > 1) return identifier;
    const shownAs = isNamedAsType(identifier, resource, shown)
      ? resource.join('-')
      : assignedKey(identifier, shown, operations);
    return shownAs === undefined ? identifier : { ...identifier, shownAs };
  });
}

function propertyIn(
  { properties, identities }: Representation,
  identifier: InferredIdentifier,
  resource: readonly string[],
) {
  return identifyingProperty(properties, identifier, resource) ?? identifyingProperty(identities, identifier, resource);
}

/** The `id` of records that show none is the property with the name of their type: `/languages/{id}` takes `language`. */
function isNamedAsType(
  { name, types }: InferredIdentifier,
  resource: readonly string[],
  shown: readonly Representation[],
): boolean {
  const lists = shown.filter(({ items }) => items !== undefined);
  const showsType = ({ properties }: Representation) =>
    properties.some((each) => nameKey(words(each.pointer)) === nameKey(resource) && compatible(each.types, types));
  return isIdAlone(words(name)) && lists.length > 0 && lists.every(showsType);
}

/** The key that every response shows and no request has: the `name` of a terminal, for a `{terminal_id}` that nothing shows. */
function assignedKey(
  { name, types }: InferredIdentifier,
  shown: readonly Representation[],
  operations: readonly InferredOperation[],
): string | undefined {
  if (!endsWithId(words(name)) || !operations.some(({ role }) => role === 'create')) return undefined;
  const sent = new Set(operations.flatMap(({ request }) => request?.properties.map(({ pointer }) => pointer) ?? []));
  const isKey = ({ pointer, ...property }: SchemaProperty) =>
    property.required && isKeyAlone(topName(pointer) ?? '') && compatible(property.types, types) && !sent.has(pointer);
  const records = shown.flatMap(({ properties }) => (properties.length > 0 ? [properties] : []));
  const key = records
    .flat()
    .find((each) => isKey(each) && records.every((record) => record.some(({ pointer }) => pointer === each.pointer)));
  return key && topName(key.pointer);
}

/** `name` or `key`, and not the `displayName` of something. */
function isKeyAlone(name: string): boolean {
  return words(name).length === 1 && isNaturalKey(name);
}
