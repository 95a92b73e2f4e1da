import { jsonEqual } from '../../../../core/json/equal.ts';
import { isObject } from '../../../../core/json/index.ts';
import { appendTokens } from '../../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../../core/model.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { jsonPatchContent } from '../../../../openapi/resources/operations/role-guesses.ts';
import { topLevelNames } from '../../../../openapi/resources/representations/schema-properties.ts';
import { isDone, isRejected, type Step, statusOf } from '../../../pool/journal.ts';
import { type ExpectedProperty, mayLack } from '../steps/expected-properties.ts';
import { mayShow } from '../steps/may-show.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { verifyPatched } from './patched.ts';
import { verifyUnchanged } from './rejections.ts';

const MAX_REPLACED = 6;

/** One of the operations of a JSON Patch (RFC 6902 section 4). */
interface Change {
  readonly op: 'add' | 'replace' | 'remove' | 'move' | 'test';
  readonly path: string;
  readonly from?: string;
  readonly value?: JsonValue;
}

/** A record in the course of being patched. */
interface Patching {
  readonly sequence: Sequence;
  readonly subject: Subject;
  readonly operation: ResourceOperation;
  /** The operation whose body is like the record that is patched. */
  readonly writer: ResourceOperation;
}

/** What is wrong with a patch. */
interface Wrong {
  readonly what: string;
  readonly says: string;
  readonly check: 'stale-change-is-rejected' | 'patch-is-partial';
}

/**
 * Changes a record by JSON Patch: all properties at once, single ones and parts of objects while the others stay, and none if a part of it
 * fails.
 */
export async function verifyJsonPatch(sequence: Sequence, subject: Subject): Promise<void> {
  const writer = subject.record.origin;
  for (const operation of sequence.operations('patch').filter((each) => contentOf(sequence, each))) {
    const patching = { sequence, subject, operation, writer };
    const [all, single] = [9, 12].map((variant) => patchable(patching, variant));
    if (!all || !single || writer.request?.envelope !== '') continue;
    const set = Object.entries(all).map(([name, value]): Change => ({ op: 'add', path: at(name), value }));
    let accepted = await patch(patching, 'set all properties of', set, sequence.expectedOf(writer, all));
    for (const [name, value] of Object.entries(single).slice(0, MAX_REPLACED)) {
      const expected = sequence.expectedOf(writer, { [name]: value });
      const change = { op: 'replace', path: at(name), value } as const;
      const isReplaced = await patch(patching, `replace ${name} of`, [change], expected);
      if (isReplaced && isObject(value)) await verifyObject(patching, name, value);
      if (isReplaced && !accepted) await verifyAdded(patching, change);
      accepted ||= isReplaced;
    }
    if (!accepted) sequence.notes.push(`${operation.operation.id} accepted no valid request`);
    else await verifyFailing(patching, all, single);
    await verifyRemoved(patching, single);
  }
}

const contentOf = ({ contract }: Sequence, { operation }: ResourceOperation) =>
  jsonPatchContent(contract.document, operation);

const at = (...names: readonly string[]) => appendTokens('', ...names);

/** The values that a read shows as they are sent; of what a merge patch takes, where the operation takes one, too. */
function patchable({ sequence, operation, writer }: Patching, variant: number): JsonObject | undefined {
  const values = sequence.pool.candidates.body(writer.operation, 'all', variant);
  if (!isObject(values)) return undefined;
  const isMerge = operation.patch !== 'json-patch';
  const names = new Set(isMerge ? topLevelNames(operation.request?.properties ?? []) : Object.keys(values));
  const isShown = ([name, value]: [string, JsonValue]) =>
    names.has(name) && sequence.expectedOf(writer, { [name]: value }).length > 0;
  return Object.fromEntries(Object.entries(values).filter(isShown));
}

