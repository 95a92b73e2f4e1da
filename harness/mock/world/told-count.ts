import { isNumber } from '../../core/json/decimal.ts';
import { isObject } from '../../core/json/index.ts';
import type { JsonValue } from '../../core/model.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { words } from '../../openapi/resources/names.ts';

const COUNT = /^(count|total)$/;

/** True for `GET /products/count` and `GET /products/count.json`: it tells how many records a list has. */
export function tellsCount({ operation: { method, path } }: ResourceOperation): boolean {
  const last = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return method === 'GET' && COUNT.test(words(last).join(''));
}

/** A body with a number of records in place of its own: the body itself, or the property that is named so, also in an envelope. */
export function withCount(body: JsonValue | undefined, count: number): JsonValue | undefined {
  if (body === undefined || isNumber(body)) return body === undefined ? undefined : count;
  if (!isObject(body)) return undefined;
  for (const [name, value] of Object.entries(body)) {
    const isCount = isNumber(value) && /count|total/i.test(name);
    const told = isCount ? count : isObject(value) ? withCount(value, count) : undefined;
    if (told !== undefined) return { ...body, [name]: told };
  }
  return undefined;
}
