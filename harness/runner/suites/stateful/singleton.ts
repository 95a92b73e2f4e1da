import { getAt } from '../../../core/json/pointer.ts';
import { bodyOf, isAccepted } from '../../pool/journal.ts';
import type { LiveRecord } from '../../pool/live-record.ts';
import { shownProperties } from './expected-properties.ts';
import { verifyRejectedUpdates } from './rejections.ts';
import { verifySafeMethods } from './safe-methods.ts';
import type { Sequence, Subject } from './sequence.ts';
import { verifyPatch, verifyPut } from './updates.ts';

/** Reads and changes what there is once below a record that was created for it; one of the whole service is not touched. */
export async function verifySingleton(sequence: Sequence): Promise<void> {
  const subject = await findSingleton(sequence);
  if (!subject) return;
  await verifySafeMethods(sequence, subject);
  if (!subject.record.isOwn) return;
  await verifyRejectedUpdates(sequence, subject);
  const nothing = async () => undefined;
  await verifyPut(sequence, subject, nothing);
  await verifyPatch(sequence, subject, nothing);
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
