import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { headerFact } from '../../../../openapi/resources/operations/page-places.ts';
import { textAt } from '../../../../openapi/resources/text-at.ts';
import { isAccepted, type Step } from '../../../pool/journal.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import { itemsOf, type ListedPages, linkedPage, readPages, totalOf } from '../steps/pages.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** So many empty pages, each of which names a next one, have no end. */
const EMPTY_PAGES = 2;
/** What a document says of the end of pages. */
const SAYS_LAST = /\blast page\b|\bno (?:more|further|next) (?:pages?|records?|items?)\b/i;

/** The last page names no next one, as the document says, and what a response says twice of how many records there are is the same. */
export async function verifyPageEnds(sequence: Sequence, { record }: Subject): Promise<void> {
  for (const operation of sequence.lists) {
    const spec = sequence.listRequest(operation, record);
    const { paging } = operation;
    if (!spec || !paging) continue;
    const list = () =>
      readPages(sequence.journal, sequence.type, operation, spec, `list the ${sequence.type.name} to its end`);
    const pages = await list();
    const differing = totalsOf(operation, pages);
    // Records that others create between two counts are no contradiction.
    if (differing && totalsOf(operation, await list())) report(sequence, record, pages.steps, differing);
    if (paging.next?.kind === 'url' && SAYS_LAST.test(textOf(sequence, operation)))
      await verifyEnd(sequence, operation, record, pages);
  }
}

function textOf({ contract }: Sequence, { operation }: ResourceOperation): string {
  return ['summary', 'description'].map((each) => textAt(contract.document, operation.pointer, each)).join(' ');
}

interface Problem {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/** A total in the body, and another one in a header of the same response. */
function totalsOf({ operation, paging }: ResourceOperation, { steps }: ListedPages): Problem | undefined {
  const own = paging?.total;
  if (own?.in !== 'body' || own.isAmbiguous) return undefined;
  for (const step of steps) {
    const headers = step.response && operation.response(step.response.status)?.headers;
    const header = headers?.find(({ name }) => headerFact(name) === 'total');
    const inBody = totalOf({ total: own }, step);
    const inHeader = header && totalOf({ total: { in: 'header', at: header.name, isAmbiguous: false } }, step);
    if (!header || inBody === undefined || inHeader === undefined || inBody === inHeader) continue;
    const message = `${header.name} is another total than ${own.at} of the body`;
    return { message, expected: `${header.name}: ${inBody}`, actual: `${header.name}: ${inHeader}` };
  }
  return undefined;
}

/** Follows the link of the last page, through pages without records. */
async function verifyEnd(
  sequence: Sequence,
  operation: ResourceOperation,
  record: LiveRecord,
  { steps, isComplete }: ListedPages,
): Promise<void> {
  const followed: Step[] = [];
  let last = steps.at(-1);
  let spec = last && isComplete ? linkedPage(operation, last.spec, last) : undefined;
  while (spec && followed.length < EMPTY_PAGES) {
    last = await sequence.journal.observe(operation.operation, spec, `follow the link of the last page`);
    followed.push(last);
    if (!isAccepted(last) || itemsOf(operation, last) !== 0) return;
    spec = linkedPage(operation, last.spec, last);
  }
  if (!spec || followed.length < EMPTY_PAGES) return;
  report(sequence, record, [...steps.slice(-1), ...followed], {
    message: 'pages without records name a next page, so that there is no last one',
    expected: 'no next page after the last one',
    actual: 'a next page',
  });
}

function report(sequence: Sequence, record: LiveRecord, steps: readonly Step[], problem: Problem): void {
  const at = steps.at(-1);
  if (!at) return;
  for (const step of steps) sequence.journal.record(step);
  sequence.report('pages-are-complete', at, { records: [record], steps, ...problem });
}
