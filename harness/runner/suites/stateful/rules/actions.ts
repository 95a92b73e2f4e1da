import { isObject } from '../../../../core/json/index.ts';
import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import type { Representation, ResourceOperation, SchemaProperty } from '../../../../openapi/resources/model.ts';
import { makesCopy } from '../../../../openapi/resources/operations/verbs.ts';
import { effectsOf } from '../../../../openapi/resources/prose/target.ts';
import { bodyOf, isDone, isRejected, type Step } from '../../../pool/journal.ts';
import { actionBody } from '../steps/action-body.ts';
import { actionEffects } from '../steps/action-effect.ts';
import { constantProperties } from '../steps/constant-properties.ts';
import type { Difference, ExpectedProperty } from '../steps/expected-properties.ts';
import { invalidRequests } from '../steps/invalid-requests.ts';
import { isSameValue } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { isVolatile } from '../steps/volatile.ts';
import { reportLost } from './action-losses.ts';
import { verifyAddedElements } from './added-elements.ts';
import { verifyAfterActions } from './after-actions.ts';
import { verifyChosenStates } from './chosen-states.ts';
import { createSubject } from './creation.ts';
import { verifyDeletion } from './deletion.ts';
import { verifyEmptyRecords } from './empty-records.ts';
import { verifyLaterActions } from './later-actions.ts';
import { verifyListQuery } from './list-query.ts';
import { verifyListed } from './lists.ts';
import { isWithoutEffect } from './missing-effect.ts';
import { verifyPossible } from './possible-states.ts';
import { verifyUnchanged } from './rejections.ts';
import { verifyRepeatedAction } from './repeated-actions.ts';
import { watchTold } from './told-effects.ts';
import { perform, verifyTransitions } from './transitions.ts';
import { patchOnce } from './updates.ts';

/** Chooses values that the record has not had before. */
const PATCH_VARIANT = 37;
const SILENT_VARIANT = 17;
const REJECTED_VARIANT = 49;

/** What the response of an action shows of a record, a read shows afterwards; others stay as they are. */
export async function verifyActions(sequence: Sequence, neighbor: Subject | undefined): Promise<void> {
  const isOwn = ({ resource }: { readonly resource: string }) => resource === sequence.type.name;
  const own = sequence.operations('action').filter(({ path }) => path.some(isOwn));
  const going = own.filter(({ ends }) => ends === undefined);
  const shown = going.filter((each) => showsRecord(each, sequence.reader));
  const actions = shown.filter(isDoing);
  const silent = going.filter((each) => isDoing(each) && !shown.includes(each));
  await verifySilentActions(sequence, silent);
  await verifyAddedElements(sequence, going);
  const accepted: ResourceOperation[] = [];
  for (const [index, action] of (sequence.reader ? actions : []).entries()) {
    const subject = await createSubject(sequence, { variant: 13 });
    if (!subject) return;
    if (await verifyAction(sequence, action, subject, neighbor)) {
      accepted.push(action);
      await verifyListed(sequence, [subject], 'after the action');
      // Some services write a whole record as it was when it was created.
      await patchOnce(sequence, subject, PATCH_VARIANT);
    }
    if (index === 0) await verifyListQuery(sequence, subject);
    // Some services delete only what no action has changed.
    await verifyDeletion(sequence, subject);
  }
  for (const action of accepted) await verifyRejectedAction(sequence, action);
  await verifyPossible(sequence, actions, await verifyTransitions(sequence, actions));
  await verifyChosenStates(sequence, actions);
  await verifyAfterActions(sequence, going.filter(isDoing));
  await verifyEmptyRecords(sequence, going.filter(isDoing));
  // What takes a favorite back needs one.
  const later = shown.filter((action) => !accepted.includes(action));
  await verifyLaterActions(sequence, accepted, later, (action, subject) =>
    verifyAction(sequence, action, subject, neighbor),
  );
}

/** Whether an action does what it is named after, and does not undo it as a DELETE of a favorite does. */
function isDoing({ operation: { method } }: ResourceOperation): boolean {
  return method === 'POST' || method === 'PUT';
}