/** Whether a patch was accepted; the record then has to show it. */
async function patch(
  patching: Patching,
  what: string,
  changes: readonly Change[],
  expected: readonly ExpectedProperty[],
): Promise<boolean> {
  const { sequence, subject } = patching;
  const step = await send(patching, what, changes);
  if (!step || !isDone(step)) return false;
  // What is set as a whole has no member that was there before.
  const isWithin = ({ pointer }: ExpectedProperty) => changes.some(({ path }) => pointer.startsWith(`${path}/`));
  subject.expected = subject.expected.filter((each) => !isWithin(each));
  await verifyPatched(sequence, subject, step, expected);
  return true;
}

/** Sends a patch; undefined if the document does not permit it. */
async function send(
  { sequence, subject, operation }: Patching,
  what: string,
  changes: readonly Change[],
): Promise<Step | undefined> {
  const content = contentOf(sequence, operation);
  const body = changes.map((change): JsonValue => ({ ...change }));
  if (content?.schema !== undefined && !sequence.contract.schemas.accepts(content.schema, body, 'request'))
    return undefined;
  const made = sequence.requestFor(operation, subject.record, body);
  const spec = made && (operation.patch === 'json-patch' ? made : { ...made, contentType: content?.type ?? '' });
  return spec && sequence.change(operation, subject.record, spec, `${what} the ${sequence.type.name}`);
}

/** A patch whose test fails is rejected as a whole (RFC 5789 section 2, RFC 6902 section 5), as is one of what is not there (4.2, 4.3). */
async function verifyFailing(patching: Patching, before: JsonObject, now: JsonObject): Promise<void> {
  const { sequence } = patching;
  const [name] = Object.keys(now).filter((each) => typeof now[each] === 'string' && now[each] !== before[each]);
  const value = name === undefined ? undefined : sequence.journal.unique.word();
  if (name === undefined || value === undefined) return;
  const change = { op: 'replace', path: at(name), value: before[name] ?? null } as const;
  const isStale = await verifyRejected(patching, [change, { op: 'test', path: at(name), value }], {
    what: 'test another value than that of',
    check: 'stale-change-is-rejected',
    says: `tests ${at(name)} for a value that the ${sequence.type.name} does not have`,
  });
  if (isStale) return;
  await verifyMissing(patching, at(value), change);
}

/** What an operation replaces, it can add again: that replaces it, too (RFC 6902 section 4.1). */
async function verifyAdded(patching: Patching, change: Change): Promise<void> {
  const { sequence, subject } = patching;
  const step = await send(patching, 'add a property that is there to', [{ ...change, op: 'add' }]);
  if (!step || !isRejected(step)) return;
  sequence.report('patch-is-partial', step, {
    records: [subject.record],
    steps: [step],
    message: `it rejects a JSON Patch that adds ${change.path}, which is there, and accepts one that replaces it`,
    expected: 'a success: what is there is replaced',
    actual: `status ${statusOf(step)}`,
  });
}

/** What is not there can be neither removed nor replaced. */
async function verifyMissing(patching: Patching, path: string, before?: Change): Promise<void> {
  const { name } = patching.sequence.type;
  const missing: readonly Change[] = [
    { op: 'remove', path },
    { op: 'replace', path, value: 'x' },
  ];
  for (const change of missing) {
    const says = `${change.op}s ${path}, which the ${name} does not have`;
    const wrong = { what: `${change.op} a missing property of`, check: 'patch-is-partial', says } as const;
    await verifyRejected(patching, before ? [before, change] : [change], wrong);
  }
}

/** @returns whether it was accepted, which is a finding */
async function verifyRejected(
  patching: Patching,
  changes: readonly Change[],
  { what, check, says }: Wrong,
): Promise<boolean> {
  const { sequence, subject } = patching;
  const step = await send(patching, what, changes);
  if (step && isRejected(step)) await verifyUnchanged(sequence, subject, step);
  if (!step || !isDone(step)) return false;
  subject.expected = [];
  sequence.report(check, step, {
    records: [subject.record],
    steps: [step],
    message: `it accepts a JSON Patch that ${says}`,
    expected: 'a rejection, such as 409 or 422',
    actual: `status ${statusOf(step)}`,
  });
  return true;
}

