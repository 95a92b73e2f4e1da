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
  await verifyRejectedUpdates(sequence, subject);
  const nothing = async () => undefined;
  await verifyPut(sequence, subject, nothing);
  await verifyPatch(sequence, subject, nothing);
}

async function findSingleton({ type, pool, reader, journal }: Sequence): Promise<Subject | undefined> {
  const parentType = pool.model.types.find(({ name }) => name === type.parent);
  if (!parentType || !reader) return undefined;
  const parent = await pool.create(parentType);
  if ('problem' in parent) return undefined;
  const base = pool.candidates.base(reader.operation, []);
  const spec = base && pool.request(reader, parent, base);
  if (!spec || 'problem' in spec) return undefined;
  const step = await journal.send(reader.operation, spec, `read the ${type.name}`);
  const shown = isAccepted(step) ? getAt(bodyOf(step) ?? null, reader.response?.envelope ?? '') : undefined;
  if (shown === undefined) return undefined;
  const own = { type, identifiers: new Map(), origin: reader, step, sent: undefined, location: undefined };
  const record: LiveRecord = { ...parent, ...own, changes: [], alternatives: [] };
  return { record, expected: shownProperties(shown, type, reader) };
}
