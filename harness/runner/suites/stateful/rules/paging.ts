import { isNumber } from '../../../../core/json/decimal.ts';
import { isObject } from '../../../../core/json/index.ts';
import { type RequestSpec, withPart } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { effectiveSchema, firstKeyword } from '../../../../openapi/schema/effective-schema.ts';
import type { Step } from '../../../pool/journal.ts';
import { type ListedPages, readPages, sizeSelector } from '../steps/pages.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { searchesOf } from './searches.ts';

/** Longer lists are not read in small pages. */
const MAX_RECORDS = 40;
const MAX_ATTEMPTS = 3;

/** Pages together contain each record once, whatever their size. */
export async function verifyPages(sequence: Sequence, { record }: Subject): Promise<void> {
  for (const operation of [...sequence.lists, ...searchesOf(sequence)]) {
    const spec = sequence.listRequest(operation, record);
    // Pages of one record hide what is repeated at their borders.
    if (spec) await verifyInPages(sequence, record, { operation, spec, sizeFor: (count) => Math.ceil(count / 3) });
  }
}

/** A list that is compared with its pages. */
export interface Paged {
  readonly operation: ResourceOperation;
  readonly spec: RequestSpec;
  /** The size of pages for a number of records; larger if the document says so. */
  readonly sizeFor: (count: number) => number;
}

export async function verifyInPages(
  sequence: Sequence,
  record: Subject['record'],
  { operation, spec, sizeFor }: Paged,
): Promise<void> {
  const { paging } = operation;
  const size = paging?.size;
  if (size === undefined || paging?.style === 'none') return;
  const { journal, type } = sequence;
  const readAgain = () => readPages(journal, type, operation, spec, `list the ${type.name} again`);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const whole = await readPages(journal, type, operation, spec, `list the ${type.name}`);
    const count = whole.records.length;
    const small = Math.max(minimumOf(sequence, operation), sizeFor(count), 2);
    if (!whole.isComplete || count < 3 || count > MAX_RECORDS || small >= count) return;
    const inPages = withPart(spec, { in: paging?.in ?? 'query', at: size }, small);
    const paged = await readPages(journal, type, operation, inPages, `list the ${type.name} in small pages`);
    const again = await readAgain();
    if (attempt === 1) for (const step of [...whole.steps, ...paged.steps]) journal.record(step);
    // Others may create or delete records at the same time.
    const isStable = isSameOrder(whole, again);
    const tooLarge = oversized(paged, small);
    const problem = (isStable ? compare(whole, paged) : undefined) ?? tooLarge;
    if (problem === undefined && (isStable || attempt === MAX_ATTEMPTS)) return;
    if (problem === undefined || attempt < 2) continue;
    if (tooLarge === undefined && !(await staysSame(whole, readAgain))) return;
    for (const step of paged.steps) journal.record(step);
    return report(sequence, record, paged.steps, problem);
  }
}

function report(sequence: Sequence, record: Subject['record'], steps: readonly Step[], problem: string): void {
  const last = steps.at(-1);
  if (!last) return;
  sequence.report('pages-are-complete', last, {
    records: [record],
    steps,
    message: problem,
    expected: 'each record on one page',
    actual: problem,
  });
}

function keysOf({ records }: ListedPages): string[] {
  return records.map(({ identifiers }) => [...identifiers.values()].map(({ value }) => String(value)).join('/'));
}

function isSameOrder(one: ListedPages, other: ListedPages): boolean {
  return keysOf(one).join(' ') === keysOf(other).join(' ');
}

/** Three records in random order are in the same one twice by chance. */
async function staysSame(list: ListedPages, readAgain: () => Promise<ListedPages>): Promise<boolean> {
  for (let read = 0; read < MAX_ATTEMPTS; read++) if (!isSameOrder(list, await readAgain())) return false;
  return true;
}

/** What is wrong with pages, as against the list in one; pages without an end may repeat each other. */
function compare(whole: ListedPages, paged: ListedPages): string | undefined {
  const [all, keys] = [keysOf(whole), keysOf(paged)];
  const missing = paged.isComplete ? all.find((key) => !keys.includes(key)) : undefined;
  if (missing !== undefined) return `no page has the record ${missing}`;
  const repeated = keys.find((key, index) => keys.indexOf(key) !== index);
  if (repeated !== undefined && new Set(all).size === all.length) return `the record ${repeated} is on two pages`;
  return paged.isComplete ? surplus(whole) : undefined;
}

function oversized({ largest }: ListedPages, size: number): string | undefined {
  return largest > size ? `a page of at most ${size} records has ${largest}` : undefined;
}

/** A total of more records than all pages have. */
function surplus({ total, records }: ListedPages): string | undefined {
  if (total === undefined || total <= records.length) return undefined;
  return `the total is ${total}, and all pages together have ${records.length} records`;
}

function minimumOf({ contract }: Sequence, list: ResourceOperation): number {
  const schema = sizeSelector(contract, list)?.schema;
  const minimum = schema && firstKeyword(effectiveSchema(contract.document, schema, 'request'), 'minimum');
  if (minimum === undefined || isObject(minimum) || !isNumber(minimum)) return 1;
  return Math.max(1, Number(String(minimum)));
}
