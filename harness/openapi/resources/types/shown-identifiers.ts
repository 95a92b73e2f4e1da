import type { Representation } from '../model.ts';
import { nameKey, words } from '../names.ts';
import type { InferredOperation } from '../operations/read-operation.ts';
import type { InferredIdentifier } from '../references/identifiers.ts';
import { identifyingProperty, isIdAlone } from '../references/identifying.ts';
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
    return own.length === 1 && isNamedAsType(identifier, resource, shown)
      ? { ...identifier, shownAs: resource.join('-') }
      : identifier;
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
