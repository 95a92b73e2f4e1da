import type { Operation } from '../../../core/model.ts';
import type { Representation } from '../model.ts';
import { nameKey, singularWords, words } from '../names.ts';
import { isPrefix } from '../operations/verbs.ts';
import { type RepresentationReader, schemaKey } from '../representations/representation.ts';
import { topLevelNames } from '../representations/schema-properties.ts';
import type { PathNode } from './path-tree.ts';

/** A resource type while the model is inferred. */
export interface InferredType {
  /** Its name in words, in the singular, without those of its parents. */
  readonly words: readonly string[];
  readonly singleton: boolean;
  readonly item: PathNode | undefined;
  /** The configuration may give another one, and another parent. */
  collection: PathNode | undefined;
  parent: InferredType | undefined;
  /** The record without an identifier that its path is below, as that of `/cart/items` is below `/cart`. */
  around: InferredType | undefined;
  /** Parameters of the item path that are its own. */
  readonly parameters: readonly string[];
  readonly reason: string;
}

/** The types of a document, and the node that each is about. */
export interface InferredTypes {
  readonly all: readonly InferredType[];
  /** By item node, collection node or singleton node; several collections may belong to one type. */
  readonly byItem: ReadonlyMap<PathNode, InferredType>;
  readonly byCollection: ReadonlyMap<PathNode, CollectionOf>;
  readonly bySingleton: ReadonlyMap<PathNode, InferredType>;
  /** The node of each path parameter that identifies a record, with the index of its first parameter in those of the type. */
  readonly parameters: ReadonlyMap<PathNode, { readonly inferred: InferredType; readonly index: number }>;
}

/** The type whose records a collection has. */
export interface CollectionOf {
  readonly inferred: InferredType;
  readonly reason: string;
}

/** A type of one record without an identifier. */
export function singletonType(node: PathNode, parent: InferredType | undefined, reason: string): InferredType {
  const own = words(node.text);
  return {
    words: own.length > 0 ? own : ['record'],
    singleton: true,
    item: node,
    collection: undefined,
    parent,
    around: undefined,
    parameters: [],
    reason,
  };
}

/** A type whose records no path identifies. */
export function collectionType(
  node: PathNode,
  own: readonly string[],
  parent: InferredType | undefined,
  reason: string,
): InferredType {
  const shape = { words: own, singleton: false, item: undefined, collection: node };
  return { ...shape, parent, around: undefined, parameters: [], reason };
}

/** True if a success of an operation has a record of the type, as adding assignees to an issue gives back the issue. */
export function givesRecordOf(operation: Operation, inferred: InferredType, reader: RepresentationReader): boolean {
  const read = inferred.item?.operations.find(({ method }) => method === 'GET');
  const given = schemaKey(reader.response(operation, inferred.words));
  return given !== undefined && read !== undefined && given === schemaKey(reader.response(read, inferred.words));
}

/** The nearest record that the path of a type is below, with an identifier or without. */
export function recordAbove({ around, parent }: InferredType): InferredType | undefined {
  return around ?? parent;
}

/**
 * The type of the record above, if a change of a record gives back that one, as `PUT /issues/{issueId}/labels/{labelId}` may give the
 * issue; not if both have one schema.
 */
export function givenAbove(
  operation: Operation,
  inferred: InferredType,
  reader: RepresentationReader,
): InferredType | undefined {
  const { collection, words: own } = inferred;
  const above = recordAbove(inferred);
  if (!above || nameKey(above.words) === nameKey(own) || !givesRecordOf(operation, above, reader)) return undefined;
  const get = collection?.operations.find(({ method }) => method === 'GET');
  const isListed = get && schemaKey(reader.list(get, own)) === schemaKey(reader.response(operation, own));
  return isListed || givesRecordOf(operation, inferred, reader) ? undefined : above;
}

/**
 * The records of a type as a POST on their collection shows them, if it gives back the record above with all of them inside: the order
 * with its lines. What it takes is then what they show.
 */
export function shownInside(
  operation: Operation,
  { text }: PathNode,
  inferred: InferredType,
  reader: RepresentationReader,
): Representation | undefined {
  const own = inferred.words;
  const above = recordAbove(inferred);
  const list = above && reader.inside(operation, above.words, [own, words(text)]);
  const shown = new Set(topLevelNames(list?.properties ?? []));
  const sent = topLevelNames(reader.request(operation, own)?.properties ?? []);
  const isShown = sent.length > 0 && sent.filter((name) => shown.has(name)).length * 2 >= sent.length;
  return isShown ? list : undefined;
}

/** The segment that names the type of an item below a node: the next one that is no choice, if it is neither an item nor a prefix. */
export function namingNode(node: PathNode | undefined): PathNode | undefined {
  let above = node;
  while (above?.kind === 'choice') above = above.parent;
  return above?.kind === 'literal' && !isPrefix(above.text) ? above : undefined;
}

/** Whether a list is that of all records though the item path is not below it, as `/books` of `/book/{bookId}`. */
export function isBesideItem(node: PathNode, { item, words: own }: InferredType): boolean {
  const naming = namingNode(item?.parent);
  return naming?.parent === node.parent && nameKey(singularWords(words(node.text))) === nameKey(own);
}
