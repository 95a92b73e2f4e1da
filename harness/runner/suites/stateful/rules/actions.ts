import { getAt, parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { bodyOf } from '../../../pool/journal.ts';
import type { ExpectedProperty } from '../steps/expected-properties.ts';
import { isSameValue } from '../steps/same-value.ts';
import { isDone, type Sequence } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';

/** Names of properties that may change without a request. */
const VOLATILE = /time|date|(^|_)at$|At$|version|revision|etag|count|seen|expires/;

/** What the response of an action shows of a record, a read shows afterwards. */
export async function verifyActions(sequence: Sequence): Promise<void> {
  const { reader, type } = sequence;
  const isOwn = ({ resource }: { readonly resource: string }) => resource === type.name;
  const actions = sequence
    .operations('action')
    .filter(({ path, operation: { method }, response }) => method === 'POST' && response && path.some(isOwn));
  for (const action of actions) {
    const subject = reader && (await createSubject(sequence, { variant: 13 }));
    if (!subject) return;
    const before = await sequence.read(subject, `read the ${type.name} before the action`);
    const [candidate] = sequence.pool.candidates.of(action.operation, 0);
    const spec = candidate && sequence.requestFor(action, subject.record, candidate.body);
    if (!spec || before?.record === undefined) continue;
    const step = await sequence.change(action, subject.record, spec, `${action.operation.id} on the ${type.name}`);
    const shown = isDone(step) ? getAt(bodyOf(step) ?? null, action.response?.envelope ?? '') : undefined;
    if (shown === undefined) continue;
    subject.expected = changedProperties(sequence, action, before.record, shown);
    if (subject.expected.length === 0) continue;
    await sequence.verify('action-is-visible', subject, step, {
      purpose: `read the ${type.name} after ${action.operation.id}`,
      gone: `the ${type.name} is no longer found although the response shows it`,
      differs: `the ${type.name} is not as the response of the action shows it`,
    });
  }
}

/** The properties that the response of an action shows with other values than a read before it. */
function changedProperties(
  { reader }: Sequence,
  action: ResourceOperation,
  before: JsonValue,
  shown: JsonValue,
): ExpectedProperty[] {
  const readable = new Set(reader?.response?.properties.map(({ pointer }) => pointer));
  const own = (action.response?.properties ?? []).filter(
    ({ pointer, writeOnly }) => readable.has(pointer) && !writeOnly && !pointer.includes('/*'),
  );
  return own.flatMap(({ pointer, types }) => {
    if (VOLATILE.test(parsePointer(pointer).at(-1) ?? '') || types.includes('object')) return [];
    const [old, value] = [getAt(before, pointer), getAt(shown, pointer)];
    const hasChanged = old !== undefined && value !== undefined && !isSameValue(old, value);
    return hasChanged ? [{ pointer, value, initial: undefined }] : [];
  });
}
