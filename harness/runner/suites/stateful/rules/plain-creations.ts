import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isDone } from '../../../pool/journal.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import { emptiedBodies } from '../steps/emptied.ts';
import { type ExpectedDefault, expectedDefaults, expectedInitials } from '../steps/expected-defaults.ts';
import type { ExpectedProperty } from '../steps/expected-properties.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** Chooses values that the other records have not had. */
const VARIANT = 29;

/** A record is created with its required properties, and shows the documented defaults; then one with nothing but empty values. */
export async function verifyPlainCreations(sequence: Sequence, main: Subject): Promise<void> {
  const { contract, type, reader, pool } = sequence;
  const { origin } = main.record;
  const required = pool.candidates.body(origin.operation, 'required', VARIANT);
  if (!reader || required === undefined) return;
  const defaults = expectedDefaults(contract, type, origin, reader, required);
  const differs = `the ${type.name} that it created does not show a documented default`;
  const plain = await createWith(sequence, main, required, {
    expected: (sent) => [
      ...sequence.expectedOf(origin, sent),
      ...defaults.map(({ expected }) => expected),
      ...expectedInitials(contract, type, reader),
    ],
    differs,
  });
  if (plain) await verifyDefaults(sequence, main, plain, defaults);
  const isFilled = plain ? isFilledIn(sequence, plain) : () => false;
  let subject: Subject | undefined;
  for (const empty of emptyBodies(sequence, origin))
    subject =
      (await createWith(sequence, main, empty, {
        expected: (sent) => sequence.expectedOf(origin, sent).filter((each) => !isFilled(each)),
        differs: `the ${type.name} that it created does not show an empty value that was sent`,
      })) ?? subject;
  if (subject) await verifyEmptied(sequence, subject, isFilled);
}

/** Many services take null for an absent property: what they fill in where it is absent, they do for null. */
function isFilledIn(sequence: Sequence, { record, seen }: Subject): (expected: ExpectedProperty) => boolean {
  const sent = new Set(sequence.expectedOf(record.origin, record.sent).map(({ pointer }) => pointer));
  return ({ pointer, value }) =>
    value === null && !sent.has(pointer) && (getAt(seen?.record ?? null, pointer) ?? null) !== null;
}

/** What a service leaves out may be its default, unless it shows the same value to a client that has sent it. */
async function verifyDefaults(
  sequence: Sequence,
  main: Subject,
  plain: Subject,
  defaults: readonly ExpectedDefault[],
): Promise<void> {
  const { origin, sent } = plain.record;
  const hidden = defaults.filter(({ expected }) => isHidden(plain, expected));
  if (hidden.length === 0 || sent === undefined) return;
  const body = hidden.reduce((whole, each) => replaceAt(whole, each.sent, each.expected.value), sent);
  const { name } = sequence.type;
  const other = await createWith(sequence, main, body, {
    expected: (given) => sequence.expectedOf(origin, given),
    differs: `the ${name} that it created does not show what was sent`,
  });
  const missed = other ? hidden.filter(({ expected }) => !isHidden(other, expected)) : [];
  if (!other || !plain.seen || !other.seen || missed.length === 0) return;
  sequence.report('created-is-readable', plain.record.step, {
    records: [plain.record, other.record],
    steps: [plain.seen.step, other.seen.step],
    message: `the ${name} that it created does not show a documented default, and one that was sent it does`,
    differences: missed.map(({ expected: { pointer, value } }) => ({ pointer, expected: value, actual: undefined })),
  });
}

function isHidden({ seen }: Subject, { pointer }: ExpectedProperty): boolean {
  return (getAt(seen?.record ?? null, pointer) ?? null) === null;
}

async function createWith(
  sequence: Sequence,
  { record: { origin }, record }: Subject,
  body: JsonValue,
  claim: { readonly expected: (sent: JsonValue | undefined) => ExpectedProperty[]; readonly differs: string },
): Promise<Subject | undefined> {
  const { type, pool } = sequence;
  const created = await pool.create(type, { by: origin, body, context: withoutSelf(record) });
  if ('problem' in created) return undefined;
  const subject: Subject = { record: created, expected: claim.expected(created.sent) };
  const result = await sequence.verify('created-is-readable', subject, created.step, {
    purpose: `read the new ${type.name}`,
    gone: `the ${type.name} that it created is not found`,
    differs: claim.differs,
  });
  return result === 'gone' ? undefined : subject;
}

/**
 * Replaces a record by values, and these by empty ones.
 * @param isFilled whether the service may show another value in place of an empty one
 */
export async function verifyEmptied(
  sequence: Sequence,
  subject: Subject,
  isFilled: (expected: ExpectedProperty) => boolean = () => false,
): Promise<void> {
  const { name } = sequence.type;
  for (const operation of sequence.operations('update').filter(({ operation: { method } }) => method === 'PUT')) {
    const full = sequence.pool.candidates.body(operation.operation, 'all', VARIANT + 1);
    for (const body of [full, ...emptyBodies(sequence, operation)]) {
      const spec = body === undefined ? undefined : sequence.requestFor(operation, subject.record, body);
      if (!spec) return;
      const purpose = body === full ? `replace the ${name}` : `replace the ${name} by empty values`;
      const step = await sequence.change(operation, subject.record, spec, purpose);
      if (!isDone(step)) return;
      subject.expected = sequence.expectedOf(operation, spec.body).filter((each) => !isFilled(each));
      if (body === full) continue;
      await sequence.verify('update-is-visible', subject, step, {
        purpose: `read the ${name} after it was replaced`,
        gone: `the ${name} that it replaced is no longer found`,
        differs: `the ${name} does not show the empty values that it was sent`,
      });
    }
  }
}

function emptyBodies(sequence: Sequence, operation: ResourceOperation): JsonValue[] {
  return emptiedBodies(sequence, operation, sequence.pool.candidates.body(operation.operation, 'all', VARIANT + 2));
}
