import { isObject } from '../../../../core/json/index.ts';
import { escapeToken, getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { type RequestSpec, requestMediaType, withParameter } from '../../../../generate/requests/build-request.ts';
import type { Reference, ResourceOperation, SchemaProperty } from '../../../../openapi/resources/model.ts';
import { bulkReference, deletesSeveral } from '../../../../openapi/resources/operations/bulk-actions.ts';
import { setWhen } from '../../../../openapi/resources/representations/timestamps.ts';
import { textAt } from '../../../../openapi/resources/text-at.ts';
import { isDone, isRejected, type Step } from '../../../pool/journal.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import type { ExpectedProperty } from '../steps/expected-properties.ts';
import { isSameValue } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { isRemoved, isUnlisted } from './deletion.ts';
import { verifyUnchanged } from './rejections.ts';
import { verifyUntouched } from './untouched.ts';

/** Chooses values that no other record has. */
const VARIANT = 51;
const VARIANTS = [0, 1, 2, 3, 4];

/** What a request does to several records that it names, it does to each of them and to no other. */
export async function verifyBulkActions(sequence: Sequence, main: Subject): Promise<void> {
  for (const action of sequence.reader ? sequence.operations('action') : []) {
    const reference = reorders(sequence, action) ? undefined : bulkReference(action);
    const subjects = reference && (await createSubjects(sequence, main));
    if (subjects) await verifyBulkAction(sequence, action, reference, subjects);
  }
}

/** True for what puts records in order: it may take them whole, and change nothing in them. */
function reorders({ contract }: Sequence, { operation: { summary = '', pointer } }: ResourceOperation): boolean {
  const text = `${summary} ${textAt(contract.document, pointer)}`;
  return /\b(display|sort|list) ?orders?\b|\bre-?order|\bnew order of\b/i.test(text);
}

type Subjects = readonly [first: Subject, second: Subject, other: Subject];

async function createSubjects(sequence: Sequence, main: Subject): Promise<Subjects | undefined> {
  const context = withoutSelf(main.record);
  const first = await createSubject(sequence, { context, variant: VARIANT });
  const second = first && (await createSubject(sequence, { context, variant: VARIANT + 1 }));
  const other = second && (await createSubject(sequence, { context, variant: VARIANT + 2 }));
  return other && [first, second, other];
}

async function verifyBulkAction(
  sequence: Sequence,
  action: ResourceOperation,
  reference: Reference,
  subjects: Subjects,
): Promise<void> {
  const [first, second, other] = subjects;
  const { name } = sequence.type;
  const { id } = action.operation;
  const named = [first, second];
  const spec = changingRequest(sequence, action, reference, named);
  if (!spec) return;
  const step = await sequence.change(action, first.record, spec, `${id} on two ${name} records`);
  // Not 202 or 207: they may be changed later, and some may have failed.
  if (!isDone(step) || step.response?.status === 207) return;
  second.record.changes.push(step);
  if (!deletesSeveral(action))
    return verifyChanged(sequence, changedProperties(sequence, spec, reference), step, subjects);
  for (const subject of named) {
    if (!(await isRemoved(sequence, subject, step))) return;
    subject.record.isDeleted = true;
    if (!(await isUnlisted(sequence, subject, step))) return;
  }
  await verifyUntouched(sequence, other, step, 'the deletion of others');
  const again = requestFor(sequence, action, reference, [other, first], VARIANT);
  const rejected = again && (await sequence.change(action, other.record, again, `${id} with one that is gone`));
  if (rejected && isRejected(rejected)) await verifyUnchanged(sequence, other, rejected);
}

/** Each record that was sent has the values that were sent; another one has its own. */
async function verifyChanged(
  sequence: Sequence,
  changed: readonly ExpectedProperty[],
  step: Step,
  [first, second, other]: Subjects,
): Promise<void> {
  const { name } = sequence.type;
  for (const subject of [first, second]) {
    subject.expected = changed;
    await sequence.verify('action-is-visible', subject, step, {
      purpose: `read ${withArticle(name)} after ${step.operation.id}`,
      gone: `${withArticle(name)} that it was sent is no longer found`,
      differs: `${withArticle(name)} that it was sent does not show what it was sent`,
    });
  }
  const before = other.seen?.record ?? null;
  const own = changed.flatMap(({ pointer }) => {
    const value = getAt(before, pointer);
    return value === undefined ? [] : [{ pointer, value, initial: undefined }];
  });
  other.expected = [...other.expected, ...own];
  await verifyUntouched(sequence, other, step, 'a change of others');
}

/** A request whose values the first record does not have, if there is one. */
function changingRequest(
  sequence: Sequence,
  action: ResourceOperation,
  reference: Reference,
  subjects: readonly Subject[],
): RequestSpec | undefined {
  const before = subjects[0]?.seen?.record ?? null;
  const specs = VARIANTS.flatMap((variant) => requestFor(sequence, action, reference, subjects, variant) ?? []);
  const changes = (spec: RequestSpec) =>
    changedProperties(sequence, spec, reference).some(
      ({ pointer, value }) => !isSameValue(value, getAt(before, pointer) ?? null),
    );
  return specs.find(changes) ?? specs[0];
}

/** The request of an action that names records; undefined if the document does not allow it. */
function requestFor(
  sequence: Sequence,
  action: ResourceOperation,
  { in: place, at, identifier }: Reference,
  subjects: readonly Subject[],
  variant: number,
): RequestSpec | undefined {
  const [first] = subjects;
  const [candidate] = sequence.pool.candidates.of(action.operation, variant);
  const spec = first && candidate && sequence.requestFor(action, first.record, candidate.body);
  const values = subjects.flatMap(({ record }) => record.identifiers.get(identifier) ?? []);
  if (!spec || values.length < subjects.length) return undefined;
  if (place !== 'body') {
    const parameter = action.operation.parameters.find((each) => each.in === place && each.name === at);
    const isValid = parameter?.schema && sequence.contract.schemas.accepts(parameter.schema, values, 'request');
    return parameter && isValid ? withParameter(spec, parameter, values) : undefined;
  }
  const { array, inner } = split(at);
  const item = getAt(spec.body ?? null, `${array}/0`);
  if (spec.body === undefined || item === undefined) return undefined;
  const items = values.map((value): JsonValue => (inner === '' ? value : replaceAt(item, inner, value)));
  const body = replaceAt(spec.body, array, items);
  const schema = requestMediaType(action.operation)?.schema;
  return schema && sequence.contract.schemas.accepts(schema, body, 'request') ? { ...spec, body } : undefined;
}

/** The array that has the identifiers, and where they are in its items; empty if they are the items. */
function split(at: string): { readonly array: string; readonly inner: string } {
  const [array = '', inner = ''] = at.split('/*');
  return { array, inner };
}

/** The plain properties beside the identifiers that a read shows, too. */
function changedProperties(
  { reader, type }: Sequence,
  { body = null }: RequestSpec,
  { at }: Reference,
): ExpectedProperty[] {
  const { array, inner } = split(at);
  const sent = inner === '' ? body : getAt(body, `${array}/0`);
  const isSet = (property: SchemaProperty) =>
    setWhen(
      property,
      type.properties.find(({ pointer }) => pointer === property.pointer),
    ) !== undefined;
  const shown = new Set(reader?.response?.properties.flatMap((each) => (isSet(each) ? [] : each.pointer)));
  return Object.entries(isObject(sent) ? sent : {}).flatMap(([name, value]) => {
    const pointer = `/${escapeToken(name)}`;
    const isPlain = value !== null && typeof value !== 'object' && pointer !== inner;
    return isPlain && shown.has(pointer) ? [{ pointer, value, initial: undefined }] : [];
  });
}
