import { getAt } from '../../../../core/json/pointer.ts';
import { bodyOf, isAccepted, statusOf } from '../../../pool/journal.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import { verifyConditionalReads } from '../rules/conditional-reads.ts';
import { verifyJsonPatch } from '../rules/json-patch.ts';
import { verifyMergePatch } from '../rules/merge-patch.ts';
import { verifyEmptied } from '../rules/plain-creations.ts';
import { requestBodyOf } from '../rules/read-back.ts';
import { verifyRejectedUpdates } from '../rules/rejections.ts';
import { verifySafeMethods } from '../rules/safe-methods.ts';
import { verifyUntouched } from '../rules/untouched.ts';
import { verifyPatch, verifyPut } from '../rules/updates.ts';
import { shownProperties } from '../steps/expected-properties.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/**
 * Reads and changes what there is once, such as `/settings`. One of the whole service is changed only if what was read can
 * be sent to restore it. One below a parent is that of this parent alone.
 */
export async function verifySingleton(sequence: Sequence): Promise<void> {
  const subject = await findSingleton(sequence);
  if (!subject) return;
  await verifySafeMethods(sequence, subject);
  const other = subject.record.isOwn ? await findSingleton(sequence) : undefined;
  const restore = subject.record.isOwn ? async () => undefined : await planRestoration(sequence, subject);
  if (!restore) return;
  try {
    await verifyRejectedUpdates(sequence, subject);
    const unaffected = async () => {
      const step = subject.record.changes.at(-1);
      if (other && step)
        await verifyUntouched(sequence, other, step, `a change of that of another ${sequence.type.parent}`);
    };
    await verifyPut(sequence, subject, unaffected);
    await verifyEmptied(sequence, subject);
    await verifyPatch(sequence, subject, unaffected);
    await verifyMergePatch(sequence, subject);
    await verifyJsonPatch(sequence, subject);
    await verifyConditionalReads(sequence, subject);
  } finally {
    await restore();
  }
}

/** Returns what sends the values back that a read shows now; undefined if there is no such request. */
async function planRestoration(sequence: Sequence, subject: Subject): Promise<(() => Promise<void>) | undefined> {
  const { type, pool, notes } = sequence;
  const updates = sequence.operations('update', 'patch').filter(({ patch }) => patch !== 'json-patch');
  // A password is not shown: it could not be restored.
  if (updates.some(({ request }) => request?.properties.some(({ writeOnly }) => writeOnly))) return undefined;
  const seen = await sequence.read(subject, `read the ${type.name} to restore it later`, () => true);
  for (const operation of updates) {
    const body = seen?.record === undefined ? undefined : requestBodyOf(sequence, operation, seen.record);
    const spec = body === undefined ? undefined : sequence.requestFor(operation, subject.record, body);
    if (!spec) continue;
    return async () => {
      const step = await pool.send(operation.operation, spec, `restore the ${type.name}`);
      if (!isAccepted(step)) notes.push(`the ${type.name} was changed and not restored: status ${statusOf(step)}`);
    };
  }
  return undefined;
}

async function findSingleton({ type, pool, reader, journal }: Sequence): Promise<Subject | undefined> {
  if (!reader) return undefined;
  const parentType = pool.model.types.find(({ name }) => name === type.parent);
  const parent = parentType && (await pool.create(parentType));
  if (parent && 'problem' in parent) return undefined;
  const base = pool.candidates.base(reader.operation, []);
  const context = new Map<string, LiveRecord>(parent?.context ?? []);
  const spec = base && pool.request(reader, { context }, base);
  if (!spec || 'problem' in spec) return undefined;
  const step = await journal.send(reader.operation, spec, `read the ${type.name}`);
  const shown = isAccepted(step) ? getAt(bodyOf(step) ?? null, reader.response?.envelope ?? '') : undefined;
  if (shown === undefined) return undefined;
  const known = { type, identifiers: new Map(), context, origin: reader, step, sent: undefined, location: undefined };
  const isOwn = parent !== undefined;
  const record: LiveRecord = { ...known, isOwn, changes: [], alternatives: [], isDeleted: false };
  return { record, expected: shownProperties(shown, type, reader) };
}
