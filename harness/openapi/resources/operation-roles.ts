import type { Operation } from '../../core/model.ts';
import { keyProperty } from './identifying.ts';
import type { ResourceOperation } from './model.ts';
import { hasMethod, type PathNode, type PathTree } from './path-tree.ts';
import type { RepresentationReader } from './representation.ts';
import { guessOnCollection, guessOnItem, guessOnSingleton, type RoleGuess } from './role-guesses.ts';
import { givesRecordOf, type TypeDraft, type TypeDrafts } from './type-draft.ts';
import { isVerb } from './verbs.ts';

/** The part that an operation plays for a type, and why. */
export interface Assignment extends Pick<ResourceOperation, 'role' | 'scope' | 'creates' | 'filtered' | 'reason'> {
  readonly draft: TypeDraft | undefined;
}

type Guess = RoleGuess & Pick<Assignment, 'draft' | 'scope'>;

const SAFE = new Set(['GET', 'HEAD', 'QUERY']);

/** The role of each operation, by its id. */
export function assignRoles(
  tree: PathTree,
  types: TypeDrafts,
  reader: RepresentationReader,
): ReadonlyMap<string, Assignment> {
  const collections = [...types.byCollection].filter(([node]) => hasMethod(node, 'POST'));
  const creatable = new Set(collections.map(([, { draft }]) => draft));
  const assignments = new Map<string, Assignment>();
  for (const node of tree.nodes())
    for (const operation of node.operations) {
      const guess = assign(operation, node, { types, reader, creatable });
      assignments.set(operation.id, { creates: false, filtered: false, ...guess });
    }
  return assignments;
}

interface Context {
  readonly types: TypeDrafts;
  readonly reader: RepresentationReader;
  /** Types with a POST on one of their collections. */
  readonly creatable: ReadonlySet<TypeDraft>;
}

function assign(operation: Operation, node: PathNode, { types, reader, creatable }: Context): Guess {
  const { method } = operation;
  if (method === 'OPTIONS' || method === 'TRACE')
    return { draft: undefined, role: 'other', scope: 'other', reason: `${method} is about the server` };
  const item = types.byItem.get(node);
  if (item) return { draft: item, scope: 'item', ...guessOnItem(operation, node, creatable.has(item)) };
  const singleton = types.bySingleton.get(node);
  const collection = types.byCollection.get(node);
  if (singleton && (method !== 'POST' || !collection))
    return { draft: singleton, scope: 'singleton', ...guessOnSingleton(operation, node) };
  if (!collection) return assignByAncestor(operation, node, types, reader);
  const { draft, reason } = collection;
  if (method === 'POST' && draft.parent && givesRecordOf(operation, draft.parent, reader))
    return { draft: draft.parent, scope: 'other', role: 'action', reason: 'POST that gives back the record above' };
  const guess = guessOnCollection(operation, node, draft, reader);
  return { draft, scope: 'collection', ...guess, reason: `${guess.reason}; ${reason}` };
}

/** An operation on a path that is neither of an item nor of a collection is about the type above it. */
function assignByAncestor(
  operation: Operation,
  node: PathNode,
  types: TypeDrafts,
  reader: RepresentationReader,
): Guess {
  const { method } = operation;
  const isSafe = SAFE.has(method);
  for (let above = node.parent; above !== undefined; above = above.parent) {
    const isCollection = types.byCollection.has(above);
    const draft = types.byItem.get(above) ?? types.bySingleton.get(above) ?? types.byCollection.get(above)?.draft;
    if (draft === undefined) continue;
    const reason = `${method} below ${above.template}`;
    if (!isSafe) return { draft, scope: 'other', role: 'action', reason };
    const list = isCollection && isVerb(node.text) ? reader.list(operation, draft.words) : undefined;
    if (list && keyProperty(list.properties, draft.words))
      return { draft, scope: 'other', role: 'list', filtered: true, reason: `${reason} gives a list` };
    return { draft, scope: 'other', role: 'other', reason };
  }
  return {
    draft: undefined,
    scope: 'other',
    role: isSafe ? 'other' : 'action',
    reason: 'no resource type is above its path',
  };
}
