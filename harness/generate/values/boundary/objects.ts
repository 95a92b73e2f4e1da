import { isNumber } from '../../../core/json/decimal.ts';
import { setProperty } from '../../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { type EffectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import type { CandidateValue } from './candidate-value.ts';

/** Objects with more members than these are not made. */
const MOST = 1000;

/** Objects with as many members as may be there and one more, and with as few and one less; members of a map are like one that is there. */
export function propertyCountCandidates(shape: EffectiveSchema, value: JsonObject): CandidateValue[] {
  const least = firstKeyword(shape, 'minProperties');
  const most = firstKeyword(shape, 'maxProperties');
  const candidates: (CandidateValue | undefined)[] = [];
  if (isNumber(most))
    candidates.push(
      sized('has maxProperties', grown(shape, value, Number(most)), 'maxProperties'),
      sized('has one member more than maxProperties', grown(shape, value, Number(most) + 1)),
    );
  if (isNumber(least))
    candidates.push(
      sized('has minProperties', shrunk(shape, value, Number(least)), 'minProperties'),
      sized('has one member less than minProperties', shrunk(shape, value, Number(least) - 1)),
    );
  return candidates.flatMap((candidate) => candidate ?? []);
}

function sized(label: string, value: JsonObject | undefined, about?: string): CandidateValue | undefined {
  return value && { label, value, ...(about === undefined ? {} : { keyword: about }) };
}

/** With further members up to a size; undefined where it has as many, or none is known that may be added. */
function grown(
  { properties, additionalProperties }: EffectiveSchema,
  value: JsonObject,
  size: number,
): JsonObject | undefined {
  const names = Object.keys(value);
  if (additionalProperties === false || names.length >= size || size > MOST) return undefined;
  const known = names.find((name) => !properties.has(name));
  const filler: JsonValue | undefined = known === undefined ? undefined : value[known];
  if (filler === undefined && additionalProperties !== undefined) return undefined;
  const copy: JsonObject = { ...value };
  for (let index = 1; Object.keys(copy).length < size; index++) setProperty(copy, `further${index}`, filler ?? 'x');
  return copy;
}

/** With the last of those left out that need not be there; undefined where that is not enough. */
function shrunk({ required }: EffectiveSchema, value: JsonObject, size: number): JsonObject | undefined {
  const names = Object.keys(value);
  const optional = names.filter((name) => !required.has(name));
  const many = names.length - size;
  if (size < 0 || many <= 0 || many > optional.length) return undefined;
  const gone = new Set(optional.slice(-many));
  return Object.fromEntries(Object.entries(value).filter(([name]) => !gone.has(name)));
}
