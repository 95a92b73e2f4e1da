import type { JsonValue } from '../../../../core/model.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { verifyDeletion } from './deletion.ts';
import { verifyUntouched } from './untouched.ts';
import { patchOnce, replaceOnce } from './updates.ts';

/** Chooses values that the other records have not had. */
const SIBLING_VARIANT = 19;

/** Of several identifiers that a client chooses, such as a row and a column, each counts: a record that shares all but one is another. */
export async function verifySiblings(sequence: Sequence, main: Subject): Promise<void> {
  const { type } = sequence;
  const by = type.operations.find(({ creates, scope }) => creates && scope === 'item');
  const own = (by?.path ?? []).filter((each) => each.in === 'path' && each.resource === type.name);
  if (!by || own.length < 2) return;
  for (const different of own) {
    const shared = own.filter((each) => each !== different);
    const path = Object.fromEntries(
      shared.flatMap(({ at, identifier }): [string, JsonValue][] => {
        const value = main.record.identifiers.get(identifier);
        return value === undefined ? [] : [[at, value]];
      }),
    );
    const sibling = await createSubject(sequence, { by, path, context: withoutSelf(main.record), variant: 2 });
    if (!sibling) continue;
    await verifyUntouched(sequence, main, sibling.record.step, 'the creation of another');
    await replaceOnce(sequence, sibling, SIBLING_VARIANT);
    await patchOnce(sequence, sibling, SIBLING_VARIANT, main);
    const changed = sibling.record.changes.at(-1);
    if (changed) await verifyUntouched(sequence, main, changed, 'a change of another');
    const deleted = await verifyDeletion(sequence, sibling);
    if (deleted) await verifyUntouched(sequence, main, deleted, 'the deletion of another');
  }
}
