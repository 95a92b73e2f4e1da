import { jsonEqual } from '../../../../core/json/equal.ts';
import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { listsStatus } from '../../../../core/operation.ts';
import { type RequestSpec, withParameter } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { entityTagParameter } from '../../../../openapi/resources/representations/version-mark.ts';
import { isDone, isRejected, type Step, statusOf } from '../../../pool/journal.ts';
import { strongTag } from '../steps/entity-tag.ts';
import { shownProperties } from '../steps/expected-properties.ts';
import type { Observation } from '../steps/observe.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { verifyUnchanged } from './rejections.ts';

/** What is sent in a change that is current, in one that is out of date, and in one without a condition. */
const VARIANTS = { meanwhile: 20, stale: 21, unconditional: 22, current: 23 };

/** What a change is conditional on: the entity tag of its record in a header, or its version in the body. */
interface Condition {
  readonly operation: ResourceOperation;
  readonly name: string;
  /** What a read shows of it; undefined if it cannot be compared. */
  valueIn(seen: Observation): JsonValue | undefined;
  in(spec: RequestSpec, value: JsonValue): RequestSpec;
}

/** A change that is conditional on what the record is no more is rejected (RFC 9110 section 13.1.1). */
export async function verifyStaleChanges(sequence: Sequence, subject: Subject): Promise<void> {
  const changes = sequence.operations('update', 'patch').filter(({ patch }) => patch !== 'json-patch');
  for (const condition of changes.flatMap((each) => conditionOf(each) ?? [])) {
    const { operation } = condition;
    const { name } = sequence.type;
    await verifyCurrent(sequence, subject, condition);
    const before = await readValue(sequence, subject, condition, `read the ${name} as another client does`);
    const spec = specOf(sequence, subject, operation, VARIANTS.meanwhile);
    if (!before || !spec) continue;
    const changed = await sequence.change(operation, subject.record, spec, `change the ${name} meanwhile`);
    subject.expected = isDone(changed) ? sequence.expectedOf(operation, spec.body) : subject.expected;
    const after = isDone(changed)
      ? await readValue(sequence, subject, condition, `read the ${name} that was changed`)
      : undefined;
    // One that stays the same tells nothing of what is out of date.
    if (!after) continue;
    if (!jsonEqual(after.value, before.value)) await verifyStale(sequence, subject, condition, before);
    await verifyRequired(sequence, subject, operation);
    await refresh(sequence, subject);
  }
}

function conditionOf(operation: ResourceOperation): Condition | undefined {
  const parameter = entityTagParameter(operation.operation);
  if (parameter)
    return {
      operation,
      name: 'an entity tag',
      // A weak one matches no precondition (RFC 9110 section 13.1.1).
      valueIn: ({ step }) => strongTag(step),
      in: (spec, value) => withParameter(spec, parameter, value),
    };
  const { version, request } = operation;
  if (!version?.locks) return undefined;
  const pointer = version.at.slice(request?.envelope.length);
  return {
    operation,
    name: 'a version',
    valueIn: ({ record }) => (record === undefined ? undefined : getAt(record, pointer)),
    in: (spec, value) => (spec.body === undefined ? spec : { ...spec, body: replaceAt(spec.body, version.at, value) }),
  };
}

/** A deletion that is conditional on an entity tag which the record never had is rejected. */
export async function verifyStaleDeletion(sequence: Sequence, subject: Subject): Promise<void> {
  const [operation] = sequence.operations('delete').filter(({ scope }) => scope === 'item');
  const parameter = operation && entityTagParameter(operation.operation);
  const condition = parameter && operation && conditionOf(operation);
  const tagged =
    condition && (await readValue(sequence, subject, condition, `read the ${sequence.type.name} with its entity tag`));
  const spec = tagged && operation && sequence.requestFor(operation, subject.record);
  if (!operation || !parameter || !spec) return;
  const stale = withParameter(spec, parameter, `"${sequence.journal.unique.word()}"`);
  const purpose = `delete the ${sequence.type.name} if it has an entity tag that it never had`;
  const step = await sequence.journal.send(operation.operation, stale, purpose);
  if (isDone(step)) report(sequence, subject, condition, [step], 'it deletes');
  else if (isRejected(step)) await verifyUnchanged(sequence, subject, step);
  subject.record.isDeleted = isDone(step);
}

interface Shown extends Observation {
  readonly value: JsonValue;
}

