import { appendTokens, getAt, parsePointer } from '../../core/json/pointer.ts';
import type { JsonObject } from '../../core/model.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { nameKey } from '../../openapi/resources/names.ts';
import { topLevelNames } from '../../openapi/resources/representations/schema-properties.ts';
import type { RecordShape } from './records/record-shape.ts';

/**
 * Returns a record with what a POST adds to one of its arrays, whose elements are no records of their own:
 * `POST /cart/items` adds to the `items` of the cart.
 */
export function withElement(
  { operation, request }: ResourceOperation,
  { representation }: RecordShape,
  before: JsonObject,
  sent: JsonObject | undefined,
): JsonObject {
  const segment = operation.path.split('/').at(-1) ?? '';
  if (operation.method !== 'POST' || segment.includes('{') || sent === undefined || !request) return before;
  const array = [...representation.names].find((name) => nameKey(name) === nameKey(segment));
  const list = array === undefined ? undefined : getAt(before, appendTokens('', array));
  if (array === undefined || !Array.isArray(list)) return before;
  const known = namesOfElements(representation.properties, array);
  const isOfElements = topLevelNames(request.properties).every((name) => known.has(name));
  return isOfElements ? { ...before, [array]: [...list, sent] } : before;
}

function namesOfElements(properties: RecordShape['representation']['properties'], array: string): Set<string> {
  const inside = `${appendTokens('', array)}/*`;
  const pointers = properties.map(({ pointer }) => pointer).filter((each) => each.startsWith(`${inside}/`));
  return new Set(pointers.flatMap((each) => parsePointer(each.slice(inside.length))[0] ?? []));
}
