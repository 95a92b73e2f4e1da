import { jsonEqual } from '../../../../core/json/equal.ts';
import { isObject } from '../../../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../../core/model.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import type { RequestSpec } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { stateProperty } from '../../../../openapi/resources/state-property.ts';
import { isDone, isRejected, type Step, statusOf } from '../../../pool/journal.ts';
import { bodyProperties } from '../steps/body-properties.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { patchBodies } from './patch-bodies.ts';
import { verifyPatched } from './patched.ts';
import { verifyReadBack } from './read-back.ts';
import { verifyReplaced } from './replaced.ts';
import { verifyReplacementStatus } from './replacement-status.ts';

/** Changes a record by PUT: it shows the new values and none of the old ones, however often it is sent. */
export async function verifyPut(sequence: Sequence, subject: Subject, unaffected: () => Promise<void>): Promise<void> {
  for (const operation of sequence.operations('update').filter(({ operation: { method } }) => method === 'PUT')) {
    const isBare = operation.operation.requestBody === undefined;
    if (isBare) await repeatBare(sequence, subject, operation);
    if (isBare || !(await update(sequence, subject, operation, 1))) continue;
    await unaffected();
    const second = await update(sequence, subject, operation, 2);
    if (second) await verifyRepeated(sequence, subject, operation, second);
    await verifyReplaced(sequence, subject, operation, (variant) => update(sequence, subject, operation, variant));
    await verifyReadBack(sequence, subject, operation);
    await unaffected();
  }
}

/** A PUT that says all in its path, such as one that adds a label, adds nothing the second time. */
async function repeatBare(sequence: Sequence, { record }: Subject, operation: ResourceOperation): Promise<void> {
  const spec = sequence.requestFor(operation, record);
  const step = spec && (await sequence.change(operation, record, spec, `put the ${sequence.type.name} again`));
  if (step) verifyReplacementStatus(sequence, record, step);
}

/** Replaces a record by the first PUT that the document has for it. */
export async function replaceOnce(sequence: Sequence, subject: Subject, variant: number): Promise<void> {
  const [operation] = sequence.operations('update').filter(({ operation: { method } }) => method === 'PUT');
  if (operation?.operation.requestBody) await update(sequence, subject, operation, variant);
}

/** Sends new values that a read must show. */
async function update(
  sequence: Sequence,
  subject: Subject,
  operation: ResourceOperation,
  variant: number,
): Promise<Step | undefined> {
  const { type } = sequence;
  const purpose = variant === 1 ? `replace the ${type.name}` : `replace the ${type.name} another time`;
  for (const spec of updateSpecs(sequence, subject, operation, variant)) {
    const step = await sequence.change(operation, subject.record, spec, purpose);
    if (!isDone(step)) continue;
    if (subject.seen) verifyReplacementStatus(sequence, subject.record, step);
    subject.expected = sequence.expectedOf(operation, spec.body);
    const result = await sequence.verify('update-is-visible', subject, step, {
      purpose: `read the ${type.name} after it was replaced`,
      gone: `the ${type.name} that it replaced is no longer found`,
      differs: `the ${type.name} does not show the values that it was sent`,
    });
    return result === 'gone' || result === 'hidden' ? undefined : step;
  }
  sequence.notes.push(`${operation.operation.id} accepted no valid request`);
  return undefined;
}

/** All new values; new text alone, for services that permit only some changes of state. */
function updateSpecs(
  sequence: Sequence,
  { record }: Subject,
  operation: ResourceOperation,
  variant: number,
): RequestSpec[] {
  const all = [...sequence.pool.candidates.of(operation.operation, variant)];
  const before = record.sent;
  const [first] = all;
  const [next, old] = [bodyProperties(operation, first?.body), bodyProperties(operation, before)];
  const text =
    first && next && old ? { ...first, body: next.with(newText(next.properties, old.properties)) } : undefined;
  const isValid = ({ body }: RequestSpec) =>
    body !== undefined && acceptsBody(sequence.contract, operation.operation, body);
  return [...all, text].flatMap((spec) => {
    const bound = spec && isValid(spec) ? sequence.requestFor(operation, record, spec.body) : undefined;
    return bound ? [bound] : [];
  });
}

/** The strings of one body with everything else of another. */
function newText(next: JsonObject, before: JsonObject): JsonObject {
  const entries = Object.entries(next).map(([name, value]): [string, JsonValue] => {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    return [name, typeof value === 'string' || old === undefined ? value : old];
  });
  return Object.fromEntries(entries);
}

/** Names of properties that a service compares with those of the stored record, to reject what is out of date. */
const VERSION = /version|revision|etag|sequence|timestamp|updated|modified/i;

