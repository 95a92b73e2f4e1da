import { getAt } from '../../../../core/json/pointer.ts';
import { type RequestSpec, withPart } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { type Selector, selectorsOf } from '../../../../openapi/resources/operations/selectors.ts';
import { trashSelection } from '../../../../openapi/resources/operations/trash.ts';
import { sentencesAbout } from '../../../../openapi/resources/prose/conflicts.ts';
import { selectorText } from '../../../../openapi/resources/prose/filters.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { verifyDeletion } from './deletion.ts';
import { comparisonOf } from './filter-comparison.ts';
import { findListed, list } from './lists.ts';

/** Chooses values that no other record has. */
const VARIANT = 156;
const MAX_FILTERS = 4;
/** `All orders of the customer, including deleted ones`. */
const DELETED = /\b(?:deleted|removed|trash(?:ed)?|archived?|ever|former|history)\b/i;

interface Filtered {
  readonly operation: ResourceOperation;
  readonly by: Selector;
  readonly spec: RequestSpec;
}

/** What was deleted is in no list by a filter either that has selected it before: a service may filter in another way than it lists all. */
export async function verifyDeletedFiltered(sequence: Sequence, main: Subject): Promise<void> {
  const { type } = sequence;
  const hasFilters = sequence.lists.some(
    (operation) => selectorsOf(sequence.contract.document, operation.operation).length > 0,
  );
  const canDelete = sequence.operations('delete').some(({ scope }) => scope === 'item');
  if (!hasFilters || !canDelete) return;
  const subject = await createSubject(sequence, { context: withoutSelf(main.record), variant: VARIANT });
  if (!subject) return;
  const { record } = subject;
  const selecting: Filtered[] = [];
  for (const each of filtersOf(sequence, subject).slice(0, MAX_FILTERS)) {
    const purpose = `list the ${type.name} by ${each.by.name}`;
    const before = await list(
      sequence,
      each.operation,
      record,
      purpose,
      (seen) => findListed(record, seen) !== undefined,
      each.spec,
    );
    if (before && findListed(record, before)) selecting.push(each);
  }
  const known = sequence.findings.length;
  const step = selecting.length > 0 ? await verifyDeletion(sequence, subject) : undefined;
  // What is still found or listed without a filter is known already, or has ended and may be shown.
  if (!step || !record.isDeleted || sequence.findings.length > known) return;
  for (const { operation, by, spec } of selecting) {
    const purpose = `list by ${by.name} after the deletion`;
    const after = await list(sequence, operation, record, purpose, (seen) => !findListed(record, seen), spec);
    if (!after || !findListed(record, after)) continue;
    sequence.report('delete-removes', step, {
      records: [record],
      steps: [step, ...after.steps],
      message: `the ${type.name} that it deleted is still listed by the filter ${by.name}`,
      expected: 'a list without it',
      actual: `${operation.operation.id} has it`,
    });
    return;
  }
}

/** True if the document says something of deleted records where it tells of a filter. */
function mayKeep({ contract: { document } }: Sequence, { operation }: ResourceOperation, by: Selector): boolean {
  const name = by.name.toLowerCase().replaceAll('_', ' ');
  const told = sentencesAbout(document, operation).filter((sentence) => sentence.includes(name));
  return [selectorText(document, operation, by), ...told].some((each) => DELETED.test(each));
}

/** The lists by each value that a record has and that a filter takes. */
function filtersOf(sequence: Sequence, { record, seen }: Subject): Filtered[] {
  const { contract } = sequence;
  return sequence.lists.flatMap((operation) =>
    selectorsOf(contract.document, operation.operation).flatMap((by): Filtered[] => {
      const found = comparisonOf(contract.document, operation, by);
      const isEqual = found?.comparison === 'equal' && trashSelection(by.name) === undefined;
      const value =
        isEqual && !mayKeep(sequence, operation, by) && seen?.record !== undefined
          ? getAt(seen.record, found.property.pointer)
          : undefined;
      const isPlain = typeof value === 'string' && value !== '';
      const base = isPlain ? sequence.listRequest(operation, record) : undefined;
      if (value === undefined || !base || by.schema === undefined) return [];
      const isSent = contract.schemas.accepts(by.schema, value, 'request');
      return isSent ? [{ operation, by, spec: withPart(base, by, value) }] : [];
    }),
  );
}
