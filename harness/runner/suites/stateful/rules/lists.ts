import { getAllAt, getAt, parsePointer } from '../../../../core/json/pointer.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import type { RequestSpec } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { eventually } from '../../../pool/eventually.ts';
import type { Step } from '../../../pool/journal.ts';
import type { ListedRecord } from '../../../pool/listed-records.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import { asShown, type ExpectedProperty, expectedProperties, findDifferences } from '../steps/expected-properties.ts';
import { isFinal } from '../steps/observe.ts';
import { isListedWith } from '../steps/owner-lists.ts';
import { type ListedPages, readPages } from '../steps/pages.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { isShownOtherwise } from '../steps/shown-otherwise.ts';
import { haveSameValues, requestByValues, valueLists } from './value-lists.ts';

/**
 * Every list of the type contains the records, with the values that they have.
 * @returns the requests for the lists
 */
export async function verifyListed(sequence: Sequence, subjects: readonly Subject[], when: string): Promise<Step[]> {
  const steps: Step[] = [];
  for (const operation of sequence.lists) steps.push(...(await verifyList(sequence, operation, subjects, when)));
  const [first] = subjects;
  for (const operation of valueLists(sequence)) {
    const spec = first && requestByValues(sequence, operation, first);
    const alike = subjects.filter((each) => first && haveSameValues(sequence, operation, first, each));
    if (spec) steps.push(...(await verifyList(sequence, operation, alike, when, spec)));
  }
  return steps;
}

async function verifyList(
  sequence: Sequence,
  operation: ResourceOperation,
  all: readonly Subject[],
  when: string,
  spec?: RequestSpec,
): Promise<readonly Step[]> {
  const [first] = all;
  if (!first) return [];
  const subjects = all.filter(({ record }) => isListedWith(operation, record, first.record));
  const { type } = sequence;
  const isExpected = (listed: ListedPages) =>
    subjects.every((subject) => {
      const item = findListed(subject.record, listed);
      return item && differencesIn(sequence, operation, listed, item, subject).length === 0;
    });
  const listed = await list(sequence, operation, first.record, `list the ${type.name} ${when}`, isExpected, spec);
  if (!listed) return [];
  for (const subject of subjects) {
    const item = findListed(subject.record, listed);
    const last = listed.steps.at(-1);
    if (!last || (!item && !listed.isComplete)) continue;
    const evidence = { records: [subject.record], steps: listed.steps };
    const shown = item && getAt(item.item, operation.response?.envelope ?? '');
    if (shown !== undefined) sequence.hidden.see(operation, shown, subject);
    if (!item && sequence.hidden.mayHide(operation, subject)) continue;
    if (!item && spec && !(await staysSelected(sequence, operation, subject))) continue;
    if (!item) {
      const message = `${withArticle(type.name)} that exists is not listed ${when}`;
      const actual = `${listed.records.length} others on ${listed.steps.length} pages`;
      sequence.report('created-is-listed', last, { ...evidence, message, expected: 'the record', actual });
      break;
    }
    if (isRepeated(sequence, operation, subject.record, listed)) {
      const message = `${withArticle(type.name)} is listed twice ${when}`;
      sequence.report('created-is-listed', last, { ...evidence, message, expected: 'once', actual: 'twice' });
      break;
    }
    const differences = differencesIn(sequence, operation, listed, item, subject);
    if (differences.length === 0) continue;
    const message = `${withArticle(type.name)} is listed with other values than it has ${when}`;
    sequence.report('created-is-listed', last, { ...evidence, message, differences });
    break;
  }
  verifyTotal(sequence, operation, first.record, listed);
  return listed.steps;
}

/** Whether a record still has the values by which it was asked for: a service may have changed them. */
async function staysSelected(sequence: Sequence, operation: ResourceOperation, subject: Subject): Promise<boolean> {
  const seen = await sequence.read(subject, `read the ${sequence.type.name} once more`);
  const { record, expected } = subject;
  return (
    seen?.record !== undefined &&
    haveSameValues(sequence, operation, subject, { record, expected: asShown(seen.record, expected) })
  );
}