/** RFC 9110 section 9.2.2: the same PUT a second time has the same effect. */
async function verifyRepeated(
  sequence: Sequence,
  subject: Subject,
  operation: ResourceOperation,
  first: Step,
): Promise<void> {
  const { body } = first.spec;
  if (isObject(body) && Object.keys(body).some((name) => VERSION.test(name))) return;
  const { type } = sequence;
  const purpose = `replace the ${type.name} by the same again`;
  const step = await sequence.change(operation, subject.record, first.spec, purpose);
  const status = step.response?.status ?? 0;
  if (status === 500 || (isRejected(step) && ![401, 403, 408, 425, 428, 429].includes(status))) {
    sequence.report('put-is-idempotent', step, {
      records: [subject.record],
      steps: [step],
      message: `it rejects a PUT that it accepted before`,
      expected: `a success, as ${statusOf(first)} the first time`,
      actual: `status ${statusOf(step)}`,
    });
    return;
  }
  if (!isDone(step)) return;
  await sequence.verify('put-is-idempotent', subject, step, {
    purpose: `read the ${type.name} after the same PUT`,
    gone: `the ${type.name} is no longer found after the same PUT a second time`,
    differs: `the same PUT a second time changes the ${type.name}`,
  });
}

/** Changes some properties of a record by PATCH; the others stay (RFC 5789 section 2, RFC 7396). */
export async function verifyPatch(
  sequence: Sequence,
  subject: Subject,
  unaffected: () => Promise<void>,
): Promise<void> {
  for (const operation of mergePatches(sequence)) {
    const bodies = patchBodies(sequence, operation);
    let accepted = 0;
    for (const [index, body] of bodies.entries()) {
      if (!(await patch(sequence, subject, operation, body))) continue;
      if (++accepted === 1 || index === bodies.length - 1) await unaffected();
    }
    if (accepted === 0) sequence.notes.push(`${operation.operation.id} accepted no valid request`);
  }
}

/**
 * Changes one property by the first PATCH that the document has for the record.
 * @param unlike a record that has another value of that property, if there is such a property
 */
export async function patchOnce(
  sequence: Sequence,
  subject: Subject,
  variant: number,
  unlike?: Subject,
): Promise<void> {
  const [operation] = mergePatches(sequence);
  const body = operation && sequence.pool.candidates.body(operation.operation, 'all', variant);
  const whole = operation && bodyProperties(operation, body);
  if (!operation || !whole) return;
  const { properties, inner } = whole;
  const names = Object.keys(properties);
  const start = variant % Math.max(1, names.length);
  const has = (name: string) =>
    unlike?.expected.some(
      ({ pointer, value }) => pointer === `${inner}/${name}` && jsonEqual(value, properties[name] ?? null),
    );
  const name = [...names.slice(start), ...names.slice(0, start)].find((each) => !has(each)) ?? names[start];
  const value = name === undefined ? undefined : properties[name];
  const change = name === undefined || value === undefined ? undefined : whole.with({ [name]: value });
  if (change && acceptsBody(sequence.contract, operation.operation, change))
    await patch(sequence, subject, operation, change);
}

/** Changes all texts of a record but its state, which other changes may depend on; by PUT where the document has no PATCH. */
export async function changeTexts(sequence: Sequence, subject: Subject, variant: number): Promise<void> {
  const { contract, pool, reader } = sequence;
  const [operation] = mergePatches(sequence);
  if (!operation) return replaceOnce(sequence, subject, variant);
  const state = stateProperty(contract, reader?.response?.schemas ?? [])?.pointer;
  const whole = bodyProperties(operation, pool.candidates.body(operation.operation, 'all', variant));
  const texts = Object.entries(whole?.properties ?? {}).filter(
    ([name, value]) => typeof value === 'string' && `${whole?.inner}/${name}` !== state,
  );
  const change = texts.length === 0 ? undefined : whole?.with(Object.fromEntries(texts));
  if (change && acceptsBody(contract, operation.operation, change)) await patch(sequence, subject, operation, change);
}

/** Operations whose body has the properties to change: each PATCH, and a POST that changes a record. */
function mergePatches(sequence: Sequence): ResourceOperation[] {
  return sequence
    .operations('patch', 'update')
    .filter(
      ({ operation: { method }, role, patch: format }) =>
        (method === 'PATCH' || role === 'patch') && format !== 'json-patch',
    );
}

async function patch(
  sequence: Sequence,
  subject: Subject,
  operation: ResourceOperation,
  body: JsonObject,
): Promise<boolean> {
  const { type } = sequence;
  const spec = sequence.requestFor(operation, subject.record, body);
  if (!spec) return false;
  const names = Object.keys(bodyProperties(operation, body)?.properties ?? body).join(', ');
  const step = await sequence.change(operation, subject.record, spec, `patch ${names} of the ${type.name}`);
  if (!isDone(step)) return false;
  const result = await verifyPatched(sequence, subject, step, sequence.expectedOf(operation, spec.body));
  return result !== 'gone' && result !== 'hidden';
}
