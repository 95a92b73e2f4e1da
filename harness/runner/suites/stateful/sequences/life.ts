import { withoutSelf } from '../../../pool/live-record.ts';
import { verifyActions } from '../rules/actions.ts';
import { verifyAllowedTimes } from '../rules/allowed-times.ts';
import { verifyAssignedValues } from '../rules/assigned-values.ts';
import { verifyBelowOwn } from '../rules/below-own.ts';
import { verifyBulkActions } from '../rules/bulk-actions.ts';
import { verifyBulkCreation } from '../rules/bulk-creation.ts';
import { verifyChangeCounts } from '../rules/change-counts.ts';
import { verifyChangeTime } from '../rules/change-time.ts';
import { verifyChildCounts } from '../rules/child-counts.ts';
import { verifyConditionalReads } from '../rules/conditional-reads.ts';
import { verifyCreatedOnce } from '../rules/created-once.ts';
import { createSubject, isAgain, otherCreators, replaceHidden } from '../rules/creation.ts';
import { verifyUnauthorized } from '../rules/credentials.ts';
import { verifyDateOrder } from '../rules/date-order.ts';
import { verifyDeletedFiltered } from '../rules/deleted-filtered.ts';
import { verifyDeletedListed } from '../rules/deleted-lists.ts';
import { verifyDeletion, verifyStillGone } from '../rules/deletion.ts';
import { verifyDependents, verifyNeeded } from '../rules/dependents.ts';
import { verifyDetached } from '../rules/detached.ts';
import { verifyEqualKeys } from '../rules/equal-keys.ts';
import { verifyForbiddenChanges } from '../rules/forbidden-changes.ts';
import { verifyForbiddenCreations } from '../rules/forbidden-creations.ts';
import { verifyFullPages } from '../rules/full-pages.ts';
import { verifyHidden } from '../rules/hidden.ts';
import { verifyReadOnly, verifyReadOnlyOnCreate } from '../rules/identity.ts';
import { verifyJsonPatch } from '../rules/json-patch.ts';
import { verifyListQuery } from '../rules/list-query.ts';
import { verifyReferenceLists } from '../rules/list-references.ts';
import { verifyListed } from '../rules/lists.ts';
import { verifyManyListed } from '../rules/many-records.ts';
import { verifyMergePatch } from '../rules/merge-patch.ts';
import { verifyMovedReferences } from '../rules/moved-references.ts';
import { verifyNested } from '../rules/nested.ts';
import { verifyNewIdentifiers } from '../rules/new-identifiers.ts';
import { verifyNumberOrder } from '../rules/number-order.ts';
import { verifyNumbering } from '../rules/numbering.ts';
import { verifyOverlaps } from '../rules/overlaps.ts';
import { verifyPageEnds } from '../rules/page-ends.ts';
import { verifyPages } from '../rules/paging.ts';
import { verifyPlaces } from '../rules/places.ts';
import { verifyPlainCreations } from '../rules/plain-creations.ts';
import { verifyStaleChanges, verifyStaleDeletion } from '../rules/preconditions.ts';
import { verifyPreserved } from '../rules/preserved.ts';
import { verifyRejectedChanges } from '../rules/rejected-changes.ts';
import { verifyRejectedCreate, verifyRejectedUpdates } from '../rules/rejections.ts';
import { verifySafeMethods } from '../rules/safe-methods.ts';
import { verifySameValues } from '../rules/same-values.ts';
import { verifySearches } from '../rules/searches.ts';
import { verifySeveralReferences } from '../rules/several-references.ts';
import { verifySiblings } from '../rules/siblings.ts';
import { verifyTakenIdentifier } from '../rules/taken-identifier.ts';
import { verifyToldCreations } from '../rules/told-effects.ts';
import { verifyLineCreations } from '../rules/told-lines.ts';
import { verifyToldOrder } from '../rules/told-order.ts';
import { verifyToldShifts } from '../rules/told-shifts.ts';
import { verifySumsInside } from '../rules/told-sums.ts';
import { verifyToldTexts } from '../rules/told-texts.ts';
import { verifyToldTotals } from '../rules/told-totals.ts';
import { verifyToldUnique } from '../rules/told-unique.ts';
import { verifyTrees } from '../rules/trees.ts';
import { verifyTwoParents } from '../rules/two-parents.ts';
import { verifyUnique } from '../rules/unique-values.ts';
import { verifyUntouched } from '../rules/untouched.ts';
import { changeTexts, patchOnce, replaceOnce, verifyPatch, verifyPut } from '../rules/updates.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** Chooses values that the records have not had before. */
const NEIGHBOR_VARIANT = 17;

