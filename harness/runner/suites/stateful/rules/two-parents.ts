import type { JsonValue } from '../../../../core/model.ts';
import type { CreateOptions } from '../../../pool/creation/record-creator.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { verifyDeletion } from './deletion.ts';
import { verifyListed } from './lists.ts';
import { underAnotherParent, verifyListBelow } from './nested.ts';
import { bodyWithIdentifiers } from './taken-identifier.ts';
import { verifyUntouched } from './untouched.ts';
import { patchOnce, replaceOnce } from './updates.ts';

/** Chooses values that no other record has. */
const VARIANT = 39;
/** The same, with another one of two values, and of three. */
const OTHER_VARIANT = VARIANT + 5;

/** What is created, changed and deleted below one of two parents belongs to that one, whichever is the older. */
export async function verifyTwoParents(sequence: Sequence, subject: Subject): Promise<void> {
  const stranger = await underAnotherParent(sequence, subject);
  if (!stranger) return;
  const created: Subject[] = [];
  for (const parent of [stranger, subject.record]) {
    const child = await createBelow(sequence, parent);
    if (!child) return;
    await verifyListed(sequence, [child], 'below one of two parents');
    const [other] = created;
    const step = child.record.changes.at(-1) ?? child.record.step;
    if (other) await verifyUntouched(sequence, other, step, 'a change below another parent');
    if (other) await verifyListBelow(sequence, child, other.record);
    created.push(child);
  }
  if (created[0]) await verifySameIdentifier(sequence, created[0]);
}

async function createBelow(
  sequence: Sequence,
  parent: LiveRecord,
  same: Pick<CreateOptions, 'path' | 'body' | 'takesGiven'> = {},
  variant = VARIANT,
): Promise<Subject | undefined> {
  const context = new Map([...parent.context].filter(([name]) => name !== sequence.type.name));
  const child = await createSubject(sequence, { context, variant, ...same });
  if (!child) return undefined;
  await replaceOnce(sequence, child, variant + 1);
  await patchOnce(sequence, child, variant + 2);
  return child;
}

/**
 * A service may number what is below each parent from 1, clients may choose the same name below two of them, and one label may be on
 * two issues.
 */
async function verifySameIdentifier(sequence: Sequence, first: Subject): Promise<void> {
  const { type } = sequence;
  const stranger = await underAnotherParent(sequence, first);
  const parent = stranger && withTaken(stranger, first.record);
  const own = first.record.origin.path.filter((each) => each.in === 'path' && each.resource === type.name);
  const path = own.flatMap(({ at, identifier }): [string, JsonValue][] => {
    const value = first.record.identifiers.get(identifier);
    return value === undefined ? [] : [[at, value]];
  });
  const body = bodyWithIdentifiers(sequence, first.record, VARIANT + 3);
  const takesGiven = type.identifiers.some(({ sameAs }) => sameAs !== undefined);
  const same = { path: Object.fromEntries(path), takesGiven, ...(body === undefined ? {} : { body }) };
  const second = parent && (await createBelow(sequence, parent, same, OTHER_VARIANT));
  const changed = second?.record.changes.at(-1) ?? second?.record.step;
  if (!second || !changed) return;
  await verifyUntouched(sequence, first, changed, 'a change below another parent');
  const deleted = await verifyDeletion(sequence, second);
  if (!deleted) return;
  await verifyUntouched(sequence, first, deleted, 'a deletion below another parent');
  await verifyListed(sequence, [first], 'after a deletion below another parent');
}

/** A parent with the records whose identifiers another record takes: the user of a member, the label of an issue. */
function withTaken(parent: LiveRecord, { type, context }: LiveRecord): LiveRecord {
  const taken = type.identifiers.flatMap(({ sameAs }): [string, LiveRecord][] => {
    const record = sameAs && context.get(sameAs.resource);
    return record ? [[record.type.name, record]] : [];
  });
  return { ...parent, context: new Map([...parent.context, ...taken]) };
}
