import { isNumber } from '../../../../core/json/decimal.ts';
import { getAt } from '../../../../core/json/pointer.ts';
import { type RequestSpec, withPart } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { words } from '../../../../openapi/resources/names.ts';
import type { NextPage } from '../../../../openapi/resources/operations/page-facts.ts';
import { eventually } from '../../../pool/eventually.ts';
import { bodyOf, isAccepted, type Step } from '../../../pool/journal.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import { itemsOf, linkedPage, readPages, sizeSelector, totalOf } from '../steps/pages.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** Lists that need more pages are not read in full ones. */
const MAX_PAGES = 8;

interface Problem {
  readonly steps: readonly [Step, ...Step[]];
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/** A last page that is full names no next one that is not there, or that is empty where the document says otherwise, and the number of pages counts neither one more nor one less. */
export async function verifyFullPages(sequence: Sequence, { record }: Subject): Promise<void> {
  for (const operation of sequence.lists) {
    const { paging } = operation;
    const hasCount = paging?.facts.some(({ kind }) => kind === 'pages');
    if (paging?.size === undefined || paging.style === 'none' || !(isTold(paging.next) || hasCount)) continue;
    const read = () => findProblem(sequence, operation, record);
    // A list may lag behind the creations.
    const problem = await eventually(sequence.options.consistencyMs, read, (each) => each === undefined);
    if (!problem) continue;
    const { steps } = problem;
    for (const step of steps) sequence.journal.record(step);
    sequence.report('pages-are-complete', steps[steps.length - 1] ?? steps[0], { records: [record], ...problem });
  }
}

function isTold(next: NextPage | undefined): boolean {
  return next !== undefined && (next.ends || next.hasRecords);
}

async function findProblem(
  sequence: Sequence,
  operation: ResourceOperation,
  record: LiveRecord,
): Promise<Problem | undefined> {
  const { journal, type } = sequence;
  const { paging } = operation;
  const spec = sequence.listRequest(operation, record);
  if (!spec || paging?.size === undefined) return undefined;
  const whole = await readPages(journal, type, operation, spec, `list the ${type.name}`);
  const count = whole.records.length;
  const isCounted = paging.facts.some(({ kind }) => kind === 'pages');
  const uneven = whole.isComplete && isCounted ? await unevenPage(sequence, operation, spec, count) : undefined;
  if (uneven) return uneven;
  const size = whole.isComplete ? sizeFor(sequence, operation, count) : undefined;
  if (size === undefined) return undefined;
  const full = withPart(spec, { in: paging.in, at: paging.size }, size);
  const paged = await readPages(journal, type, operation, full, `list the ${type.name} in pages that are full`);
  const steps = paged.steps.slice(0, count / size);
  const last = steps.at(-1);
  // Others may create or delete records at the same time.
  if (!last || paged.records.length !== count || steps.some((step) => itemsOf(operation, step) !== size))
    return undefined;
  for (const step of steps) journal.record(step);
  return miscounted(operation, last, size) ?? (isTold(paging.next) ? nextOfLast(sequence, operation, last) : undefined);
}

/** A number of pages that leaves out the last one, which is not full. */
async function unevenPage(
  { contract, journal, type }: Sequence,
  operation: ResourceOperation,
  spec: RequestSpec,
  count: number,
): Promise<Problem | undefined> {
  const { paging } = operation;
  const schema = sizeSelector(contract, operation)?.schema;
  const isUsable = (each: number) =>
    count % each !== 0 && (schema === undefined || contract.schemas.accepts(schema, each, 'request'));
  const size = count === 0 ? undefined : [2, 3, 4, 5, count + 1].find(isUsable);
  if (paging?.size === undefined || size === undefined) return undefined;
  const page = withPart(spec, { in: paging.in, at: paging.size }, size);
  const step = await journal.observe(operation.operation, page, `list the ${type.name} in pages that are not full`);
  const isSize = itemsOf(operation, step) === Math.min(size, totalOf(paging, step) ?? 0);
  return isAccepted(step) && isSize ? miscounted(operation, step, size) : undefined;
}

/** A size of pages of which records fill the last one. */
function sizeFor({ contract }: Sequence, list: ResourceOperation, count: number): number | undefined {
  const schema = sizeSelector(contract, list)?.schema;
  for (let pages = 1; pages <= Math.min(count, MAX_PAGES); pages++) {
    const size = count / pages;
    const isValid = schema === undefined || contract.schemas.accepts(schema, size, 'request');
    if (Number.isInteger(size) && isValid) return size;
  }
  return undefined;
}

/** A number of pages that the total does not need. */
function miscounted({ paging }: ResourceOperation, step: Step, size: number): Problem | undefined {
  const place = paging?.facts.find(({ kind }) => kind === 'pages');
  const body = bodyOf(step) ?? null;
  const shown = place && getAt(body, place.at);
  const total = paging?.total?.isAmbiguous === false ? totalOf(paging, step) : undefined;
  if (!place || shown === undefined || !isNumber(shown) || total === undefined || total === 0) return undefined;
  const fact = paging?.facts.find(({ kind }) => kind === 'size');
  const actualSize = fact && getAt(body, fact.at);
  // A service may give smaller pages than it is asked for.
  if (actualSize !== undefined && Number(String(actualSize)) !== size) return undefined;
  const needed = Math.ceil(total / size);
  // The last of pages that are counted from 0 has a smaller number.
  const isNumbered = words(place.at).includes('last') && paging?.first === 0;
  if (Number(String(shown)) === needed || (isNumbered && Number(String(shown)) === needed - 1)) return undefined;
  return {
    steps: [step],
    message: `${place.at} is not the number of pages that ${total} records need`,
    expected: `${needed} pages of ${size}`,
    actual: String(shown),
  };
}

/** The next page that the last one names, and that has no records or does not exist. */
async function nextOfLast(
  { journal, type }: Sequence,
  operation: ResourceOperation,
  last: Step,
): Promise<Problem | undefined> {
  const spec = linkedPage(operation, last.spec, last);
  if (!spec) return undefined;
  const next = await journal.observe(operation.operation, spec, `follow the next page of the last ${type.name}`);
  // `Null on the last page`: the empty one may be the last.
  if (isAccepted(next) && (!operation.paging?.next?.hasRecords || itemsOf(operation, next) !== 0)) return undefined;
  return {
    steps: [last, next],
    message: 'the last page, which is full, names a next one',
    expected: `nothing at ${operation.paging?.next?.at}, as the document says of where no record follows`,
    actual: isAccepted(next) ? 'a next page without records' : 'a next page that is rejected',
  };
}