/** Leads records of a type through their whole life: created, read, listed, updated, deleted. */
export async function verifyLife(sequence: Sequence): Promise<void> {
  const main = await createSubject(sequence);
  if (!main) return;
  await verifySafeMethods(sequence, main);
  // If reading changes a record, nothing that a read shows later has another cause.
  if (sequence.findings.some(({ finding }) => finding.check === 'safe-changes-nothing')) return;
  const others = await createOthers(sequence, main);
  const lists = await verifyListed(sequence, [main, ...others], 'after the creation');
  verifyHidden(sequence, main, [main.record.step, ...(main.seen ? [main.seen.step] : []), ...lists]);
  await verifyCreatedOnce(sequence, main);
  await verifyPages(sequence, main);
  await verifyPageEnds(sequence, main);
  await verifyFullPages(sequence, main);
  await verifyListQuery(sequence, main);
  await verifyToldOrder(sequence, [main, ...others]);
  await verifySearches(sequence, main);
  await verifyReferenceLists(sequence, main);
  await verifySiblings(sequence, main);
  await verifySeveralReferences(sequence, main);
  await verifyRejectedCreate(sequence, main);
  await verifyRejectedUpdates(sequence, main);
  await verifyChanges(sequence, main, others);
  await verifyDeletions(sequence, main, others);
}

/** Two further records and one for every other way to create them; the one created last comes first. */
async function createOthers(sequence: Sequence, main: Subject): Promise<Subject[]> {
  const context = withoutSelf(main.record);
  const created: Subject[] = [];
  const ways = [undefined, ...otherCreators(sequence, main), undefined];
  for (const [index, by] of ways.entries()) {
    // Variants in a row differ in all that can, so that filters have something to tell apart.
    const variant = index === ways.length - 1 ? 1 : 2;
    const subject = await createSubject(sequence, { context, variant, ...(by ? { by } : {}) });
    if (!subject || [main, ...created].some((known) => isAgain(subject, known))) continue;
    created.unshift(subject);
    await verifyUntouched(sequence, main, subject.record.step, 'the creation of another');
  }
  return created;
}

async function verifyChanges(sequence: Sequence, main: Subject, others: readonly Subject[]): Promise<void> {
  const [neighbor] = others;
  const unaffected = async () => {
    const step = main.record.changes.at(-1);
    if (neighbor && step) await verifyUntouched(sequence, neighbor, step, 'a change of another');
  };
  for (const verify of [verifyPut, verifyPatch]) {
    await verify(sequence, main, unaffected);
    if (await replaceHidden(sequence, main)) await verify(sequence, main, unaffected);
  }
  await verifyMergePatch(sequence, main);
  await verifyJsonPatch(sequence, main);
  await verifyStaleChanges(sequence, main);
  await verifyConditionalReads(sequence, main);
  await changeOthers(sequence, main, others);
  await verifyListed(sequence, [main, ...others], 'after the updates');
  await verifyReadOnly(sequence, main);
  if (neighbor) {
    await verifyUnique(sequence, main, neighbor);
    await verifyTakenIdentifier(sequence, neighbor);
    main.expected = [];
  }
}

/** Changes the others too: some services change only the record that was created first, or every second one. */
async function changeOthers(sequence: Sequence, main: Subject, others: readonly Subject[]): Promise<void> {
  const [neighbor, ...rest] = others;
  if (!neighbor) return;
  await replaceOnce(sequence, neighbor, NEIGHBOR_VARIANT);
  await patchOnce(sequence, neighbor, NEIGHBOR_VARIANT + 1, main);
  const step = neighbor.record.changes.at(-1);
  if (step) await verifyUntouched(sequence, main, step, 'a change of another');
  const last = rest.at(-1);
  if (last) await changeTexts(sequence, last, NEIGHBOR_VARIANT + 2);
}

