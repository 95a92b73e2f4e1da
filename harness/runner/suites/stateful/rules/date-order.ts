import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import { toldDateOrder } from '../../../../openapi/resources/prose/date-order.ts';
import { isDone, statusOf } from '../../../pool/journal.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** Chooses values that no other record has. */
const VARIANT = 99;

/** A record that ends before it begins is rejected, where the document says so. */
export async function verifyDateOrder(sequence: Sequence, { record }: Subject): Promise<void> {
  const { contract, pool, type } = sequence;
  const { origin, sent } = record;
  const told = origin.scope === 'collection' ? toldDateOrder(contract, origin) : undefined;
  const whole = told && pool.candidates.body(origin.operation, 'all', VARIANT);
  if (!told || whole === undefined) return;
  const [start, end] = [told.interval.start, told.interval.end].map((at) => `${origin.request?.envelope ?? ''}${at}`);
  const [from, to] = [start, end].map((at) => getAt(sent ?? null, at ?? ''));
  if (start === undefined || end === undefined || typeof from !== 'string' || typeof to !== 'string') return;
  if (!(Date.parse(from) < Date.parse(to))) return;
  const body = replaceAt(replaceAt(whole, start, to), end, from);
  const context = withoutSelf(record);
  const spec = acceptsBody(contract, origin.operation, body)
    ? sequence.requestFor(origin, { context }, body)
    : undefined;
  if (!spec) return;
  const purpose = `try to create ${withArticle(type.name)} that ends before it begins`;
  const step = await sequence.journal.send(origin.operation, spec, purpose);
  if (!isDone(step)) return;
  pool.registry.createdRecord(type, origin, step, context);
  sequence.report('conflict-is-rejected', step, {
    records: [],
    steps: [step],
    message: `it creates ${withArticle(type.name)} that ends before it begins, which the document calls an error`,
    expected: `status ${told.status}`,
    actual: `status ${statusOf(step)}`,
  });
}
