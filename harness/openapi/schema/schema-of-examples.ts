import { isNumber } from '../../core/json/decimal.ts';
import { isObject } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';

/** More members are those of a map. */
const MAX_MEMBERS = 200;
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const COUNTED = /(^|[^a-z]|[a-z](?=[A-Z]))(id|count|number|page|total)$/i;

/** Returns a schema of which values are examples, which says no more than they do: nothing is required, and null may be anything. */
export function schemaOfExamples(examples: readonly JsonValue[], name = ''): JsonObject {
  const values = examples.filter((each) => each !== null);
  const [first] = values;
  if (first === undefined) return {};
  if (values.every(Array.isArray)) return { type: 'array', items: schemaOfExamples(values.flat(), name) };
  if (values.every(isObject)) return objectSchema(values);
  if (values.every(isNumber)) {
    const isWhole = COUNTED.test(name) && values.every((each) => /^-?\d+$/.test(String(each)));
    return { type: isWhole ? 'integer' : 'number' };
  }
  if (values.every((each) => typeof each === 'boolean')) return { type: 'boolean' };
  return values.every((each) => typeof each === 'string') ? textSchema(values) : {};
}

function objectSchema(values: readonly JsonObject[]): JsonObject {
  const names = [...new Set(values.flatMap((each) => Object.keys(each)))];
  if (names.length > MAX_MEMBERS) return { type: 'object' };
  const schemaOf = (name: string) => {
    const found = values.flatMap((each) => (Object.hasOwn(each, name) ? [each[name] ?? null] : []));
    // Null in one of them says that there need not be a value.
    return found.includes(null) ? {} : schemaOfExamples(found, name);
  };
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, schemaOf(name)])) };
}

function textSchema(values: readonly string[]): JsonObject {
  if (values.every((each) => DATE.test(each))) return { type: 'string', format: 'date' };
  return values.every((each) => TIME.test(each)) ? { type: 'string', format: 'date-time' } : { type: 'string' };
}
