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

/** A way in which the value at a place breaks its schema. */
export interface ValueViolation {
  /** The place that is wrong, and how: `/name is absent`. */
  readonly label: string;
  readonly path: string;
  /** What to put there; undefined where nothing is to be there. */
  readonly value: JsonValue | undefined;
  /** Pointers of the keywords that it breaks. */
  readonly violated: readonly string[];
}

/** Every way to break a schema at one place and no deeper. */
export function valueViolations(contract: Contract, place: ValueLocation): ValueViolation[] {
  const { path, schema, value } = place;
  if (isObject(value) || Array.isArray(value)) return containerBreakages(contract, place, value);
  const title = (label: string) => (path === '' ? label : `${path} ${label}`);
  return [...invalidMutations(contract, schema, value, 'request')].map((variant) => ({
    label: title(variant.label),
    path,
    value: variant.value,
    violated: variant.violated,
  }));
}

function containerBreakages(
  contract: Contract,
  { path, schema }: ValueLocation,
  value: JsonObject | JsonValue[],
): ValueViolation[] {
  const shape = effectiveSchema(contract.document, schema, 'request');
  const wrongTypes = typeCandidates(shape, value).filter(({ isUnspecified }) => isUnspecified !== true);
  const changes: Change[] = [
    ...wrongTypes.map((candidate): Change => [path, candidate.label, candidate.value]),
    ...(Array.isArray(value)
      ? sizes(shape, value).map(([label, changed]): Change => [path, label, changed])
      : members(shape, value).map(([name, label, changed]): Change => [appendTokens(path, name), label, changed])),
  ];
  return changes.flatMap(([place, label, changed]) => {
    const broken = [...new Set(contract.schemas.validate(schema, changed, 'request').map(({ pointer }) => pointer))];
    return broken.length === 0
      ? []
      : [{ label: place === '' ? label : `${place} ${label}`, path: place, value: changed, violated: broken }];
  });
}

/** The place that is wrong, how, and the changed container. */
type Change = readonly [place: string, label: string, changed: JsonValue];

/** The object without each of its members, and with one more where it is closed. */
function members(shape: EffectiveSchema, value: JsonObject): Change[] {
  const without = (absent: string): JsonObject => {
    const rest: JsonObject = {};
    for (const [name, member] of Object.entries(value)) if (name !== absent) setProperty(rest, name, member);
    return rest;
  };
  const absent = Object.keys(value).map((name): Change => [name, 'is absent', without(name)]);
  if (shape.additionalProperties !== false) return absent;
  return [...absent, ['unknown_member', 'is not declared', { ...value, unknown_member: 'x' }]];
}

/** The array just beyond its declared lengths, and with an item twice. */
function sizes(shape: EffectiveSchema, value: readonly JsonValue[]): [label: string, changed: JsonValue][] {
  const [least, most] = [firstKeyword(shape, 'minItems'), firstKeyword(shape, 'maxItems')];
  const changed: [string, JsonValue][] = [];
  if (isNumber(least) && Number(least) > 0)
    changed.push(['has one item less than minItems', value.slice(0, Number(least) - 1)]);
  if (isNumber(most) && Number(most) < 10_000 && value.length > 0)
    changed.push([
      'has one item more than maxItems',
      Array.from({ length: Number(most) + 1 }, (_, index) => value[index % value.length] ?? null),
    ]);
  if (forbidsExtraItems(shape)) changed.push(['has an item more', [...value, value[0] ?? 'x']]);
  if (value[0] !== undefined) changed.push(['has an item twice', [...value, value[0]]]);
  return changed;
}
