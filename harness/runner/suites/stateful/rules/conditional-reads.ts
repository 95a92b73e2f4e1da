import { headerValues } from '../../../../core/http-response.ts';
import { listsStatus } from '../../../../core/operation.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { type RequestSpec, withParameter } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { eventually } from '../../../pool/eventually.ts';
import { isAccepted, isDone, type Step, statusOf } from '../../../pool/journal.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** Chooses values that the record has not had before. */
const VARIANT = 23;
const DAY_MS = 86_400_000;

/** What tells one state of a resource from another (RFC 9110 section 8.8). */
interface Validator {
  readonly name: 'ETag' | 'Last-Modified';
  readonly condition: 'If-None-Match' | 'If-Modified-Since';
  /** Returns one that the resource does not have, or had long ago. */
  other(value: string, word: string): string | undefined;
  /** Whether a resource with a validator has changed since it had another one. */
  hasChanged(before: string, now: string): boolean;
}

const VALIDATORS: readonly Validator[] = [
  {
    name: 'ETag',
    condition: 'If-None-Match',
    other: (_, word) => `"${word}"`,
    // Weak and strong ones match here (RFC 9110 section 13.1.2).
    hasChanged: (before, now) => opaque(before) !== opaque(now),
  },
  {
    name: 'Last-Modified',
    condition: 'If-Modified-Since',
    other: (value) => (Number.isNaN(Date.parse(value)) ? undefined : dateBefore(value)),
    hasChanged: (before, now) => Date.parse(now) > Date.parse(before),
  },
];

/** A GET that the document lets depend on what the client has already, and its request without a condition. */
interface Target {
  readonly operation: ResourceOperation;
  readonly plain: RequestSpec;
}

/** What a read has shown, for which a later one is conditional. */
interface Known extends Target {
  readonly validator: Validator;
  readonly value: string;
  readonly step: Step;
}

/** A read that depends on a validator is 304 if the resource still has it, and only then (RFC 9110 sections 13.1.2 and 13.1.3). */
export async function verifyConditionalReads(sequence: Sequence, subject: Subject): Promise<void> {
  const known: Known[] = [];
  for (const target of targetsOf(sequence, subject)) {
    const step = await send(sequence, target, target.plain, 'read what a client keeps');
    for (const validator of isAccepted(step) ? VALIDATORS : []) {
      const value = valueIn(step, validator);
      if (value !== undefined && isProvidedFor(target, validator, step))
        known.push({ ...target, validator, value, step });
    }
  }
  for (const each of known) {
    await verifyCurrent(sequence, subject, each);
    const other = each.validator.other(each.value, sequence.journal.unique.word());
    if (other !== undefined) await verifyOther(sequence, subject, each, other, [each.step]);
  }
  const change = known.length > 0 ? await changeOnce(sequence, subject) : undefined;
  for (const each of change ? known : []) {
    const after = await send(sequence, each, each.plain, 'read it again after the change');
    const now = valueIn(after, each.validator);
    // One that is the same after a change, as a time of the same second is, makes 304 right.
    if (change && now !== undefined && each.validator.hasChanged(each.value, now))
      await verifyOther(sequence, subject, each, each.value, [each.step, change, after]);
  }
}

function targetsOf(sequence: Sequence, { record }: Subject): Target[] {
  const { reader, lists } = sequence;
  return [...(reader ? [reader] : []), ...lists].flatMap((operation) => {
    if (operation.operation.method !== 'GET' || !VALIDATORS.some((each) => mayDepend(operation, each))) return [];
    const plain =
      operation === reader ? sequence.requestFor(operation, record) : sequence.listRequest(operation, record);
    return plain
      ? [{ operation, plain: VALIDATORS.reduce((spec, each) => without(spec, operation, each), plain) }]
      : [];
  });
}

function mayDepend(each: ResourceOperation, validator: Validator): boolean {
  return parameterOf(each, validator) !== undefined || listsStatus(each.operation, 304);
}

/** The document names the header of the condition, or the status alone: then the best validator that a response has counts. */
function isProvidedFor({ operation }: Target, validator: Validator, step: Step): boolean {
  if (VALIDATORS.some((each) => parameterOf(operation, each))) return parameterOf(operation, validator) !== undefined;
  return VALIDATORS.find((each) => valueIn(step, each) !== undefined) === validator;
}