/** Whether the response of an action shows the record that it is about, as far as the document says. */
function showsRecord({ response, gives }: ResourceOperation, reader: ResourceOperation | undefined): boolean {
  return response !== undefined && gives === undefined && !isOfOtherKind(response, reader?.response);
}

/** True if two bodies say that they are of different kinds: `object` is `login_link` in one, `account` in the other. */
function isOfOtherKind(one: Representation, other: Representation | undefined): boolean {
  const kinds = new Map(other?.properties.map(({ pointer, constant }) => [pointer, constant]));
  return one.properties.some(({ pointer, constant }) => {
    const kind = kinds.get(pointer);
    return constant !== undefined && kind !== undefined && constant !== kind;
  });
}

/** An action that responds without a record, such as `PUT /users/{id}/activate` with 204, does what it is named after. */
async function verifySilentActions(sequence: Sequence, actions: readonly ResourceOperation[]): Promise<void> {
  const { reader, contract, type } = sequence;
  for (const action of reader ? actions : []) {
    const subject = await createSubject(sequence, { variant: SILENT_VARIANT });
    const before = subject && (await sequence.read(subject, `read the ${type.name} before the action`));
    if (!reader || !subject || before?.record === undefined) return;
    const isTold = effectsOf(contract, action.operation).length > 0;
    if (isTold || actionEffects(contract, action, reader, before.record).length > 0) {
      const verifyTold = await watchTold(sequence, action, type, subject.record.context);
      const step = await perform(sequence, subject, action, `${action.operation.id} on the ${type.name}`);
      if (step) await verifyTold(step);
      if (step && isDone(step)) await isWithoutEffect(sequence, action, subject, step, before.record);
    }
    subject.expected = [];
    await verifyDeletion(sequence, subject);
  }
}

/** An action that is rejected for its body does nothing, though another body would be accepted. */
async function verifyRejectedAction(sequence: Sequence, action: ResourceOperation): Promise<void> {
  if (action.request === undefined) return;
  const { name } = sequence.type;
  const subject = await createSubject(sequence, { variant: REJECTED_VARIANT });
  const [spec] = subject ? invalidRequests(sequence, action, subject.record, REJECTED_VARIANT) : [];
  if (!subject || !spec) return;
  const before = await sequence.read(subject, `read the ${name} before the action`);
  const step = await sequence.pool.send(action.operation, spec, `try ${action.operation.id} with an invalid body`);
  if (!isRejected(step) || before?.record === undefined) return;
  subject.expected = constantProperties(sequence, before.record);
  await verifyUnchanged(sequence, subject, step);
}

async function verifyAction(
  sequence: Sequence,
  action: ResourceOperation,
  subject: Subject,
  neighbor: Subject | undefined,
): Promise<boolean> {
  const { name } = sequence.type;
  const { id } = action.operation;
  const before = await sequence.read(subject, `read the ${name} before the action`);
  const other = neighbor && (await sequence.read(neighbor, `read another ${name} before the action`, () => true));
  const [candidate] = sequence.pool.candidates.of(action.operation, 0);
  const around = await sequence.pool.around(action, subject.record);
  const body = actionBody(sequence, action, candidate?.body);
  const spec = candidate && sequence.requestFor(action, around, body);
  if (!spec || before?.record === undefined) return false;
  const verifyTold = await watchTold(sequence, action, sequence.type, around.context, spec.body);
  const step = await sequence.change(action, subject.record, spec, `${id} on the ${name}`);
  await verifyTold(step);
  if (isRejected(step)) {
    subject.expected = constantProperties(sequence, before.record);
    await verifyUnchanged(sequence, subject, step);
  }
  const shown = isDone(step) ? getAt(bodyOf(step) ?? null, action.response?.envelope ?? '') : undefined;
  const mayBeOther = step.response?.status === 201 || makesCopy(action.operation, sequence.type.words);
  if (shown === undefined || (mayBeOther && showsOther(subject.record, before.record, shown))) return false;
  if (await isWithoutEffect(sequence, action, subject, step, before.record)) return false;
  const all = propertiesOfResponse(sequence, action, shown);
  const { record: old } = before;
  const changed = all.filter(({ pointer, value }) => hasChanged(old, pointer, value));
  subject.expected = all;
  if (all.length === 0) return false;
  await sequence.verify('action-is-visible', subject, step, {
    purpose: `read the ${name} after ${id}`,
    gone: `the ${name} is no longer found although the response shows it`,
    differs: `the ${name} is not as the response of the action shows it`,
  });
  if (subject.seen)
    await verifyRepeatedAction(sequence, action, subject.record, { step, before: before.record, after: subject.seen });
  if (subject.seen) reportLost(sequence, action, subject.record, { step, before: before.record, after: subject.seen });
  if (neighbor && other?.record !== undefined) await verifyOther(sequence, neighbor, step, changed, other.record);
  const wanted = new Set(changed.map(({ pointer }) => pointer));
  subject.expected = subject.expected.filter(({ pointer }) => wanted.has(pointer));
  return true;
}

