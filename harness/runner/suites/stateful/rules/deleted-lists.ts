import { withPart } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { type Selector, selectorsOf } from '../../../../openapi/resources/operations/selectors.ts';
import { marksDeleted, trashSelection } from '../../../../openapi/resources/operations/trash.ts';
import { saysDeletedListed, selectorText } from '../../../../openapi/resources/prose/filters.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { remove } from './deletion.ts';
import { findListed, list } from './lists.ts';

/** Chooses values that no other record has. */
const VARIANT = 59;

/** A list shows what was deleted if it is asked to, where the document says so: `include_deleted`, 'Return deleted orders, too'. */
export async function verifyDeletedListed(sequence: Sequence, main: Subject): Promise<void> {
  const { contract, type } = sequence;
  const [deletion] = sequence.operations('delete').filter(({ scope }) => scope === 'item');
  if (!deletion || !marksDeleted(contract.document, type, deletion.operation)) return;
  for (const operation of sequence.lists)
    for (const selector of selectorsOf(contract.document, operation.operation))
      if (asksForDeleted(sequence, operation, selector)) return verifyList(sequence, main, operation, selector);
}

function asksForDeleted(
  { contract: { document, schemas }, type }: Sequence,
  { operation }: ResourceOperation,
  selector: Selector,
): boolean {
  if (trashSelection(selector.name) !== 'with' || selector.schema === undefined) return false;
  const isTold = saysDeletedListed(selectorText(document, operation, selector), type.words);
  return isTold && schemas.accepts(selector.schema, true, 'request');
}

async function verifyList(
  sequence: Sequence,
  main: Subject,
  operation: ResourceOperation,
  selector: Selector,
): Promise<void> {
  const { pool, type } = sequence;
  const record = await pool.create(type, { context: withoutSelf(main.record), variant: VARIANT });
  const base = 'problem' in record ? undefined : sequence.listRequest(operation, record);
  if ('problem' in record || !base) return;
  const spec = withPart(base, selector, true);
  const look = (purpose: string) =>
    list(sequence, operation, record, purpose, (each) => findListed(record, each) !== undefined, spec);
  const before = await look(`list the ${type.name} as deleted ones are listed`);
  if (!before || !findListed(record, before)) return;
  const step = await remove(sequence, record, `delete a ${type.name} that stays listed`);
  const after = step && (await look(`list the ${type.name} with what was deleted`));
  const last = after?.steps.at(-1);
  if (!step || !after?.isComplete || !last || findListed(record, after)) return;
  sequence.report('list-follows-query', last, {
    records: [record],
    steps: [step, ...after.steps],
    message: `the list leaves out a deleted ${type.name} although ${selector.name} asks for it`,
    expected: 'a list with it',
    actual: `${after.records.length} others`,
  });
}
