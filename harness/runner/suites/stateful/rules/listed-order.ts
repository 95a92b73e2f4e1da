import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { ResourceOperation, SchemaProperty } from '../../../../openapi/resources/model.ts';
import { type OrderedBy, orderedBy, type ToldOrder } from '../../../../openapi/resources/prose/order.ts';
import { bodyOf } from '../../../pool/journal.ts';
import type { ListedPages } from '../steps/pages.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { propertyNamed } from './listing.ts';

/** What every item of a list has where a pointer leads. */
export function valuesOf({ response }: ResourceOperation, { steps }: ListedPages, pointer: string): JsonValue[] {
  const items = steps.flatMap((step) => getAt(bodyOf(step) ?? null, response?.items ?? '') ?? []);
  return items.flatMap((item) => getAt(item, `${response?.envelope ?? ''}${pointer}`) ?? []);
}

/** What an order is by; '' for items that are texts. */
export function keysOf({ type }: Sequence, operation: ResourceOperation, order: ToldOrder): OrderedBy<string>[] {
  if (order.kind === 'texts') return [{ property: '', isDescending: order.isDescending }];
  const isPlain = ({ types, enumerated }: SchemaProperty) => !enumerated && types.every((type) => SCALARS.has(type));
  return orderedBy(order, type.words, (name) => {
    const property = propertyNamed(operation, name);
    return property && isPlain(property) ? property.pointer : undefined;
  });
}

const SCALARS = new Set<string>(['string', 'integer', 'number', 'null']);

/** Reports a list that is not in the order that the document says. */
export function reportOrder(
  sequence: Sequence,
  record: Subject['record'],
  { steps }: ListedPages,
  { text }: ToldOrder,
  shown: readonly string[],
): void {
  const last = steps.at(-1);
  if (!last) return;
  sequence.report('list-follows-query', last, {
    records: [record],
    steps,
    message: 'the list is not in the order that the document says',
    expected: text,
    actual: shown.slice(0, 10).join(', '),
  });
}
