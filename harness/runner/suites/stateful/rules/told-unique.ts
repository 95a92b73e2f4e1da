import { isObject } from '../../../../core/json/index.ts';
import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import { ignoresCase, toldUnique } from '../../../../openapi/resources/prose/uniqueness.ts';
import { isDone, statusOf } from '../../../pool/journal.ts';
import { isSameRecord, withoutSelf } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { verifyFreed } from './freed-values.ts';
import { verifyUniqueWithin } from './unique-within.ts';

/** Chooses values that no other record has. */
const VARIANT = 55;

/** What the document calls a conflict in words is one: a creation with all the values of another, which must be unique. */
export async function verifyToldUnique(sequence: Sequence, { record }: Subject): Promise<void> {
  const { contract } = sequence;
  const { origin } = record;
  const told = origin.scope === 'collection' ? toldUnique(contract, origin) : [];
  if (told.length === 0) return;
  const first = await createSubject(sequence, { context: withoutSelf(record), variant: VARIANT });
  const { sent } = first?.record ?? {};
  const pointers = told
    .map((name) => `${origin.request?.envelope ?? ''}/${name}`)
    .filter((pointer) => getAt(sent ?? null, pointer) !== undefined);
  if (!first || sent === undefined || pointers.length === 0) return;
  const isRejected = await rejects(sequence, first, sent, pointers, 'the values');
  const other = isRejected && ignoresCase(contract, origin) ? inOtherCase(sequence, first, pointers) : undefined;
  if (other !== undefined) await rejects(sequence, first, other, pointers, 'the values, in other letter case,');
  if (!isRejected) return;
  await verifyUniqueWithin(sequence, first);
  await verifyFreed(sequence, first);
}

/** Sends values of a record a second time; reports it if there are two then, or if the service fails. */
async function rejects(
  sequence: Sequence,
  { record }: Subject,
  body: JsonValue,
  pointers: readonly string[],
  what: string,
): Promise<boolean> {
  const { type, journal, pool } = sequence;
  const { origin } = record;
  const context = withoutSelf(record);
  const spec = sequence.requestFor(origin, { ...record, context }, body);
  if (!spec) return false;
  const purpose = `create ${withArticle(type.name)} with ${what} of another`;
  const step = await journal.send(origin.operation, spec, purpose);
  const again = isDone(step) ? pool.registry.createdRecord(type, origin, step, context) : undefined;
  // The same record again is no second one.
  const isSecond = again && !('problem' in again) && !isSameRecord(again, record);
  if (!isSecond && step.response?.status !== 500) return true;
  const names = pointers.map((pointer) => pointer.slice(pointer.lastIndexOf('/') + 1)).join(' and ');
  sequence.report('values-stay-unique', step, {
    records: [record],
    steps: [step],
    message: `it ${isSecond ? 'accepts' : 'fails for'} ${what.replace('values', names)} of another ${type.name}, which the document calls a conflict`,
    expected: 'status 409',
    actual: `status ${statusOf(step)}`,
  });
  return false;
}

/** The body of a record with its unique texts in upper case, or else in lower case; undefined if the schema permits neither. */
function inOtherCase({ contract }: Sequence, { record }: Subject, pointers: readonly string[]): JsonValue | undefined {
  const { sent, origin } = record;
  const bodies = [(text: string) => text.toUpperCase(), (text: string) => text.toLowerCase()].map((change) =>
    pointers.reduce<JsonValue>((whole, pointer) => {
      const value = getAt(whole, pointer);
      return typeof value === 'string' ? replaceAt(whole, pointer, change(value)) : whole;
    }, sent ?? null),
  );
  const isOther = (body: JsonValue) => pointers.some((at) => getAt(body, at) !== getAt(sent ?? null, at));
  return bodies.find((body) => isObject(body) && isOther(body) && acceptsBody(contract, origin.operation, body));
}
