import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import type { RequestSpec } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { toldDateOrder } from '../../../../openapi/resources/prose/date-order.ts';
import { isDone, type Step, statusOf } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** Chooses values that no other record has. */
const VARIANT = 99;

/** A record that ends before it begins is rejected, where the document says so. */
export async function verifyDateOrder(sequence: Sequence, { record }: Subject): Promise<void> {
  const { pool, type } = sequence;
  const { origin } = record;
  const context = withoutSelf(record);
  const reversed = origin.scope === 'collection' ? reversedDates(sequence, origin, { ...record, context }) : undefined;
  if (!reversed) return;
  const purpose = `try to create ${withArticle(type.name)} that ends before it begins`;
  const step = await sequence.journal.send(origin.operation, reversed.spec, purpose);
  if (!isDone(step)) return;
  pool.registry.createdRecord(type, origin, step, context);
  reportReversed(sequence, step, reversed);
}

/** A request with the times of a record in reverse, which the document says is rejected. */
export interface ReversedDates {
  readonly spec: RequestSpec;
  /** JSON Pointer of the end in the body. */
  readonly end: string;
  /** Of the response that rejects it. */
  readonly status: number;
}

/** @returns undefined if the document does not say so, or there are no such times */
export function reversedDates(
  sequence: Sequence,
  operation: ResourceOperation,
  record: Pick<LiveRecord, 'context' | 'sent' | 'origin'>,
): ReversedDates | undefined {
  const { contract, pool } = sequence;
  const told = toldDateOrder(contract, operation);
  const whole = told && pool.candidates.body(operation.operation, 'all', VARIANT);
  if (!told || whole === undefined) return undefined;
  const { start, end } = told.interval;
  const timesIn = (of: ResourceOperation) => [start, end].map((at) => `${of.request?.envelope ?? ''}${at}`);
  const [from, to] = timesIn(record.origin).map((at) => getAt(record.sent ?? null, at));
  if (typeof from !== 'string' || typeof to !== 'string' || !(Date.parse(from) < Date.parse(to))) return undefined;
  const [first = '', last = ''] = timesIn(operation);
  const body = replaceAt(replaceAt(whole, first, to), last, from);
  const isValid = acceptsBody(contract, operation.operation, body);
  const spec = isValid ? sequence.requestFor(operation, record, body) : undefined;
  return spec && { spec, end: last, status: told.status };
}

/** Reports that a record was created or changed so. */
export function reportReversed(sequence: Sequence, step: Step, { status }: ReversedDates, does = 'creates'): void {
  sequence.report('conflict-is-rejected', step, {
    records: [],
    steps: [step],
    message: `it ${does} ${withArticle(sequence.type.name)} that ends before it begins, which the document calls an error`,
    expected: `status ${status}`,
    actual: `status ${statusOf(step)}`,
  });
}
