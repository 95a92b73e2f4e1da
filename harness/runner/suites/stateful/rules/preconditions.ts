import { withParameter } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { entityTagParameter } from '../../../pool/entity-tags.ts';
import { isRejected, type Step, statusOf } from '../../../pool/journal.ts';
import { strongTag } from '../steps/entity-tag.ts';
import { shownProperties } from '../steps/expected-properties.ts';
import type { Observation } from '../steps/observe.ts';
import { isDone, type Sequence, type Subject } from '../steps/sequence.ts';
import { verifyUnchanged } from './rejections.ts';

/** What is sent in a change that is current, and in one that is out of date. */
const VARIANTS = { current: 20, stale: 21 };

/** A change that is conditional on an entity tag which the record has no more is rejected (RFC 9110 section 13.1.1). */
export async function verifyStaleChanges(sequence: Sequence, subject: Subject): Promise<void> {
  const conditional = sequence
    .operations('update', 'patch')
    .filter(({ operation, patch }) => patch !== 'json-patch' && entityTagParameter(operation));
  for (const operation of conditional) {
    const { name } = sequence.type;
    const before = await readTag(sequence, subject, `read the ${name} as another client does`);
    const spec = specOf(sequence, subject, operation, VARIANTS.current);
    if (!before || !spec) continue;
    const changed = await sequence.change(operation, subject.record, spec, `change the ${name} meanwhile`);
    subject.expected = isDone(changed) ? sequence.expectedOf(operation, spec.body) : subject.expected;
    const after = isDone(changed) ? await readTag(sequence, subject, `read the ${name} that was changed`) : undefined;
    // A tag that stays the same tells nothing of what is out of date.
    if (!after) continue;
    if (after.tag !== before.tag) await verifyStale(sequence, subject, operation, before);
    await refresh(sequence, subject);
  }
}

/** A deletion that is conditional on an entity tag which the record never had is rejected. */
export async function verifyStaleDeletion(sequence: Sequence, subject: Subject): Promise<void> {
  const [operation] = sequence.operations('delete').filter(({ scope }) => scope === 'item');
  const parameter = operation && entityTagParameter(operation.operation);
  const tagged = parameter && (await readTag(sequence, subject, `read the ${sequence.type.name} with its entity tag`));
  const spec = tagged && operation && sequence.requestFor(operation, subject.record);
  if (!operation || !parameter || !spec) return;
  const stale = withParameter(spec, parameter, `"${sequence.journal.unique.word()}"`);
  const purpose = `delete the ${sequence.type.name} if it has an entity tag that it never had`;
  const step = await sequence.journal.send(operation.operation, stale, purpose);
  if (isDone(step)) report(sequence, subject, step, [], 'it deletes');
  else if (isRejected(step)) await verifyUnchanged(sequence, subject, step);
  subject.record.isDeleted = isDone(step);
}

interface Tagged extends Observation {
  readonly tag: string;
}

/** Reads a record with its strong entity tag; a weak one matches no precondition (RFC 9110 section 13.1.1). */
async function readTag(sequence: Sequence, subject: Subject, purpose: string): Promise<Tagged | undefined> {
  const seen = await sequence.read(subject, purpose);
  const tag = seen && strongTag(seen.step);
  return seen?.record === undefined || tag === undefined ? undefined : { ...seen, tag };
}

function specOf(sequence: Sequence, { record }: Subject, operation: ResourceOperation, variant: number) {
  const [candidate] = sequence.pool.candidates.of(operation.operation, variant);
  return candidate && sequence.requestFor(operation, record, candidate.body);
}

async function verifyStale(
  sequence: Sequence,
  subject: Subject,
  operation: ResourceOperation,
  { tag, step: read }: Tagged,
): Promise<void> {
  const parameter = entityTagParameter(operation.operation);
  const spec = specOf(sequence, subject, operation, VARIANTS.stale);
  if (!parameter || !spec) return;
  await refresh(sequence, subject);
  const stale = withParameter(spec, parameter, tag);
  const purpose = `change the ${sequence.type.name} as the first read showed it`;
  const step = await sequence.journal.send(operation.operation, stale, purpose);
  if (isDone(step)) report(sequence, subject, step, [read], 'it accepts a change of');
  else if (isRejected(step)) await verifyUnchanged(sequence, subject, step);
}

/** Expects from now on what a read shows. */
async function refresh(sequence: Sequence, subject: Subject): Promise<void> {
  const { type, reader } = sequence;
  const seen = await sequence.read({ ...subject, expected: [] }, `read the ${type.name} as it is now`);
  subject.expected = reader && seen?.record !== undefined ? shownProperties(seen.record, type, reader) : [];
}

function report(sequence: Sequence, { record }: Subject, step: Step, steps: readonly Step[], what: string): void {
  sequence.report('stale-change-is-rejected', step, {
    records: [record],
    steps: [...steps, step],
    message: `${what} the ${sequence.type.name} on the condition of an entity tag that it does not have (If-Match)`,
    expected: 'status 412',
    actual: `status ${statusOf(step)}`,
  });
}