/** An object that a read shows as it was sent is compared by its members, and one with any names is changed member by member. */
async function verifyObject(patching: Patching, name: string, value: JsonObject): Promise<void> {
  const { sequence } = patching;
  const members = Object.entries(value);
  const [first] = members;
  if (!first || !isShownSo(patching, name, value)) return;
  if (members.length > 1) await verifyOrder(patching, name, value);
  const [key, own] = first;
  const changed = { ...value, [`${key}x`]: own };
  Reflect.deleteProperty(changed, key);
  const [whole, ...parts] = sequence.expectedOf(patching.writer, { [name]: changed });
  if (!whole || parts.length > 0 || whole.pointer !== at(name) || !takes(patching, { [name]: changed })) return;
  const moved = [whole, { pointer: at(name, key), value: null, initial: undefined }];
  await patch(
    patching,
    `move a member in ${name} of`,
    [{ op: 'move', from: at(name, key), path: at(name, `${key}x`) }],
    moved,
  );
  await verifyMissing(patching, at(name, key));
}

function isShownSo({ sequence, subject, writer }: Patching, name: string, value: JsonObject): boolean {
  const isThere = (wanted: ExpectedProperty) =>
    subject.expected.some((each) => each.pointer === wanted.pointer && jsonEqual(each.value, wanted.value));
  return sequence.expectedOf(writer, { [name]: value }).every(isThere);
}

/** Whether the writer's schema permits another value. */
function takes({ sequence, writer }: Patching, values: JsonObject): boolean {
  const body = sequence.pool.candidates.body(writer.operation, 'all', 12);
  const schemas = writer.request?.schemas ?? [];
  const whole = isObject(body) ? { ...body, ...values } : undefined;
  return whole !== undefined && schemas.every((schema) => sequence.contract.schemas.accepts(schema, whole, 'request'));
}

/** Objects are equal whatever the order of their members (RFC 6902 section 4.6). */
async function verifyOrder(patching: Patching, name: string, value: JsonObject): Promise<void> {
  const { sequence, subject } = patching;
  const test = (own: JsonObject) => send(patching, `test ${name} of`, [{ op: 'test', path: at(name), value: own }]);
  const first = await test(value);
  const second = first && isDone(first) ? await test(Object.fromEntries(Object.entries(value).reverse())) : undefined;
  if (!first || !second || !isRejected(second)) return;
  sequence.report('patch-is-partial', second, {
    records: [subject.record],
    steps: [first, second],
    message: `it compares ${at(name)} by the order of its members in the test of a JSON Patch`,
    expected: `status ${statusOf(first)}`,
    actual: `status ${statusOf(second)}`,
  });
}

/** Whether a read may show a record without a property, or with null in its place. */
function isRemovable({ contract, reader }: Sequence, pointer: string): boolean {
  if (!reader) return false;
  return mayLack(contract, reader, pointer) || mayShow(contract, reader, pointer, { value: null, within: undefined });
}

/** Removes an optional property without a default. */
async function verifyRemoved(patching: Patching, values: JsonObject): Promise<void> {
  const { sequence, subject, writer } = patching;
  const required = new Set(writer.request?.properties.flatMap(({ pointer, required: is }) => (is ? [pointer] : [])));
  for (const [name, value] of Object.entries(values)) {
    const [shown] = sequence.expectedOf(writer, { [name]: value });
    const isOptional = !required.has(at(name)) && typeof value !== 'object';
    if (!shown || !isOptional || shown.initial !== undefined || !isRemovable(sequence, shown.pointer)) continue;
    const isThere = subject.expected.some(({ pointer }) => pointer === shown.pointer);
    const removed = { pointer: shown.pointer, value: null, initial: undefined };
    if (isThere && (await patch(patching, `remove ${name} of`, [{ op: 'remove', path: at(name) }], [removed]))) return;
  }
}
