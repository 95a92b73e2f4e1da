import { jsonEqual } from '../../../../core/json/equal.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { ResourceOperation, ResourceType } from '../../../../openapi/resources/model.ts';
import { eventually } from '../../../pool/eventually.ts';
import { isAccepted, type Step } from '../../../pool/journal.ts';
import type { ListedRecord } from '../../../pool/listed-records.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import { findDifferences } from '../steps/expected-properties.ts';
import { readOnce } from '../steps/observe.ts';
import type { ListedPages } from '../steps/pages.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { differencesIn, findListed, list } from './lists.ts';

/** A record below one parent is neither found nor changed below another. */
export async function verifyNested(sequence: Sequence, subject: Subject, other: Subject): Promise<void> {
  const stranger = await underAnotherParent(sequence, subject);
  if (!stranger) return;
  if (await isReadBelow(sequence, subject, stranger)) return;
  await verifyListBelow(sequence, subject, stranger);
  await verifyUpdatesBelow(sequence, subject, stranger);
  const elsewhere = { ...other.record, context: withParentOf(stranger, other.record) };
  await verifyDeleteBelow(sequence, other, elsewhere);
}

/** The record as it would be addressed below another parent that was created for this. */
export async function underAnotherParent(
  { type, pool }: Sequence,
  { record }: Subject,
): Promise<LiveRecord | undefined> {
  const parentName = type.parent;
  const parent = parentName === undefined ? undefined : record.context.get(parentName);
  if (!parent?.isOwn || parent.type.singleton) return undefined;
  const another = await pool.create(parent.type, { context: withoutSelf(parent), isNamed: true });
  if ('problem' in another) return undefined;
  return { ...record, context: new Map([...record.context, ...another.context, [type.name, record]]) };
}

function withParentOf(stranger: LiveRecord, record: LiveRecord): Map<string, LiveRecord> {
  return new Map([...stranger.context, [record.type.name, record]]);
}

/** Whether a request names the parent: one that names the record alone is about it wherever it is. */
function isBelowParent({ parent }: ResourceType, { path }: ResourceOperation): boolean {
  return path.some(({ resource }) => resource === parent);
}

async function isReadBelow(sequence: Sequence, { record, expected }: Subject, stranger: LiveRecord): Promise<boolean> {
  const { reader, journal, type, options } = sequence;
  const spec = reader && sequence.requestFor(reader, stranger);
  if (!reader || !spec) return false;
  const purpose = `read the ${type.name} below another ${type.parent}`;
  const observe = () => readOnce(journal, reader, spec, purpose);
  const isShown = (shown: JsonValue | undefined) =>
    shown !== undefined && expected.length > 0 && findDifferences(shown, expected).length === 0;
  const seen = await eventually(options.consistencyMs, observe, (each) => !isShown(each.record));
  journal.record(seen.step);
  if (!isShown(seen.record)) return false;
  report(sequence, record, stranger, [seen.step], seen.step, `the ${type.name} of another ${type.parent} is found`);
  return true;
}

export async function verifyListBelow(
  sequence: Sequence,
  subject: Subject,
  stranger: LiveRecord,
  find = (operation: ResourceOperation, listed: ListedPages) => findSame(sequence, operation, listed, subject),
): Promise<void> {
  const { type } = sequence;
  for (const operation of sequence.lists) {
    if (!isBelowParent(type, operation)) continue;
    const purpose = `list the ${type.name} of another ${type.parent}`;
    const listed = await list(sequence, operation, stranger, purpose, (each) => !find(operation, each));
    const last = listed?.steps.at(-1);
    const found = listed && find(operation, listed);
    if (!last || !found || (await isOther(sequence, operation, subject, found))) continue;
    report(
      sequence,
      subject.record,
      stranger,
      listed.steps,
      last,
      `the ${type.name} of another ${type.parent} is listed`,
    );
  }
}

/** The item with the identifiers of a record and nothing that it does not have: another parent may have one of its own with these. */
function findSame(
  sequence: Sequence,
  operation: ResourceOperation,
  listed: ListedPages,
  subject: Subject,
): ListedRecord | undefined {
  const item = findListed(subject.record, listed);
  return item && differencesIn(sequence, operation, listed, item, subject).length === 0 ? item : undefined;
}

/** Whether an item below another parent is not what the record's own parent lists, where nothing was sent that would tell. */
async function isOther(
  sequence: Sequence,
  operation: ResourceOperation,
  { record, expected }: Subject,
  { item }: ListedRecord,
): Promise<boolean> {
  if (expected.length > 0) return false;
  const purpose = `list the ${sequence.type.name} of its own ${sequence.type.parent}`;
  const listed = await list(sequence, operation, record, purpose, (each) => findListed(record, each) !== undefined);
  const own = listed && findListed(record, listed);
  return own === undefined || !jsonEqual(own.item, item);
}

async function verifyUpdatesBelow(sequence: Sequence, subject: Subject, stranger: LiveRecord): Promise<void> {
  const { type, pool } = sequence;
  // A PUT that creates may create another record with the same identifier there.
  const updates = sequence
    .operations('update', 'patch')
    .filter((each) => !each.creates && each.patch !== 'json-patch' && isBelowParent(type, each));
  for (const operation of updates) {
    const body = pool.candidates.body(operation.operation, 'all', 9);
    const spec = body === undefined ? undefined : sequence.requestFor(operation, stranger, body);
    if (!spec) continue;
    const purpose = `change the ${type.name} below another ${type.parent}`;
    const step = await sequence.pool.send(operation.operation, spec, purpose);
    await verifyStill(sequence, subject, stranger, operation, step);
  }
}

async function verifyDeleteBelow(sequence: Sequence, subject: Subject, stranger: LiveRecord): Promise<void> {
  const { type } = sequence;
  const [operation] = sequence
    .operations('delete')
    .filter((each) => each.scope === 'item' && isBelowParent(type, each));
  const spec = operation && sequence.requestFor(operation, stranger);
  if (!operation || !spec) return;
  const purpose = `delete the ${type.name} below another ${type.parent}`;
  const step = await sequence.pool.send(operation.operation, spec, purpose);
  const result = await verifyStill(sequence, subject, stranger, operation, step);
  if (result === 'gone') subject.record.isDeleted = true;
}

/** The record is as before, whatever the response below the other parent was. */
async function verifyStill(
  sequence: Sequence,
  subject: Subject,
  stranger: LiveRecord,
  { operation }: ResourceOperation,
  step: Step,
) {
  const { type } = sequence;
  const parent = stranger.context.get(type.parent ?? '');
  const verb = isAccepted(step) ? 'changes' : 'rejects a request and changes';
  return sequence.verify('nested-stays-with-parent', subject, step, {
    purpose: `read the ${type.name} below its own ${type.parent}`,
    gone: `${operation.method} below another ${type.parent} deletes the ${type.name}`,
    differs: `it ${verb} the ${type.name} of another ${type.parent}`,
    steps: parent ? [parent.step] : [],
  });
}

function report(
  sequence: Sequence,
  record: LiveRecord,
  stranger: LiveRecord,
  steps: readonly Step[],
  at: Step,
  message: string,
): void {
  const { type } = sequence;
  const parent = stranger.context.get(type.parent ?? '');
  sequence.report('nested-stays-with-parent', at, {
    records: parent ? [record, parent] : [record],
    steps,
    message,
    expected: `no such ${type.name} there`,
    actual: `the ${type.name}`,
  });
}