/**
 * True if a response shows another record than a read: a copy, by a value that identifies it, or one of another kind, such as the commit
 * of a merge, without what identifies the record, and with what the record has not.
 */
function showsOther({ identifiers }: Subject['record'], read: JsonValue, shown: JsonValue): boolean {
  if (!isObject(read) || !isObject(shown)) return false;
  const own = [...identifiers.values()].map(String);
  const identifying = Object.keys(read).filter((name) => own.includes(String(read[name])));
  const known = identifying.filter((name) => Object.hasOwn(shown, name));
  if (known.length > 0) return known.some((name) => String(shown[name]) !== String(read[name]));
  return identifying.length > 0 && Object.keys(shown).some((name) => !Object.hasOwn(read, name));
}

/** Another record has not taken the values that an action gave to one. */
async function verifyOther(
  sequence: Sequence,
  { record }: Subject,
  step: Step,
  changed: readonly ExpectedProperty[],
  before: JsonValue,
): Promise<void> {
  const { name } = sequence.type;
  const seen = await sequence.read({ record, expected: [] }, `read another ${name} after the action`, () => true);
  const now = seen?.record;
  if (!seen || now === undefined) return;
  const taken = changed.flatMap(({ pointer, value }): Difference[] => {
    const [old, actual] = [getAt(before, pointer), getAt(now, pointer)];
    const isTaken = old !== undefined && actual !== undefined && !isSameValue(old, value) && isSameValue(actual, value);
    return isTaken ? [{ pointer, expected: old, actual }] : [];
  });
  if (taken.length === 0) return;
  sequence.report('others-are-untouched', step, {
    records: [record],
    steps: [step, seen.step],
    message: `${withArticle(name)} has changed by an action on another`,
    differences: taken,
  });
}

/** What the response of an action shows and a read does, too. */
function propertiesOfResponse(
  { reader }: Sequence,
  { response }: ResourceOperation,
  shown: JsonValue,
): ExpectedProperty[] {
  const readable = new Map(reader?.response?.properties.map((each) => [each.pointer, each]));
  const own = (response?.properties ?? []).filter(
    ({ pointer, writeOnly, types }) =>
      readable.has(pointer) && !writeOnly && !pointer.includes('/*') && !types.includes('object'),
  );
  // A read may show a short form of a record within, such as a repository without its settings.
  const mayBeCut = ({ pointer, required }: SchemaProperty) =>
    required && !readable.get(pointer)?.required && pointer.includes('/', 1);
  return own.flatMap((property) => {
    const { pointer } = property;
    const value = isVolatile(pointer) ? undefined : getAt(shown, pointer);
    return value === undefined ? [] : [{ pointer, value, initial: undefined, mayBeCut: mayBeCut(property) }];
  });
}

function hasChanged(before: JsonValue | undefined, pointer: string, value: JsonValue): boolean {
  const old = before === undefined ? undefined : getAt(before, pointer);
  return old !== undefined && !Array.isArray(value) && !isSameValue(old, value);
}
