import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { RequestSpec } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isDone, isRejected, type Step } from '../../../pool/journal.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import { almostValidRequests } from '../steps/invalid-requests.ts';
import { isSameValue } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { reportReversed, reversedDates } from './date-order.ts';
import { verifyDeletion } from './deletion.ts';
import { verifyUnchanged } from './rejections.ts';
import { reportUnknown, unknownReferences } from './unknown-references.ts';

/** Chooses values that no other record has. */
const VARIANTS = { created: 66, invalid: 67, valid: 68 };

/** A request that the service may reject for what it says. */
interface Attempt {
  readonly operation: ResourceOperation;
  readonly spec: RequestSpec;
  readonly what: string;
  /** What the document says is rejected although its schema permits it. */
  readonly told?: {
    /** JSON Pointer in the body. */
    readonly at: string;
    /** Reports that it was accepted. */
    readonly report: (step: Step) => Promise<void> | void;
  };
}

/**
 * An update with a value that is just not permitted, that names an unknown record or ends before it begins, changes nothing if it is
 * rejected. The last two are rejected if the document says so.
 */
export async function verifyRejectedChanges(sequence: Sequence, { record }: Subject): Promise<void> {
  const updates = sequence.operations('update', 'patch').filter(({ patch }) => patch !== 'json-patch');
  const attempts = (of: Subject['record']) => updates.flatMap((each) => attemptsOf(sequence, each, of));
  if (!sequence.reader || attempts(record).length === 0) return;
  const context = withoutSelf(record);
  const subject = await createSubject(sequence, { context, variant: VARIANTS.created, by: record.origin });
  if (!subject) return;
  for (const attempt of attempts(subject.record)) if (!(await isWithoutEffect(sequence, subject, attempt))) break;
  subject.expected = [];
  await verifyDeletion(sequence, subject);
}

function attemptsOf(sequence: Sequence, operation: ResourceOperation, record: Subject['record']): Attempt[] {
  const unknown = unknownReferences(sequence, operation, record).map(({ spec, reference }): Attempt => {
    // Where a record names another one of its type, the one that a read finds may be itself.
    const isOther = reference.resource !== sequence.type.name;
    const report = async (step: Step) =>
      isOther ? reportUnknown(sequence, record, step, reference, 'changes') : undefined;
    return { operation, spec, what: 'with an unknown reference', told: { at: reference.at, report } };
  });
  const reversed = reversedDates(sequence, operation, record);
  const report = (step: Step) => reversed && reportReversed(sequence, step, reversed, 'changes');
  const told = reversed && { at: reversed.end, report };
  const invalid = almostValidRequests(sequence, operation, record, VARIANTS.invalid);
  return [
    ...unknown,
    ...(reversed && told ? [{ operation, spec: reversed.spec, what: 'that ends before it begins', told }] : []),
    ...invalid.map((spec) => ({ operation, spec, what: 'with a value that is not permitted' })),
  ];
}

/** @returns false once the record is not as it was */
async function isWithoutEffect(sequence: Sequence, subject: Subject, attempt: Attempt): Promise<boolean> {
  const { operation, spec, what, told } = attempt;
  const { journal, pool, type } = sequence;
  const { spec: current, read } = await pool.conditional(operation.operation, spec);
  const sent = await journal.observe(operation.operation, current, `try to make the ${type.name} one ${what}`);
  const step = read ? { ...sent, condition: read } : sent;
  // Other suites report that a schema is not heeded: what the record shows then does not count.
  if (!told && !isRejected(step)) return isRepaired(sequence, subject, operation);
  for (const each of read ? [read, step] : [step]) journal.record(each);
  if (isRejected(step)) return (await verifyUnchanged(sequence, subject, step)) === 'as expected';
  if (told && isDone(step) && (await isTaken(sequence, subject, attempt, told.at))) await told.report(step);
  return false;
}

/** Gives a record valid values in place of those that were accepted although they are not. */
async function isRepaired(sequence: Sequence, subject: Subject, operation: ResourceOperation): Promise<boolean> {
  const { pool, journal, type } = sequence;
  const body = pool.candidates.body(operation.operation, 'all', VARIANTS.valid);
  const spec = sequence.requestFor(operation, subject.record, body);
  if (!spec) return false;
  const { spec: current } = await pool.conditional(operation.operation, spec);
  const step = await journal.observe(operation.operation, current, `give the ${type.name} valid values again`);
  subject.expected = sequence.expectedOf(operation, current.body);
  return isDone(step);
}

/** Whether a read shows what was sent: a service may keep the value from before. */
async function isTaken(
  sequence: Sequence,
  { record }: Subject,
  { operation, spec }: Attempt,
  at: string,
): Promise<boolean> {
  const seen = await sequence.read({ record, expected: [] }, `read the ${sequence.type.name} after the change`);
  const shown: JsonValue | undefined = getAt(seen?.record ?? null, at.slice(operation.request?.envelope.length));
  const sent = getAt(spec.body ?? null, at);
  return sent !== undefined && shown !== undefined && isSameValue(sent, shown);
}
