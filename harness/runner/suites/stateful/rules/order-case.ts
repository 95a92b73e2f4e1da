import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import type { OrderedBy, ToldOrder } from '../../../../openapi/resources/prose/order.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import type { Sequence } from '../steps/sequence.ts';
import { type Row, verifyRows } from './listed-order.ts';
import { ASCII } from './listing.ts';

/** Chooses values that the records have not had before. */
const VARIANT = 130;
/** Capitals come before all small letters by their codes, and between these two by the alphabet. */
const STARTS = [
  { letter: 'B', change: (text: string) => text.toLowerCase() },
  { letter: 'M', change: (text: string) => text.toUpperCase() },
  { letter: 'T', change: (text: string) => text.toLowerCase() },
];

/** A list is in alphabetical order whatever the case of the letters, where the document says so: `Ordered by name (case-insensitive)`. */
export async function verifyCaseOrder(
  sequence: Sequence,
  operation: ResourceOperation,
  record: LiveRecord,
  { order, by: { property, isDescending } }: { readonly order: ToldOrder; readonly by: OrderedBy<string> },
): Promise<boolean> {
  const bodies = bodiesInCase(sequence, record, property);
  const isRight = (rows: readonly Row[]) => {
    const shown = rows.map(([value]) => String(value).trim().slice(0, 1).toUpperCase()).join('');
    const orders = isDescending === undefined ? ['BMT', 'TMB'] : [isDescending ? 'TMB' : 'BMT'];
    // A service may have changed the values.
    return [...shown].sort().join('') !== 'BMT' || orders.includes(shown);
  };
  return verifyRows(sequence, operation, record, { order, bodies, pointers: [property], areRight: isRight });
}

/** Bodies whose texts begin with small letters and, in the middle, with a capital; none if the schema does not permit them. */
function bodiesInCase({ contract, pool }: Sequence, { origin }: LiveRecord, property: string): JsonValue[] {
  const { operation, request, scope } = origin;
  const at = `${request?.envelope ?? ''}${property}`;
  const bodies = STARTS.flatMap(({ letter, change }, index): JsonValue[] => {
    const body = pool.candidates.body(operation, 'all', VARIANT + index) ?? null;
    const text = getAt(body, at);
    if (typeof text !== 'string' || !ASCII.test(text)) return [];
    const changed = replaceAt(body, at, change(letter + text.slice(1)));
    return acceptsBody(contract, operation, changed) ? [changed] : [];
  });
  return scope === 'collection' && bodies.length === STARTS.length ? bodies : [];
}