/** Reads a record with the value of a condition. */
async function readValue(
  sequence: Sequence,
  subject: Subject,
  condition: Condition,
  purpose: string,
): Promise<Shown | undefined> {
  const seen = await sequence.read(subject, purpose);
  const value = seen?.record === undefined ? undefined : condition.valueIn(seen);
  return seen === undefined || value === undefined || value === null ? undefined : { ...seen, value };
}

function specOf(sequence: Sequence, { record }: Subject, operation: ResourceOperation, variant: number) {
  const [candidate] = sequence.pool.candidates.of(operation.operation, variant);
  return candidate && sequence.requestFor(operation, record, candidate.body);
}

async function verifyStale(
  sequence: Sequence,
  subject: Subject,
  condition: Condition,
  { value, step: read }: Shown,
): Promise<void> {
  const { operation } = condition.operation;
  const spec = specOf(sequence, subject, condition.operation, VARIANTS.stale);
  if (!spec) return;
  await refresh(sequence, subject);
  const purpose = `change the ${sequence.type.name} as the first read showed it`;
  const step = await sequence.journal.send(operation, condition.in(spec, value), purpose);
  if (isDone(step)) report(sequence, subject, condition, [read, step], 'it accepts a change of');
  else if (isRejected(step)) await verifyUnchanged(sequence, subject, step);
}

/** A change on the condition of the entity tag that the record has is accepted; tried twice, because a read may lag behind. */
async function verifyCurrent(sequence: Sequence, subject: Subject, condition: Condition): Promise<void> {
  const { operation } = condition.operation;
  if (!entityTagParameter(operation)) return;
  const steps: Step[] = [];
  for (let attempt = 0; attempt < 2; attempt++) {
    const now = await readValue(sequence, subject, condition, `read the ${sequence.type.name} with its entity tag`);
    const spec = specOf(sequence, subject, condition.operation, VARIANTS.current);
    if (!now || !spec) return;
    const purpose = `change the ${sequence.type.name} on the condition of that entity tag`;
    const step = await sequence.journal.send(operation, condition.in(spec, now.value), purpose);
    await sequence.followRename(condition.operation, subject.record, step);
    if (statusOf(step) !== '412') return refresh(sequence, subject);
    steps.push(now.step, step);
  }
  const step = steps[steps.length - 1] as Step;
  sequence.report('current-change-is-accepted', step, {
    records: [subject.record],
    steps: steps as [Step, ...Step[]],
    message: `it rejects a change of the ${sequence.type.name} on the condition of the entity tag that it has`,
    expected: 'success',
    actual: 'status 412',
  });
}

/** A change without the precondition that the document says is required (RFC 6585 section 3) is rejected. */
async function verifyRequired(sequence: Sequence, subject: Subject, changing: ResourceOperation): Promise<void> {
  const { operation } = changing;
  const spec = specOf(sequence, subject, changing, VARIANTS.unconditional);
  const parameter = entityTagParameter(operation);
  if (!spec || !parameter || parameter.required || !listsStatus(operation, 428)) return;
  await refresh(sequence, subject);
  const { name } = sequence.type;
  const purpose = `change the ${name} without ${parameter.name}`;
  const step = await sequence.journal.send(operation, withParameter(spec, parameter, undefined), purpose);
  if (isRejected(step)) await verifyUnchanged(sequence, subject, step);
  if (!isDone(step)) return;
  sequence.report('stale-change-is-rejected', step, {
    records: [subject.record],
    steps: [step],
    message: `it accepts a change of the ${name} without ${parameter.name}, which the document says is required`,
    expected: 'status 428',
    actual: `status ${statusOf(step)}`,
  });
}

/** Expects from now on what a read shows. */
async function refresh(sequence: Sequence, subject: Subject): Promise<void> {
  const { type, reader } = sequence;
  const seen = await sequence.read({ ...subject, expected: [] }, `read the ${type.name} as it is now`);
  subject.expected = reader && seen?.record !== undefined ? shownProperties(seen.record, type, reader) : [];
}

function report(
  sequence: Sequence,
  { record }: Subject,
  { name, operation: { operation } }: Condition,
  steps: readonly [...Step[], Step],
  what: string,
): void {
  const step = steps[steps.length - 1] as Step;
  sequence.report('stale-change-is-rejected', step, {
    records: [record],
    steps,
    message: `${what} the ${sequence.type.name} on the condition of ${name} that it does not have`,
    expected: `status ${operation.response(412) ? 412 : 409}`,
    actual: `status ${statusOf(step)}`,
  });
}
