import { isNumber } from '../../../../core/json/decimal.ts';
import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import { selectorsOf } from '../../../../openapi/resources/operations/selectors.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { isDecimal } from '../steps/sorted.ts';
import { isUnsorted, ordersOf } from './list-query.ts';

/** Choose values that no other record has. */
const VARIANTS = [98, 100] as const;
/** As texts, each of these is after the next one. */
const NUMBERS = [9, 10, 100, 1000, 10_000] as const;
const MAX_PROPERTIES = 2;

/** An order by a number is that of numbers: 9 is before 10. */
export async function verifyNumberOrder(sequence: Sequence, subject: Subject): Promise<void> {
  const tried = new Set<string>();
  for (const operation of sequence.lists) {
    const spec = sequence.listRequest(operation, subject.record);
    if (!spec) continue;
    const listing = { sequence, operation, subject, spec, records: [] };
    const orders = selectorsOf(sequence.contract.document, operation.operation).flatMap((by) => ordersOf(listing, by));
    for (const { pointer } of orders) {
      if (tried.has(pointer) || tried.size >= MAX_PROPERTIES) continue;
      const own = orders.filter((each) => each.pointer === pointer);
      const bodies = numberedBodies(
        sequence,
        subject,
        pointer,
        own.some(({ isNumeric }) => isNumeric),
      );
      if (!bodies) continue;
      tried.add(pointer);
      if (!(await areCreated(sequence, subject, bodies))) continue;
      for (const order of own) if (await isUnsorted(listing, order)) return;
    }
  }
}

async function areCreated(sequence: Sequence, { record }: Subject, bodies: readonly JsonValue[]): Promise<boolean> {
  for (const body of bodies) {
    const made = await sequence.pool.create(sequence.type, { context: withoutSelf(record), body });
    if ('problem' in made || made.step.response?.status === 202) return false;
  }
  return true;
}

/** Bodies with two numbers in a row that are the other way round as texts; undefined if a client cannot send them. */
function numberedBodies(
  { contract, pool }: Sequence,
  { record: { origin } }: Subject,
  pointer: string,
  isText: boolean | undefined,
): JsonValue[] | undefined {
  const { operation, request, scope } = origin;
  const at = `${request?.envelope ?? ''}${pointer}`;
  const bodies = VARIANTS.map((variant) => pool.candidates.body(operation, 'all', variant));
  const isSent = bodies.every((body) => {
    const value = getAt(body ?? null, at);
    return isNumber(value) || (isText && value !== undefined && isDecimal(value));
  });
  if (scope !== 'collection' || !isSent) return undefined;
  const pairs = NUMBERS.slice(1).map((after, index) => [NUMBERS[index] ?? 0, after]);
  return pairs
    .map((pair) =>
      bodies.map((body, index) => {
        const value = isText ? `${pair[index]}.00` : (pair[index] ?? 0);
        return replaceAt(body ?? null, at, value);
      }),
    )
    .find((pair) => pair.every((body) => acceptsBody(contract, operation, body)));
}
