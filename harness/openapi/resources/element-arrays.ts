import { appendTokens, onlyToken, parsePointer } from '../../core/json/pointer.ts';
import type { ResourceOperation, SchemaProperty } from './model.ts';
import { nameKey } from './names.ts';
import { topLevelNames } from './representations/schema-properties.ts';

/**
 * The name of the array of a record to which a POST adds, whose elements are no records of their own: the `items` of a cart, by
 * `POST /cart/items`.
 * @param properties those that responses show of the record
 */
export function elementArray(
  { operation, request }: ResourceOperation,
  properties: readonly Pick<SchemaProperty, 'pointer'>[],
): string | undefined {
  const segment = operation.path.split('/').at(-1) ?? '';
  if (operation.method !== 'POST' || segment.includes('{') || !request) return undefined;
  const pointers = properties.map(({ pointer }) => pointer);
  const named = pointers.flatMap((each) => onlyToken(each) ?? []).find((name) => nameKey(name) === nameKey(segment));
  const inside = named === undefined ? undefined : `${appendTokens('', named)}/*`;
  const elements = pointers.filter((each) => inside !== undefined && each.startsWith(`${inside}/`));
  const known = new Set(elements.map((each) => parsePointer(each.slice(inside?.length))[0]));
  const sent = topLevelNames(request.properties);
  return sent.length > 0 && sent.every((name) => known.has(name)) ? named : undefined;
}
