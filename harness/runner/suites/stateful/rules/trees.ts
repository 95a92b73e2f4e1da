import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import type { Reference, ResourceOperation } from '../../../../openapi/resources/model.ts';
import {
  deletesTree,
  isAbove,
  type ToldCycles,
  toldCycles,
  treeReference,
} from '../../../../openapi/resources/prose/trees.ts';
import { isDone, type Step, statusOf } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import type { Observation } from '../steps/observe.ts';
import { isSameValue } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { verifyDeletion } from './deletion.ts';
import { verifyKept, verifyRemovedBelow } from './dependents.ts';
import { bodiesOf } from './moved-references.ts';

/** Chooses values that no other record has. */
const VARIANT = 201;

/** A record with two others, one below the other, below it, and another beside the first of these. */
interface Tree {
  readonly root: Subject;
  readonly child: Subject;
  readonly sibling: Subject;
  /** Undefined if the tree cannot be as deep. */
  readonly grandchild: Subject | undefined;
}

/** Records that are below others of their type: none comes below itself if the document says so, and a deletion takes along what is below alone. */
export async function verifyTrees(sequence: Sequence, { record }: Subject): Promise<void> {
  const { type, reader } = sequence;
  const reference = treeReference(type, record.origin);
  if (!reference || !reader || record.origin.scope !== 'collection') return;
  const moves = movesOf(sequence);
  const told = moves.filter((each) => each.told);
  if (!isAbove(reference) && told.length === 0) return;
  const tree = await plant(sequence, record, reference);
  if (!tree) return;
  for (const move of told) if (await isCyclic(sequence, tree, move)) return;
  if (!isAbove(reference)) return;
  const [move] = moves;
  if (
    move &&
    tree.grandchild &&
    !(await isMovedWhole(sequence, { ...tree, grandchild: tree.grandchild }, move, reference))
  )
    return;
  await verifyTreeDeletion(sequence, tree);
}

interface Move {
  readonly operation: ResourceOperation;
  readonly at: Reference;
  readonly told: ToldCycles | undefined;
}

/** The updates that can put a record below another of its type. */
function movesOf(sequence: Sequence): Move[] {
  const { contract, type } = sequence;
  return sequence.operations('update', 'patch').flatMap((operation) => {
    const at = operation.patch === 'json-patch' ? undefined : treeReference(type, operation);
    return at ? [{ operation, at, told: toldCycles(contract, operation, at.at) }] : [];
  });
}

/** Creates a tree; undefined if a read does not show it. */
async function plant(sequence: Sequence, record: LiveRecord, reference: Reference): Promise<Tree | undefined> {
  const context = withoutSelf(record);
  let count = VARIANT;
  const below = async (above?: Subject): Promise<Subject | undefined> => {
    const subject = await createSubject(sequence, {
      context,
      variant: count++,
      ...(above ? { above: above.record } : {}),
    });
    return subject && (!above || isBelow(subject, above.record, reference)) ? subject : undefined;
  };
  const root = await below();
  const child = root && (await below(root));
  const sibling = child && (await below(root));
  return sibling && { root, child, sibling, grandchild: await below(child) };
}

/** Whether the last read of a record shows that it is below another. */
function isBelow(
  { record, seen }: Pick<Subject, 'record' | 'seen'>,
  above: LiveRecord,
  { at, identifier }: Reference,
): boolean {
  const shown = getAt(seen?.record ?? null, at.slice(record.origin.request?.envelope.length ?? 0));
  return isSameValue(shown ?? null, above.identifiers.get(identifier) ?? '');
}

/** @returns true if a record came below itself, which is reported */
async function isCyclic(sequence: Sequence, { root, child, grandchild }: Tree, move: Move): Promise<boolean> {
  const { told } = move;
  const { name } = sequence.type;
  const below = grandchild ? [child, grandchild] : [child];
  for (const above of [...(told?.isItself ? [root] : []), ...(told?.isBelow ? below : [])]) {
    const place = above === root ? 'itself' : 'one that is below it';
    const moved = await put(sequence, root, { above, move, place });
    if (!moved?.isDone) continue;
    const { step, seen } = moved;
    if (!seen) return false;
    sequence.report('conflict-is-rejected', step, {
      records: above === root ? [root.record] : [root.record, above.record],
      steps: [step, seen.step],
      message: `it puts ${withArticle(name)} below itself, which the document calls an error`,
      expected: told?.status === undefined ? 'an error (4xx)' : `status ${told.status}`,
      actual: `status ${statusOf(step)}`,
    });
    return true;
  }
  return false;
}

