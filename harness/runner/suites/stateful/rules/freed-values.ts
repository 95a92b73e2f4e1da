import { isObject } from '../../../../core/json/index.ts';
import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import { freedNames } from '../../../../openapi/resources/prose/freed-values.ts';
import { isDone, type Step } from '../../../pool/journal.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { verifyDeletion } from './deletion.ts';

/** Chooses values that no other record has. */
const VARIANT = 56;

/** A value that must be unique is free once the record that has it is deleted, where the document calls it a conflict that one has it. */
export async function verifyFreed(sequence: Sequence, subject: Subject): Promise<void> {
  const { contract, type, pool } = sequence;
  const { origin, sent } = subject.record;
  const { envelope = '' } = origin.request ?? {};
  const whole = pool.candidates.body(origin.operation, 'all', VARIANT);
  const pointers = freedNames(contract, type, origin)
    .map((name) => `${envelope}/${name}`)
    .filter((at) => getAt(sent ?? null, at) !== undefined && getAt(whole ?? null, at) !== undefined);
  if (!isObject(whole) || pointers.length === 0) return;
  const deletion = await verifyDeletion(sequence, subject);
  if (!deletion || !subject.record.isDeleted || !(await isUnknown(sequence, subject))) return;
  const again = pointers.reduce<JsonValue>((body, at) => replaceAt(body, at, getAt(sent ?? null, at) ?? null), whole);
  const names = pointers.map((at) => at.slice(at.lastIndexOf('/') + 1)).join(' and ');
  const taken = await create(sequence, subject, again, `with the ${names} of the deleted one`);
  if (taken?.response?.status !== 409) return;
  // With other values it is accepted: nothing else is the conflict.
  const other = await create(sequence, subject, whole, `with another ${names}`);
  if (!other || !isDone(other)) return;
  sequence.report('values-stay-unique', taken, {
    records: [subject.record],
    steps: [deletion, taken, other],
    message: `it rejects the ${names} of ${withArticle(type.name)} that was deleted as one that another has`,
    expected: 'a success, as with another value',
    actual: 'status 409',
  });
}

/** True if a read says that there is no such record; one that is gone (410) may still count. */
async function isUnknown(sequence: Sequence, { record }: Subject): Promise<boolean> {
  const purpose = `read the deleted ${sequence.type.name} once more`;
  const seen = await sequence.read({ record, expected: [] }, purpose, ({ step }) => step.response?.status === 404);
  return seen?.step.response?.status === 404;
}

async function create(
  sequence: Sequence,
  { record }: Subject,
  body: JsonValue,
  what: string,
): Promise<Step | undefined> {
  const { contract, journal, pool, type } = sequence;
  const { origin } = record;
  const context = withoutSelf(record);
  const isValid = acceptsBody(contract, origin.operation, body);
  const spec = isValid ? sequence.requestFor(origin, { context }, body) : undefined;
  if (!spec) return undefined;
  const step = await journal.send(origin.operation, spec, `create ${withArticle(type.name)} ${what}`);
  if (isDone(step)) pool.registry.createdRecord(type, origin, step, context);
  return step;
}
