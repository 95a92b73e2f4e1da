import { setTimeout as pause } from 'node:timers/promises';
import type { ResourceOperation, SchemaProperty } from '../../../../openapi/resources/model.ts';
import { type ToldOrder, toldOrders } from '../../../../openapi/resources/prose/order.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import type { ListedPages } from '../steps/pages.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { isSorted } from '../steps/sorted.ts';
import { keysOf, reportOrder, valuesOf } from './listed-order.ts';
import { findListed, list } from './lists.ts';
import { verifyCaseOrder } from './order-case.ts';
import { verifyTies } from './order-ties.ts';

/** So many records are in order by chance only rarely. */
const ENOUGH = 5;
/** Longer lists are not compared. */
const MAX_RECORDS = 200;
/** Chooses values that the records have not had before. */
const VARIANT = 110;
/** Times that are stored in seconds tell records apart after it. */
const LATER_MS = 1100;
const AGE = /\/(age|birth|born)/i;

/** A list is in the order that its document says: `Ordered by name`, `newest first`. */
export async function verifyToldOrder(sequence: Sequence, subjects: readonly Subject[]): Promise<void> {
  const [main] = subjects;
  if (!main) return;
  for (const operation of sequence.lists) {
    for (const order of toldOrders(sequence.contract.document, operation.operation)) {
      const isReported =
        order.kind === 'creation'
          ? await verifyCreationOrder(sequence, operation, subjects, order)
          : await verifyValueOrder(sequence, operation, main, order);
      if (isReported) break;
    }
  }
}

async function verifyValueOrder(
  sequence: Sequence,
  operation: ResourceOperation,
  { record }: Subject,
  order: ToldOrder,
): Promise<boolean> {
  const keys = keysOf(sequence, operation, order);
  const [first] = keys;
  if (!first) return false;
  const { property: pointer, isDescending } = first;
  const directions = isDescending === undefined ? [true, false] : [isDescending];
  const shownIn = (listed: ListedPages) =>
    valuesOf(operation, listed, pointer).filter((each) => each !== null && typeof each !== 'object');
  const isRight = (listed: ListedPages) => directions.some((each) => isSorted(shownIn(listed), each));
  const read = () => list(sequence, operation, record, `list each ${sequence.type.name} in order`, isRight);
  let listed = await read();
  for (let count = listed?.records.length ?? ENOUGH; listed && isRight(listed) && count < ENOUGH; count++) {
    const made = await sequence.pool.create(sequence.type, { context: withoutSelf(record), variant: VARIANT + count });
    if ('problem' in made) break;
    if (count === ENOUGH - 1) listed = await read();
  }
  if (!listed || listed.records.length > MAX_RECORDS) return false;
  if (isRight(listed)) {
    if (order.ignoresCase) return verifyCaseOrder(sequence, operation, record, { order, by: first });
    return verifyTies(sequence, operation, record, { order, keys });
  }
  reportOrder(sequence, record, listed, order, shownIn(listed).map(String));
  return true;
}

/** A record that was created a while after others is before all of them, or after all. */
async function verifyCreationOrder(
  sequence: Sequence,
  operation: ResourceOperation,
  subjects: readonly Subject[],
  order: ToldOrder,
): Promise<boolean> {
  const { pool, type } = sequence;
  const [first] = subjects;
  const properties = operation.response?.properties ?? [];
  const isDescending = order.isDescending === true;
  const times = properties.filter(isOrdered);
  // The oldest of people are not those that were created first.
  if (first?.record.identifiers.size === 0 || properties.some(({ pointer }) => AGE.test(pointer))) return false;
  // Which of its times or numbers makes a record new is not said.
  const isInOrder = (listed: ListedPages) =>
    times.some(({ pointer }) => {
      const values = valuesOf(operation, listed, pointer).filter((each) => each !== null);
      return new Set(values.map(String)).size > 1 && isSorted(values, isDescending);
    });
  const purpose = `list each ${type.name} in order`;
  const before = first && (await list(sequence, operation, first.record, purpose, isInOrder));
  if (!before || before.records.length > MAX_RECORDS || isInOrder(before)) return false;
  await pause(LATER_MS);
  const late = await pool.create(type, { context: withoutSelf(first.record), variant: VARIANT });
  if ('problem' in late || late.step.response?.status === 202) return false;
  const placeOf = (listed: ListedPages, of: Subject['record']) => {
    const item = findListed(of, listed);
    return item ? listed.records.indexOf(item) : -1;
  };
  const isRight = (listed: ListedPages) => {
    const place = placeOf(listed, late);
    const others = subjects.map(({ record }) => placeOf(listed, record)).filter((each) => each >= 0);
    return place >= 0 && others.every((each) => (isDescending ? place < each : place > each));
  };
  const listed = await list(sequence, operation, first.record, purpose, (each) => isRight(each) || isInOrder(each));
  if (!listed || placeOf(listed, late) < 0 || isRight(listed) || isInOrder(listed)) return false;
  const place = `the one created last is number ${placeOf(listed, late) + 1} of ${listed.records.length}`;
  reportOrder(sequence, first.record, listed, order, [place]);
  return true;
}

function isOrdered({ pointer, types, format = '', enumerated }: SchemaProperty): boolean {
  if (enumerated || pointer.includes('/*')) return false;
  return types.every((type) => type === 'null' || type === 'integer' || type === 'number' || format.startsWith('date'));
}
