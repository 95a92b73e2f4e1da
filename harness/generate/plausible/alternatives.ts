import { isObject } from '../../core/json/index.ts';
import type { JsonValue } from '../../core/model.ts';
import { hasIdentity } from '../../openapi/resources/representations/envelopes.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import {
  type Alternative,
  alternativeLists,
  type DiscriminatorValue,
  ownDiscriminatorValue,
} from '../values/repair/alternatives.ts';
import type { Place } from './place.ts';
import type { ValueBuilder } from './value-builder.ts';

/** Alternatives to try for one value. */
const MAX_TRIED = 8;

/** Yields the values of a schema, each merged with one alternative of each `oneOf` and `anyOf`. */
export function* withAlternatives(
  builder: ValueBuilder,
  effective: EffectiveSchema,
  place: Place,
  ownValues: () => Iterable<JsonValue>,
): Generator<JsonValue> {
  const { document } = builder.sources.contract;
  const lists = alternativeLists(document, effective);
  const name = ownDiscriminatorValue(document, effective);
  if (lists.length === 0) {
    for (const value of ownValues()) yield* withDiscriminator(value, name);
    return;
  }
  const hasOwn = effective.properties.size > 0 || effective.required.size > 0;
  const [own] = hasOwn ? ownValues() : [];
  for (const chosen of choose(builder, lists, own, place)) yield* withDiscriminator(chosen, name);
}

function* choose(
  builder: ValueBuilder,
  lists: readonly (readonly Alternative[])[],
  own: JsonValue | undefined,
  place: Place,
): Generator<JsonValue> {
  const [list, ...others] = lists;
  if (!list) {
    if (own !== undefined) yield own;
    return;
  }
  const identifier = identifierAmong(builder, list, place);
  const start =
    identifier ?? Math.floor(builder.sources.fakers.unit(`${place.stem} alternative`) * list.length) + place.index;
  for (let index = 0; index < Math.min(list.length, MAX_TRIED); index++) {
    const alternative = list[(start + index) % list.length];
    const name = index === 0 && identifier !== undefined ? `${place.name}Id` : place.name;
    const taken = place.taken && new Set(place.taken);
    const inner = { ...place, name, taken, depth: place.depth + 1 };
    const chosen = alternative && builder.value([alternative.pointer], inner);
    if (chosen === undefined) continue;
    const merged = isObject(own) && isObject(chosen) ? { ...own, ...chosen } : chosen;
    for (const named of withDiscriminator(merged, alternative?.name)) yield* choose(builder, others, named, place);
  }
}

/** Objects and arrays around what is certainly inside of a record. */
const INNER_DEPTH = 3;

/**
 * Where a text and a record can be alternatives inside of another record, the text is the identifier of the one, which few services
 * show as a whole; what a response is about, they do.
 */
function identifierAmong(builder: ValueBuilder, list: readonly Alternative[], place: Place): number | undefined {
  if (place.depth < INNER_DEPTH && !hasIdentity(place.owner.phrases)) return undefined;
  const alternatives = list.map(({ pointer }) => builder.effective(pointer));
  const text = alternatives.findIndex(({ types }) => types.length === 1 && types[0] === 'string');
  return text >= 0 && alternatives.some(({ properties }) => hasIdentity(properties.keys())) ? text : undefined;
}

/** Returns the object with its discriminator value, if it has one, then without. */
function withDiscriminator(value: JsonValue, name: DiscriminatorValue | undefined): JsonValue[] {
  return name && isObject(value) ? [{ ...value, [name.property]: name.value }, value] : [value];
}