/** Puts a record with another one below it elsewhere, and back. @returns false if it cannot be moved, or if that changes the other one, which is reported */
async function isMovedWhole(
  sequence: Sequence,
  { root, child, sibling, grandchild }: Tree & { readonly grandchild: Subject },
  move: Move,
  reference: Reference,
): Promise<boolean> {
  const { name } = sequence.type;
  const moved = await put(sequence, child, { above: sibling, move, place: 'another' });
  if (!moved?.seen) return false;
  const seen = await sequence.read(
    { record: grandchild.record, expected: [] },
    `read the ${name} below the one that was moved`,
    (each) => isBelow({ ...grandchild, seen: each }, child.record, reference),
  );
  if (seen?.record === undefined) return false;
  if (!isBelow({ ...grandchild, seen }, child.record, reference)) {
    sequence.report('others-are-untouched', moved.step, {
      records: [child.record, grandchild.record],
      steps: [moved.step, seen.step],
      message: `${withArticle(name)} is no longer below the one that was moved`,
      expected: `${reference.at}: ${String(child.record.identifiers.get(reference.identifier))}`,
      actual: `${reference.at}: ${String(getAt(seen.record, reference.at))}`,
    });
    return false;
  }
  return (await put(sequence, child, { above: root, move, place: 'the one that it was below' }))?.seen !== undefined;
}

interface Moved {
  readonly step: Step;
  readonly isDone: boolean;
  /** The read that shows it there. */
  readonly seen: Observation | undefined;
}

/** Puts a record below another of its type. @returns undefined if there is no request for that */
async function put(
  sequence: Sequence,
  { record }: Subject,
  { above, move, place }: { readonly above: Subject; readonly move: Move; readonly place: string },
): Promise<Moved | undefined> {
  const { name } = sequence.type;
  const spec = specOf(sequence, record, above.record, move);
  if (!spec) return undefined;
  const step = await sequence.change(move.operation, record, spec, `put the ${name} below ${place}`);
  if (!isDone(step)) return { step, isDone: false, seen: undefined };
  const seen = await sequence.read({ record, expected: [] }, `read the ${name} after it was moved`);
  const isThere = seen?.record !== undefined && isBelow({ record, seen }, above.record, move.at);
  return { step, isDone: true, seen: isThere ? seen : undefined };
}

/** A request that puts a record below another of its type. */
function specOf(sequence: Sequence, record: LiveRecord, above: LiveRecord, { operation, at }: Move) {
  const id = above.identifiers.get(at.identifier);
  const [body] = bodiesOf(sequence, operation, at);
  const spec = body === undefined ? undefined : sequence.requestFor(operation, record, body);
  const whole: JsonValue | undefined = spec?.body;
  return spec && whole !== undefined && id !== undefined ? { ...spec, body: replaceAt(whole, at.at, id) } : undefined;
}

async function isFound(sequence: Sequence, { record }: Subject): Promise<boolean> {
  const purpose = `read the ${sequence.type.name} before another is deleted`;
  return (await sequence.read({ record, expected: [] }, purpose))?.record !== undefined;
}

/** Deleting a record leaves what is above and beside it; what is below it goes with it where the document says so. */
async function verifyTreeDeletion(sequence: Sequence, { root, child, sibling, grandchild }: Tree): Promise<void> {
  const { contract, type } = sequence;
  const [deletion] = sequence.operations('delete').filter(({ scope }) => scope === 'item');
  const cause = `the deletion of another ${type.name}`;
  for (const each of [root, child]) if (!(await isFound(sequence, each))) return;
  const first = await verifyDeletion(sequence, sibling);
  if (!first || !sibling.record.isDeleted) return;
  for (const { record } of [root, child]) await verifyKept(sequence, record, first, cause);
  if (
    [root, child].some(({ record }) => record.isDeleted) ||
    !deletion ||
    !deletesTree(contract.document, deletion.operation, type)
  )
    return;
  const second: Step | undefined = await verifyDeletion(sequence, root);
  if (!second || !root.record.isDeleted) return;
  for (const each of grandchild ? [child, grandchild] : [child]) {
    each.record.isDeleted = true;
    await verifyRemovedBelow(sequence, root, each.record, second);
  }
}
