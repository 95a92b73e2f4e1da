import { isObject } from '../../../../core/json/index.ts';
import { escapeToken } from '../../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../../core/model.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isDone, isRejected, type Step, statusOf } from '../../../pool/journal.ts';
import type { ExpectedProperty } from '../steps/expected-properties.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { verifyPatched } from './patched.ts';
import { verifyUnchanged } from './rejections.ts';

const MAX_REPLACED = 6;

/** One of the operations of a JSON Patch (RFC 6902 section 4). */
interface Change {
  readonly op: 'add' | 'replace' | 'remove' | 'test';
  readonly name: string;
  readonly value?: JsonValue;
}

/** A record in the course of being patched. */
interface Patching {
  readonly sequence: Sequence;
  readonly subject: Subject;
  readonly operation: ResourceOperation;
}

/** Changes a record by JSON Patch: all properties at once, single ones while the others stay, and none if a part of it fails. */
export async function verifyJsonPatch(sequence: Sequence, subject: Subject): Promise<void> {
  const writer = subject.record.origin;
  for (const operation of sequence.operations('patch').filter(({ patch }) => patch === 'json-patch')) {
    const [all, single] = [9, 12].map((variant) => patchable(sequence, writer, variant));
    if (!all || !single || writer.request?.envelope !== '') continue;
    const patching = { sequence, subject, operation };
    const set = Object.entries(all).map(([name, value]): Change => ({ op: 'add', name, value }));
    let accepted = await patch(patching, 'set all properties', set, sequence.expectedOf(writer, all));
    for (const [name, value] of Object.entries(single).slice(0, MAX_REPLACED)) {
      const expected = sequence.expectedOf(writer, { [name]: value });
      const isReplaced = await patch(patching, `replace ${name}`, [{ op: 'replace', name, value }], expected);
      accepted ||= isReplaced;
    }
    if (!accepted) sequence.notes.push(`${operation.operation.id} accepted no valid request`);
    else await verifyFailing(patching, all, single);
    await verifyRemoved(patching, writer, single);
  }
}

/** The values that a read shows as they are sent. */
function patchable(sequence: Sequence, writer: ResourceOperation, variant: number): JsonObject | undefined {
  const values = sequence.pool.candidates.body(writer.operation, 'all', variant);
  if (!isObject(values)) return undefined;
  const isShown = ([name, value]: [string, JsonValue]) => sequence.expectedOf(writer, { [name]: value }).length > 0;
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
  await verifyPatched(sequence, subject, step, expected);
  return true;
}

/** Sends a patch; undefined if the document does not permit it. */
async function send(
  { sequence, subject, operation }: Patching,
  what: string,
  changes: readonly Change[],
): Promise<Step | undefined> {
  const schema = requestMediaType(operation.operation)?.schema;
  const body = changes.map(({ name, ...change }): JsonValue => ({ ...change, path: `/${escapeToken(name)}` }));
  if (schema !== undefined && !sequence.contract.schemas.accepts(schema, body, 'request')) return undefined;
  const spec = sequence.requestFor(operation, subject.record, body);
  return spec && sequence.change(operation, subject.record, spec, `${what} of the ${sequence.type.name}`);
}

/** A patch whose test fails is rejected as a whole (RFC 5789 section 2, RFC 6902 section 5). */
async function verifyFailing(patching: Patching, before: JsonObject, now: JsonObject): Promise<void> {
  const { sequence, subject } = patching;
  const [name] = Object.keys(now).filter((each) => typeof now[each] === 'string' && now[each] !== before[each]);
  const value = name === undefined ? undefined : sequence.journal.unique.word();
  if (name === undefined || value === undefined) return;
  const step = await send(patching, 'test another value than that', [
    { op: 'replace', name, value: before[name] ?? null },
    { op: 'test', name, value },
  ]);
  if (step && isRejected(step)) await verifyUnchanged(sequence, subject, step);
  if (!step || !isDone(step)) return;
  subject.expected = [];
  sequence.report('stale-change-is-rejected', step, {
    records: [subject.record],
    steps: [step],
    message: `it accepts a JSON Patch that tests /${name} for a value that the ${sequence.type.name} does not have`,
    expected: 'a rejection, such as 409 or 422',
    actual: `status ${statusOf(step)}`,
  });
}

/** Removes an optional property without a default. */
async function verifyRemoved(patching: Patching, writer: ResourceOperation, values: JsonObject): Promise<void> {
  const { sequence, subject } = patching;
  const required = new Set(writer.request?.properties.flatMap(({ pointer, required: is }) => (is ? [pointer] : [])));
  for (const [name, value] of Object.entries(values)) {
    const [shown] = sequence.expectedOf(writer, { [name]: value });
    const isOptional = !required.has(`/${escapeToken(name)}`) && typeof value !== 'object';
    if (!shown || !isOptional || shown.initial !== undefined) continue;
    const isThere = subject.expected.some(({ pointer }) => pointer === shown.pointer);
    const removed = { pointer: shown.pointer, value: null, initial: undefined };
    if (isThere && (await patch(patching, `remove ${name}`, [{ op: 'remove', name }], [removed]))) return;
  }
}
