import type { Operation } from '../../../core/model.ts';
import type { Representation, ResourceOperation } from '../model.ts';
import { isLinkage } from '../references/candidates.ts';
import { keyProperty } from '../references/identifying.ts';
import { type RepresentationReader, schemaKey } from '../representations/representation.ts';
import { topLevelNames } from '../representations/schema-properties.ts';
import {
  givesRecordOf,
  type InferredType,
  type InferredTypes,
  recordAbove,
  shownInside,
} from '../types/inferred-type.ts';
import { hasMethod, type PathNode, type PathTree } from '../types/path-tree.ts';
import { guessOnCollection, guessOnItem, guessOnSingleton, type RoleGuess } from './role-guesses.ts';
import { isSearchName } from './selectors.ts';
import { isVerb } from './verbs.ts';

/** The part that an operation plays for a type, and why. */
export interface Assignment extends Pick<ResourceOperation, 'role' | 'scope' | 'creates' | 'filtered' | 'reason'> {
  readonly inferred: InferredType | undefined;
}

type Guess = RoleGuess & Pick<Assignment, 'inferred' | 'scope'>;

const SAFE = new Set(['GET', 'HEAD', 'QUERY']);

/** The role of each operation, by its id. */
export function assignRoles(
  tree: PathTree,
  types: InferredTypes,
  reader: RepresentationReader,
): ReadonlyMap<string, Assignment> {
  const collections = [...types.byCollection].filter(([node]) => hasMethod(node, 'POST'));
  const creatable = new Set(collections.map(([, { inferred }]) => inferred));
  const assignments = new Map<string, Assignment>();
  for (const node of tree.nodes())
    for (const operation of node.operations) {
      const guess = assign(operation, node, { types, reader, creatable });
      assignments.set(operation.id, { creates: false, filtered: false, ...guess });
    }
  return assignments;
}

interface Context {
  readonly types: InferredTypes;
  readonly reader: RepresentationReader;
  /** Types with a POST on one of their collections. */
  readonly creatable: ReadonlySet<InferredType>;
}

function assign(operation: Operation, node: PathNode, { types, reader, creatable }: Context): Guess {
  const { method } = operation;
  if (method === 'OPTIONS' || method === 'TRACE')
    return { inferred: undefined, role: 'other', scope: 'other', reason: `${method} is about the server` };
  const item = types.byItem.get(node);
  if (item && method === 'GET' && reader.list(operation, item.words))
    return { inferred: item, scope: 'item', role: 'list', filtered: true, reason: 'GET on an item path gives a list' };
  if (item) {
    const isUpdate = method === 'POST' && updatesRecord(operation, node, item, reader);
    const guess = isUpdate ? POST_UPDATE : guessOnItem(reader.document, operation, node, creatable.has(item));
    return { inferred: item, scope: 'item', ...guess };
  }
  const singleton = types.bySingleton.get(node);
  const collection = types.byCollection.get(node);
  if (singleton && (method !== 'POST' || !collection))
    return { inferred: singleton, scope: 'singleton', ...guessOnSingleton(reader.document, operation, node) };
  const body = collection && !SAFE.has(method) ? reader.request(operation, collection.inferred.words) : undefined;
  if (!collection || (body && isLinkage(body.properties))) return assignByAncestor(operation, node, types, reader);
  const { inferred, reason } = collection;
  const above = method === 'POST' ? recordAbove(inferred) : undefined;
  if (above && givesRecordOf(operation, above, reader) && !isListed(operation, node, inferred, reader)) {
    if (shownInside(operation, node, inferred, reader))
      return { inferred, scope: 'collection', ...CREATE_INSIDE, reason: `${CREATE_INSIDE.reason}; ${reason}` };
    return {
      inferred: above,
      scope: 'other',
      role: 'action',
      reason: 'POST that gives back the record above',
    };
  }
  const guess = guessOnCollection(operation, node, inferred, reader);
  return { inferred, scope: 'collection', ...guess, reason: `${guess.reason}; ${reason}` };
}

const POST_UPDATE: RoleGuess = {
  role: 'patch',
  reason: 'POST on an item path that takes properties of the record, and gives it back',
};

const CREATE_INSIDE: RoleGuess & Pick<Assignment, 'creates'> = {
  role: 'create',
  creates: true,
  reason: 'POST that gives back the record above with what it creates inside',
};

const MOST = 0.8;

/** Whether a POST on an item path stands for the PUT or PATCH that the path does not have, as in `POST /customers/{id}`. */
function updatesRecord(
  operation: Operation,
  node: PathNode,
  inferred: InferredType,
  reader: RepresentationReader,
): boolean {
  if (hasMethod(node, 'PUT', 'PATCH') || operation.responses.some(({ key }) => key === '201')) return false;
  const namesOf = (body: Representation | undefined) => topLevelNames(body?.properties ?? []);
  const read = node.operations.find(({ method }) => method === 'GET');
  const shown = namesOf(read && reader.response(read, inferred.words));
  const given = new Set(namesOf(reader.response(operation, inferred.words)));
  const sent = namesOf(reader.request(operation, inferred.words));
  // What else a read may show, such as that a record is deleted, a change need not.
  const isGivenBack = shown.filter((name) => given.has(name)).length > shown.length * MOST;
  return isGivenBack && sent.filter((name) => given.has(name)).length > sent.length / 2;
}

/** Whether the collection lists what a POST on it gives: a reply to a comment is a comment, too. */
function isListed(
  operation: Operation,
  { operations }: PathNode,
  { words }: InferredType,
  reader: RepresentationReader,
): boolean {
  const get = operations.find(({ method }) => method === 'GET');
  const list = get && schemaKey(reader.list(get, words));
  return list !== undefined && list === schemaKey(reader.response(operation, words));
}

/** An operation on a path that is neither of an item nor of a collection is about the type above it. */
function assignByAncestor(
  operation: Operation,
  node: PathNode,
  types: InferredTypes,
  reader: RepresentationReader,
): Guess {
  const { method } = operation;
  const isSafe = SAFE.has(method);
  for (let above = node.parent; above !== undefined; above = above.parent) {
    const isCollection = types.byCollection.has(above);
    const inferred = types.byItem.get(above) ?? types.bySingleton.get(above) ?? types.byCollection.get(above)?.inferred;
    if (inferred === undefined) continue;
    const reason = `${method} below ${above.template}`;
    const isRead = isSafe ? isVerb(node.text) : above === node.parent && isSearch(operation, node);
    const list = isCollection && isRead ? reader.list(operation, inferred.words) : undefined;
    if (list && keyProperty(list.properties, inferred.words))
      return { inferred, scope: 'other', role: 'list', filtered: true, reason: `${reason} gives a list` };
    if (!isSafe) return { inferred, scope: 'other', role: 'action', reason };
    return { inferred, scope: 'other', role: 'other', reason };
  }
  return {
    inferred: undefined,
    scope: 'other',
    role: isSafe ? 'other' : 'action',
    reason: 'no resource type is above its path',
  };
}

/** Whether a POST stores nothing: it is named like a search, and documents no creation. */
function isSearch({ method, responses }: Operation, { text }: PathNode): boolean {
  return method === 'POST' && isSearchName(text) && responses.every(({ key }) => key !== '201' && key !== '202');
}