/** A total is at least the number of the records that are listed. */
function verifyTotal(
  sequence: Sequence,
  { paging }: ResourceOperation,
  record: LiveRecord,
  { total, records, steps }: ListedPages,
): void {
  const last = steps.at(-1);
  if (!last || total === undefined || total >= records.length || paging?.total?.isAmbiguous !== false) return;
  sequence.report('created-is-listed', last, {
    records: [record],
    steps,
    message: 'the total of the list is less than what it lists',
    expected: `a total of ${records.length} or more`,
    actual: `a total of ${total}`,
  });
}

/** Whether one page has a record twice. Below other parents, other records may have the same identifier. */
function isRepeated(
  { type }: Sequence,
  { path }: ResourceOperation,
  record: LiveRecord,
  { records, steps }: ListedPages,
): boolean {
  const item = type.operations.find(({ scope }) => scope === 'item');
  const parents = (item?.path ?? []).filter(({ resource }) => resource !== type.name);
  const isOfParents = parents.every(({ resource }) => path.some((each) => each.resource === resource));
  return isOfParents && steps.length === 1 && records.filter((each) => isListedAs(each, record)).length > 1;
}

/** Reads a list until it is as expected, at most for the time of eventual consistency. */
export async function list(
  sequence: Sequence,
  operation: ResourceOperation,
  around: LiveRecord,
  purpose: string,
  isExpected: (listed: ListedPages) => boolean,
  spec = sequence.listRequest(operation, around),
): Promise<ListedPages | undefined> {
  const { journal, type, options } = sequence;
  if (!spec) return undefined;
  const observe = () => readPages(journal, type, operation, spec, purpose);
  const listed = await eventually(
    options.consistencyMs,
    observe,
    (each) => each.steps.some(isFinal) || isUnreadable(each) || isExpected(each),
  );
  for (const step of listed.steps) journal.record(step);
  return listed;
}

/** Whether no item tells which record it is: waiting does not change that. */
function isUnreadable({ records, largest }: ListedPages): boolean {
  return records.length === 0 && largest > 0;
}

/** The item of a list that has the identifiers of a record. */
export function findListed(record: LiveRecord, { records }: ListedPages): ListedRecord | undefined {
  return records.find((each) => isListedAs(each, record));
}

/** Whether an item has the identifiers of a record; UUIDs may be in upper case in one place alone. */
export function isListedAs({ identifiers }: ListedRecord, record: LiveRecord): boolean {
  return [...record.identifiers].every(
    ([name, value]) => String(identifiers.get(name)?.value).toLowerCase() === String(value).toLowerCase(),
  );
}

/** What a read shows and a list must not contradict; what it shows of no record at all, it leaves to reads. */
export function differencesIn(
  { contract }: Pick<Sequence, 'contract'>,
  list: ResourceOperation,
  { records }: ListedPages,
  { item }: ListedRecord,
  { expected }: Subject,
) {
  const envelope = list.response?.envelope ?? '';
  const record = getAt(item, envelope);
  if (record === undefined) return [];
  const isShown = (pointer: string) =>
    records.some((each) => getAllAt(getAt(each.item, envelope), parsePointer(pointer)).length > 0);
  const isOther = (pointer: string) => isShownOtherwise(contract, list, pointer);
  return findDifferences(record, inList(list, expected)).filter(({ pointer }) => isShown(pointer) && !isOther(pointer));
}

/** The expected properties that the items of a list have too; a list may write them in another way. */
function inList({ response }: ResourceOperation, expected: readonly ExpectedProperty[]): ExpectedProperty[] {
  const listed = new Set(response?.properties.map(({ pointer }) => pointer));
  const own = expected.filter(({ pointer }) => listed.has(pointer));
  return own.map((property) => ({ ...property, isShown: false }));
}

export function listExpectations({ contract, type }: Sequence, list: ResourceOperation, { record }: Subject) {
  return expectedProperties(contract, type, record.origin, list, record.sent);
}
