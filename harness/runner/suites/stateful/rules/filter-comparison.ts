import { parsePointer } from '../../../../core/json/pointer.ts';
import { hides } from '../../../../generate/values/visible-value.ts';
import type { OpenApiDocument } from '../../../../openapi/document.ts';
import type { ResourceOperation, SchemaProperty } from '../../../../openapi/resources/model.ts';
import { nameKey, relationshipOf, words } from '../../../../openapi/resources/names.ts';
import { dateBounds, selectsLasting } from '../../../../openapi/resources/operations/date-bounds.ts';
import { type FilterKind, filterReadings, flagOf } from '../../../../openapi/resources/operations/filter-names.ts';
import type { Selector } from '../../../../openapi/resources/operations/selectors.ts';
import { propertyNamed } from './listing.ts';

/**
 * How a filter compares: for equality; with a part of a text; with a bound; or in one of these ways, if a number or a time is
 * named as its property is.
 */
export type Comparison = 'equal' | 'part' | 'least' | 'most' | 'ordered';

/**
 * The property that a filter is about, and how it compares: `status`, `min_price`, `priceTo`, and `active` for `isActive`; whether
 * `archived` selects what is archived alone is not said.
 */
export function comparisonOf(
  document: OpenApiDocument,
  operation: ResourceOperation,
  by: Selector,
): { readonly property: SchemaProperty; readonly comparison: Comparison } | undefined {
  const told = boundedTime(document, operation, by);
  if (told) return told;
  // `startDate` beside `endDate` may select what begins before or ends after it.
  if (selectsLasting(document, operation, by.name)) return undefined;
  for (const { kind, property: named } of filterReadings(by.name)) {
    const property = propertyNamed(operation, named);
    const comparison = property && comparisonBy(kind, operation, property);
    if (property && (comparison || kind === 'own')) return comparison && { property, comparison };
  }
  const flag = hides(by.name, true) ? undefined : flagOf(document, by, operation.response?.properties ?? []);
  return flag && { property: flag, comparison: 'equal' };
}

/** `from` for `startsAt`, if the document says in words which time it bounds: `those that start at this time or later`. */
function boundedTime(
  document: OpenApiDocument,
  { operation, response }: ResourceOperation,
  by: Selector,
): { readonly property: SchemaProperty; readonly comparison: Comparison } | undefined {
  const properties = response?.properties ?? [];
  const bound = dateBounds(document, operation, properties).get(by.name);
  const property = bound?.isTold ? properties.find(({ pointer }) => bound.pointers.includes(pointer)) : undefined;
  return bound && property && { property, comparison: bound.kind };
}

function comparisonBy(
  kind: FilterKind,
  operation: ResourceOperation,
  property: SchemaProperty,
): Comparison | undefined {
  if (kind === 'own') return comparisonWith(operation, property);
  if (kind !== 'part') return isOrdered(property) || isAmount(property) ? kind : undefined;
  return property.types.every((type) => type === 'string' || type === 'null') ? kind : undefined;
}

const AMOUNT =
  /\b(?:prices?|amount|total|subtotal|costs?|balance|fee|sum|budget|salary|discount|tax|weight|quantity|net|gross)$/;

/** Amounts may be texts; `1.10` of a version, and the digits of a code, are no numbers. */
function isAmount({ pointer, types, format, enumerated }: SchemaProperty): boolean {
  const isText = format === undefined && !enumerated && types.every((type) => type === 'string' || type === 'null');
  return isText && AMOUNT.test(words(parsePointer(pointer).at(-1) ?? '').join(' '));
}

/** Texts may be searched for parts, in any order of letters. */
function comparisonWith({ references, response }: ResourceOperation, property: SchemaProperty): Comparison | undefined {
  const { types, enumerated, pointer } = property;
  if (types.includes('object')) return undefined;
  if (types.includes('array'))
    return response?.properties.some((each) => each.pointer === `${pointer}/*`) ? 'equal' : undefined;
  const name = parsePointer(pointer).at(-1) ?? '';
  const isReference =
    relationshipOf(pointer) !== undefined || references.some(({ at }) => nameKey(at) === nameKey(name));
  const isSwitch = types.every((type) => type === 'boolean' || type === 'null');
  if (enumerated || isReference || isSwitch) return 'equal';
  if (isOrdered(property)) return 'ordered';
  return types.every((type) => type === 'string' || type === 'null') ? 'part' : undefined;
}

function isOrdered({ types, format = '' }: SchemaProperty): boolean {
  const isTime = format === 'date' || format === 'date-time';
  return types.every((type) => type === 'null' || (isTime ? type === 'string' : /^(integer|number)$/.test(type)));
}

/** Where the values of a property are: of an array, each item. */
export function pointerOf({ response }: ResourceOperation, { pointer, types }: SchemaProperty): string {
  const isArray = types.includes('array') && response?.properties.some((each) => each.pointer === `${pointer}/*`);
  return isArray ? `${pointer}/*` : pointer;
}
