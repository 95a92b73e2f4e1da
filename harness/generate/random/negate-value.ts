import { isNumber } from '../../core/json/decimal.ts';
import { isObject, setProperty } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { type EffectiveSchema, effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { forbidsExtraItems } from '../values/boundary/arrays.ts';
import { invalidMutations } from '../values/boundary/mutate-value.ts';
import { typeCandidates } from '../values/boundary/types.ts';
import type { ValueLocation } from './value-location.ts';

/** A replacement that violates the schema at a location. */
export interface ValueViolation {
  /** The invalid location and how: `/name is absent`. */
  readonly label: string;
  readonly path: string;
  /** The replacement; undefined if the value is removed. */
  readonly value: JsonValue | undefined;
  /** Schema pointers of the violated keywords. */
  readonly violated: readonly string[];
}

/** Returns every violation of a schema at one location, not below it. */
export function valueViolations(contract: Contract, place: ValueLocation): ValueViolation[] {
  const { path, schema, value } = place;
  if (isObject(value) || Array.isArray(value)) return containerViolations(contract, place, value);
  const title = (label: string) => (path === '' ? label : `${path} ${label}`);
  return [...invalidMutations(contract, schema, value, 'request')].map((mutation) => ({
    label: title(mutation.label),
    path,
    value: mutation.value,
    violated: mutation.violated,
  }));
}

function containerViolations(
  contract: Contract,
  { path, schema }: ValueLocation,
  value: JsonObject | JsonValue[],
): ValueViolation[] {
  const effective = effectiveSchema(contract.document, schema, 'request');
  const wrongTypes = typeCandidates(effective, value).filter(({ isUnspecified }) => isUnspecified !== true);
  const changes: Change[] = [
    ...wrongTypes.map((candidate): Change => [path, candidate.label, candidate.value]),
    ...(Array.isArray(value)
      ? lengthChanges(effective, value).map(([label, changed]): Change => [path, label, changed])
      : propertyChanges(effective, value).map(
          ([name, label, changed]): Change => [appendTokens(path, name), label, changed],
        )),
  ];
  return changes.flatMap(([place, label, changed]) => {
    const violated = [...new Set(contract.schemas.validate(schema, changed, 'request').map(({ pointer }) => pointer))];
    return violated.length === 0
      ? []
      : [{ label: place === '' ? label : `${place} ${label}`, path: place, value: changed, violated }];
  });
}

/** The invalid location, how, and the changed container. */
type Change = readonly [place: string, label: string, changed: JsonValue];

/** Returns the object without each of its properties, and with an undeclared one if that is forbidden. */
function propertyChanges(effective: EffectiveSchema, value: JsonObject): Change[] {
  const without = (absent: string): JsonObject => {
    const rest: JsonObject = {};
    for (const [name, property] of Object.entries(value)) if (name !== absent) setProperty(rest, name, property);
    return rest;
  };
  const absent = Object.keys(value).map((name): Change => [name, 'is absent', without(name)]);
  if (effective.additionalProperties !== false) return absent;
  return [...absent, ['unknown_property', 'is not declared', { ...value, unknown_property: 'x' }]];
}

/** Returns the array just beyond its declared lengths, and with a repeated item. */
function lengthChanges(effective: EffectiveSchema, value: readonly JsonValue[]): [label: string, changed: JsonValue][] {
  const [min, max] = [firstKeyword(effective, 'minItems'), firstKeyword(effective, 'maxItems')];
  const changed: [string, JsonValue][] = [];
  if (isNumber(min) && Number(min) > 0)
    changed.push(['has one item less than minItems', value.slice(0, Number(min) - 1)]);
  if (isNumber(max) && Number(max) < 10_000 && value.length > 0)
    changed.push([
      'has one item more than maxItems',
      Array.from({ length: Number(max) + 1 }, (_, index) => value[index % value.length] ?? null),
    ]);
  if (forbidsExtraItems(effective)) changed.push(['has an extra item', [...value, value[0] ?? 'x']]);
  if (value[0] !== undefined) changed.push(['has an item twice', [...value, value[0]]]);
  return changed;
}
