import { isNumber } from '../../../core/json/decimal.ts';
import { setProperty } from '../../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { type EffectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import type { CandidateValue } from './candidate-value.ts';

/** Maximum properties of a generated object. */
const MAX_PROPERTIES = 1000;

/** Returns objects at and just beyond the declared property counts; additional properties repeat an existing one. */
export function propertyCountCandidates(effective: EffectiveSchema, value: JsonObject): CandidateValue[] {
  const min = firstKeyword(effective, 'minProperties');
  const max = firstKeyword(effective, 'maxProperties');
  const candidates: (CandidateValue | undefined)[] = [];
  if (isNumber(max))
    candidates.push(
      sized('has maxProperties', withMoreProperties(effective, value, Number(max)), 'maxProperties'),
      sized('has one property more than maxProperties', withMoreProperties(effective, value, Number(max) + 1)),
    );
  if (isNumber(min))
    candidates.push(
      sized('has minProperties', withFewerProperties(effective, value, Number(min)), 'minProperties'),
      sized('has one property less than minProperties', withFewerProperties(effective, value, Number(min) - 1)),
    );
  return candidates.flatMap((candidate) => candidate ?? []);
}

function sized(label: string, value: JsonObject | undefined, keyword?: string): CandidateValue | undefined {
  return value && { label, value, ...(keyword === undefined ? {} : { keyword }) };
}

/** Adds properties up to a count; undefined if the object has as many, or no value for more is known. */
function withMoreProperties(
  { properties, additionalProperties }: EffectiveSchema,
  value: JsonObject,
  size: number,
): JsonObject | undefined {
  const names = Object.keys(value);
  if (additionalProperties === false || names.length >= size || size > MAX_PROPERTIES) return undefined;
  const existing = names.find((name) => !properties.has(name));
  const filler: JsonValue | undefined = existing === undefined ? undefined : value[existing];
  if (filler === undefined && additionalProperties !== undefined) return undefined;
  const copy: JsonObject = { ...value };
  for (let index = 1; Object.keys(copy).length < size; index++) setProperty(copy, `further${index}`, filler ?? 'x');
  return copy;
}

/** Removes the last optional properties down to a count; undefined if there are not enough. */
function withFewerProperties({ required }: EffectiveSchema, value: JsonObject, size: number): JsonObject | undefined {
  const names = Object.keys(value);
  const optional = names.filter((name) => !required.has(name));
  const many = names.length - size;
  if (size < 0 || many <= 0 || many > optional.length) return undefined;
  const gone = new Set(optional.slice(-many));
  return Object.fromEntries(Object.entries(value).filter(([name]) => !gone.has(name)));
}