/** Deletes records that were updated and others; those that are left stay as they are. */
async function verifyDeletions(sequence: Sequence, main: Subject, others: readonly Subject[]): Promise<void> {
  const [neighbor, ...rest] = others;
  const doomed = rest.at(-1);
  if (doomed && neighbor) await verifyNested(sequence, neighbor, doomed);
  if (doomed) await verifyUnauthorized(sequence, doomed);
  if (doomed) await verifyStaleDeletion(sequence, doomed);
  const ended = new Set<Subject>();
  for (const subject of [doomed, main]) {
    if (!subject) continue;
    const remove = () => verifyDeletion(sequence, subject);
    const step = await (subject === main ? remove() : verifyNeeded(sequence, subject.record, remove));
    if (step) ended.add(subject);
    if (step && neighbor) await verifyUntouched(sequence, neighbor, step, 'the deletion of another');
  }
  // What a deletion ends may still be read, as archived, without being listed.
  const left = others.filter((each) => !each.record.isDeleted && !ended.has(each));
  await verifyListed(sequence, left, 'after the deletion of others');
  const later = neighbor ? await verifyLaterCreations(sequence, neighbor) : [];
  // What creates further records comes last: until here the neighbor is the one that was created last.
  if (neighbor) await verifyReadOnlyOnCreate(sequence, neighbor);
  if (neighbor) await verifyChangeTime(sequence, neighbor);
  await verifyChangeCounts(sequence, main);
  await verifyToldUnique(sequence, main);
  await verifySameValues(sequence, main);
  await verifyEqualKeys(sequence, main);
  await verifyNumberOrder(sequence, main);
  await verifyPreserved(sequence, main);
  await verifyToldTexts(sequence, main);
  await verifyMovedReferences(sequence, main);
  await verifyRejectedChanges(sequence, main);
  await verifyToldCreations(sequence, main);
  await verifyLineCreations(sequence, main);
  await verifyForbiddenCreations(sequence, main);
  await verifyForbiddenChanges(sequence, main);
  await verifyTrees(sequence, main);
  await verifyOverlaps(sequence, main);
  await verifyAllowedTimes(sequence, main);
  await verifyDateOrder(sequence, main);
  await verifyDeletedListed(sequence, main);
  await verifyDeletedFiltered(sequence, main);
  await verifyPlainCreations(sequence, main);
  await verifyBulkCreation(sequence, main);
  await verifyTwoParents(sequence, main);
  await verifyChildCounts(sequence, main);
  await verifyToldTotals(sequence, main);
  await verifyPlaces(sequence, main);
  await verifyListed(sequence, later, 'after further creations');
  await verifyManyListed(sequence, later);
  await verifyBulkActions(sequence, main);
  await verifyActions(sequence, neighbor);
  await verifyToldShifts(sequence);
  await verifySumsInside(sequence);
  if (neighbor) await verifyBelowOwn(sequence, neighbor);
  if (neighbor) await verifyDeletion(sequence, neighbor);
  await verifyDependents(sequence, withoutSelf(main.record));
  await verifyDetached(sequence, main);
  await verifyNewIdentifiers(sequence, main);
  await verifyNumbering(sequence, main);
  await verifyAssignedValues(sequence, main);
  await verifyStillGone(sequence, main);
  if (doomed) await verifyStillGone(sequence, doomed);
}

/** Some services give a new record the identifier of another one, once one was deleted. */
async function verifyLaterCreations(sequence: Sequence, neighbor: Subject): Promise<Subject[]> {
  const created: Subject[] = [];
  while (created.length < 2 && !neighbor.record.isDeleted) {
    const subject = await createSubject(sequence, { context: withoutSelf(neighbor.record), variant: 15 });
    if (!subject || isAgain(subject, neighbor)) return created;
    created.push(subject);
    await verifyUntouched(sequence, neighbor, subject.record.step, 'a creation after a deletion');
  }
  return created;
}
