import { withArticle } from '../../../../core/util/pluralize.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { conflictFacts, type ForbiddenFact } from '../../../../openapi/resources/prose/conflict-facts.ts';
import { isDone, type Step, statusOf } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { bringInto, readFact } from './forbidden-creations.ts';

/** Choose values that no other record has. */
const VARIANTS = { before: 76, after: 77 };
/** So many states are tried. */
const MAX_FACTS = 3;

/** What is below a record in a state that forbids it is not changed or deleted, where the document calls that a conflict: the lines of an order that is sent. */
export async function verifyForbiddenChanges(sequence: Sequence, { record }: Subject): Promise<void> {
  const { contract, type } = sequence;
  const changes = sequence.operations('update', 'patch', 'delete');
  for (const operation of changes.filter(({ scope, patch }) => scope === 'item' && patch !== 'json-patch')) {
    const above = record.context.get(type.parent ?? '');
    const facts = above?.isOwn ? conflictFacts(contract, operation.operation, above.type) : [];
    for (const fact of facts.slice(0, MAX_FACTS))
      if (above && (await verifyForbidden(sequence, operation, { record, above, fact }))) break;
  }
}

interface Forbidden {
  readonly record: LiveRecord;
  readonly above: LiveRecord;
  readonly fact: ForbiddenFact;
}

/** @returns true if the state was reached */
async function verifyForbidden(
  sequence: Sequence,
  operation: ResourceOperation,
  { record, above, fact }: Forbidden,
): Promise<boolean> {
  const { pool, type } = sequence;
  const parent = await pool.create(above.type, { context: withoutSelf(above), isNamed: true });
  if ('problem' in parent || (await readFact(sequence, parent, fact))) return false;
  const context = new Map([...withoutSelf(record), ...parent.context]);
  const [first, second] = [
    await pool.create(type, { context }),
    await pool.create(type, { context, variant: VARIANTS.before }),
  ];
  if ('problem' in first || 'problem' in second) return false;
  // Without one that is accepted, the acceptance of the other proves nothing.
  const before = await change(sequence, operation, first, VARIANTS.before);
  const reached = before && isDone(before) ? await bringInto(sequence, parent, fact) : undefined;
  const after = reached && (await change(sequence, operation, second, VARIANTS.after));
  if (!before || !reached || !after) return false;
  if (!isDone(after)) return true;
  sequence.report('conflict-is-rejected', after, {
    records: [parent, second],
    steps: [before, ...reached, after],
    message: `it is accepted although ${fact.property} of the ${parent.type.name} is ${String(fact.value)}, which the document calls a conflict`,
    expected: `status ${fact.status}`,
    actual: `status ${statusOf(after)}`,
  });
  return true;
}

async function change(
  sequence: Sequence,
  operation: ResourceOperation,
  record: LiveRecord,
  variant: number,
): Promise<Step | undefined> {
  const isDeletion = operation.role === 'delete';
  const body = isDeletion ? undefined : sequence.pool.candidates.body(operation.operation, 'all', variant);
  const spec = isDeletion || body !== undefined ? sequence.requestFor(operation, record, body) : undefined;
  const purpose = `${isDeletion ? 'delete' : 'change'} ${withArticle(record.type.name)}`;
  const step = spec && (await sequence.change(operation, record, spec, purpose));
  if (step && isDeletion && isDone(step)) record.isDeleted = true;
  return step;
}
