import { isNumber } from '../../../../core/json/decimal.ts';
import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { type Shift, shiftOf } from '../../../../openapi/resources/prose/shifts.ts';
import { isDone, isRejected, type Step, statusOf } from '../../../pool/journal.ts';
import { constantProperties } from '../steps/constant-properties.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { verifyUnchanged } from './rejections.ts';
import { watchTold } from './told-effects.ts';

/** Chooses values that no other record has. */
const VARIANT = 94;
/** Amounts of which the second is not what the first has led to. */
const AMOUNTS = [7, 5];

/** What is added to a number of a record is added to what was there, and no more is taken than there is: `Adds delta to the stock`. */
export async function verifyToldShifts(sequence: Sequence): Promise<void> {
  const { contract, type } = sequence;
  for (const action of sequence.operations('action')) {
    const shift = shiftOf(contract, action, type);
    const subject = shift && (await createSubject(sequence, { variant: VARIANT }));
    if (!shift || !subject) continue;
    for (const amount of AMOUNTS) await sendAmount(sequence, action, subject, shift, amount);
    await verifyShortage(sequence, action, subject, shift);
  }
}

async function verifyShortage(
  sequence: Sequence,
  action: ResourceOperation,
  subject: Subject,
  shift: Shift,
): Promise<void> {
  const { name } = sequence.type;
  const { pointer, sign, shortage } = shift;
  const before = shortage === undefined ? undefined : await sequence.read(subject, `read the ${name}`);
  const there = before?.record === undefined ? undefined : getAt(before.record, pointer);
  if (!before || before.record === undefined || !isNumber(there) || !Number.isSafeInteger(Number(there))) return;
  const step = await sendAmount(sequence, action, subject, shift, -sign * (Number(there) + 1));
  if (!step) return;
  if (isRejected(step)) {
    subject.expected = constantProperties(sequence, before.record);
    await verifyUnchanged(sequence, subject, step);
  } else if (isDone(step))
    sequence.report('conflict-is-rejected', step, {
      records: [subject.record],
      steps: [before.step, step],
      message: `it is accepted although it takes more than the ${name} has, of ${pointer}`,
      expected: `status ${shortage}`,
      actual: `status ${statusOf(step)}`,
    });
}

/** Sends an action with an amount. @returns undefined if that is not valid */
async function sendAmount(
  sequence: Sequence,
  action: ResourceOperation,
  { record }: Subject,
  { at }: Shift,
  amount: number,
): Promise<Step | undefined> {
  const { pool, contract, type } = sequence;
  const [candidate] = pool.candidates.of(action.operation, VARIANT);
  const place = `${action.request?.envelope ?? ''}${at}`;
  const body: JsonValue | undefined = candidate?.body && replaceAt(candidate.body, place, amount);
  if (body === undefined || !acceptsBody(contract, action.operation, body)) return undefined;
  const around = await pool.around(action, record);
  const spec = sequence.requestFor(action, around, body);
  if (!spec) return undefined;
  const verifyTold = await watchTold(sequence, action, type, around.context, spec.body);
  const step = await sequence.change(action, record, spec, `${action.operation.id} with ${amount}`);
  if (amount > 0) await verifyTold(step);
  return step;
}