function parameterOf({ operation: { parameters } }: ResourceOperation, { condition }: Validator) {
  return parameters.find(({ in: place, name }) => place === 'header' && name.toLowerCase() === condition.toLowerCase());
}

function without(spec: RequestSpec, operation: ResourceOperation, validator: Validator): RequestSpec {
  const parameter = parameterOf(operation, validator);
  return parameter && !parameter.required ? withParameter(spec, parameter, undefined) : spec;
}

function withCondition({ operation, plain, validator }: Known, value: string): RequestSpec {
  const parameter = parameterOf(operation, validator);
  if (parameter) return withParameter(plain, parameter, value);
  return { ...plain, headers: { ...plain.headers, [validator.condition.toLowerCase()]: value } };
}

/** What a client has already need not be sent again, where the document says so. */
async function verifyCurrent(sequence: Sequence, subject: Subject, known: Known): Promise<void> {
  const { operation, plain, validator, value } = known;
  if (!listsStatus(operation.operation, 304)) return;
  const purpose = `read it unless it still has the ${validator.name}`;
  const step = await send(sequence, known, withCondition(known, value), purpose);
  if (!isDone(step) || isNotModified(step)) return;
  const again = await send(sequence, known, plain, 'read it again');
  const now = valueIn(again, validator);
  if (now === undefined || validator.hasChanged(value, now) || validator.hasChanged(now, value)) return;
  report(sequence, subject, step, [known.step, step, again], {
    message: `it sends again what has not changed, although ${validator.condition} names its ${validator.name}`,
    expected: 'status 304',
  });
}

/** Content that has another validator than the client is sent. */
async function verifyOther(
  sequence: Sequence,
  subject: Subject,
  known: Known,
  value: string,
  before: readonly Step[],
): Promise<void> {
  const { validator } = known;
  const purpose = `read it unless it has ${withArticle(validator.name)} that it does not have`;
  const spec = withCondition(known, value);
  const observe = () => sequence.journal.observe(known.operation.operation, spec, purpose);
  const step = await eventually(sequence.options.consistencyMs, observe, (each) => !isNotModified(each));
  if (listsStatus(known.operation.operation, 304)) sequence.journal.record(step);
  if (!isNotModified(step)) return;
  report(sequence, subject, step, [...before, step], {
    message: `it takes ${withArticle(validator.name)} that it does not have for its own, so that clients keep what is out of date`,
    expected: 'status 200',
  });
}

async function changeOnce(sequence: Sequence, subject: Subject): Promise<Step | undefined> {
  const [operation] = sequence.operations('update', 'patch').filter(({ patch }) => patch !== 'json-patch');
  const [candidate] = operation ? sequence.pool.candidates.of(operation.operation, VARIANT) : [];
  const spec = operation && candidate && sequence.requestFor(operation, subject.record, candidate.body);
  if (!operation || !spec) return undefined;
  const step = await sequence.change(operation, subject.record, spec, `change the ${sequence.type.name}`);
  if (!isDone(step)) return undefined;
  subject.expected = sequence.expectedOf(operation, spec.body);
  await sequence.read(subject, `read the ${sequence.type.name} that was changed`);
  return step;
}

async function send({ journal }: Sequence, { operation }: Target, spec: RequestSpec, purpose: string): Promise<Step> {
  const step = await journal.observe(operation.operation, spec, purpose);
  // What the document does not say of conditions is no finding of its own.
  if (!isNotModified(step) || listsStatus(operation.operation, 304)) journal.record(step);
  return step;
}

function isNotModified({ response }: Step): boolean {
  return response?.status === 304;
}

function valueIn({ response }: Step, { name }: Validator): string | undefined {
  return response && headerValues(response, name.toLowerCase())[0];
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}

function dateBefore(date: string): string {
  return new Date(Date.parse(date) - DAY_MS).toUTCString();
}

function report(
  sequence: Sequence,
  { record }: Subject,
  step: Step,
  steps: readonly Step[],
  evidence: { readonly message: string; readonly expected: string },
): void {
  for (const each of steps) sequence.journal.record(each);
  sequence.report('read-follows-validator', step, {
    records: [record],
    steps,
    ...evidence,
    actual: `status ${statusOf(step)}`,
  });
}
