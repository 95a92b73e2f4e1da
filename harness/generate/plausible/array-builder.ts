import { jsonEqual } from '../../core/json/equal.ts';
import type { JsonValue } from '../../core/model.ts';
import { singularWords, words } from '../../openapi/resources/names.ts';
import { prefixItemsCount, schemasOfItem } from '../../openapi/schema/applicable-schemas.ts';
import { type EffectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import type { Place } from './place.ts';
import type { ValueBuilder } from './value-builder.ts';

/** Items of a list that a response is about, if no number is set. */
const DEFAULT_ITEMS = 3;
/** Most items of other arrays, such as tags. */
const MAX_INNER_ITEMS = 3;
const MAX_ITEMS = 1000;

/** Yields an array whose items differ. */
export function* plausibleArray(
  builder: ValueBuilder,
  effective: EffectiveSchema,
  place: Place,
): Generator<JsonValue[]> {
  const count = itemCount(builder, effective, place);
  const taken = new Map<string, Set<string>>();
  const takenByName = (name: string) => taken.get(name) ?? taken.set(name, new Set()).get(name) ?? new Set<string>();
  const items: JsonValue[] = [];
  for (let index = 0; index < count; index++) {
    const item = builder.valueOfAll(schemasOfItem(effective.schemas, index), itemPlace(place, index, takenByName));
    if (item === undefined) break;
    if (firstKeyword(effective, 'uniqueItems') === true && items.some((other) => jsonEqual(other, item))) continue;
    items.push(item);
  }
  yield items;
  yield items.slice(0, Number(firstKeyword(effective, 'minItems') ?? 0));
}

function itemPlace(place: Place, index: number, takenByName: (name: string) => Set<string>): Place {
  return {
    ...place,
    key: `${place.key}/${index}`,
    stem: `${place.stem}/*`,
    name: singularWords(words(place.name)).join('_'),
    index,
    isRecord: true,
    depth: place.depth + 1,
    prefersExamples: place.prefersExamples && index === 0,
    isEnvelope: false,
    taken: takenByName(''),
    takenByName,
  };
}

function itemCount(builder: ValueBuilder, effective: EffectiveSchema, place: Place): number {
  const { items, fakers } = builder.sources;
  const tuple = prefixItemsCount(effective.schemas);
  const min = Math.max(Number(firstKeyword(effective, 'minItems') ?? 0), tuple);
  const max = Math.min(Number(firstKeyword(effective, 'maxItems') ?? MAX_ITEMS), MAX_ITEMS);
  const inner = builder.isRoomy(place.depth) ? 1 + Math.floor(fakers.unit(`${place.key} count`) * MAX_INNER_ITEMS) : 0;
  const isEmpty = tuple > 0 || recurs(builder, effective, place) || isOfTrouble(builder, effective, place);
  const wanted = isEmpty ? 0 : place.isEnvelope ? (items ?? DEFAULT_ITEMS) : inner;
  return Math.min(max, Math.max(min, wanted));
}

/** True for texts that warn of something, which mostly nothing is. */
function isOfTrouble(builder: ValueBuilder, { schemas }: EffectiveSchema, { name }: Place): boolean {
  const areTexts = schemasOfItem(schemas, 0).every((pointer) => builder.effective(pointer).types.join() === 'string');
  return areTexts && /^(warnings?|deprecations?|notices)$/.test(words(name).join(' '));
}

/** True if the items are like an object around them, as in a tree. */
function recurs(builder: ValueBuilder, { schemas }: EffectiveSchema, { ancestors }: Place): boolean {
  return schemasOfItem(schemas, 0).some((pointer) => ancestors.includes(builder.effective(pointer).pointer));
}
