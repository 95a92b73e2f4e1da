import type { Operation } from '../../core/model.ts';
import { words } from './names.ts';
import type { PathNode } from './path-tree.ts';
import { type RepresentationReader, schemaKey } from './representation.ts';

/** A resource type while the model is inferred. */
export interface TypeDraft {
  /** Its name in words, in the singular, without those of its parents. */
  readonly words: readonly string[];
  readonly singleton: boolean;
  readonly item: PathNode | undefined;
  /** The configuration may give another one, and another parent. */
  collection: PathNode | undefined;
  parent: TypeDraft | undefined;
  /** Parameters of the item path that are its own. */
  readonly parameters: readonly string[];
  readonly reason: string;
}

/** The drafts of a document, and the node that each is about. */
export interface TypeDrafts {
  readonly drafts: readonly TypeDraft[];
  /** By item node, collection node or singleton node; several collections may belong to one draft. */
  readonly byItem: ReadonlyMap<PathNode, TypeDraft>;
  readonly byCollection: ReadonlyMap<PathNode, CollectionOf>;
  readonly bySingleton: ReadonlyMap<PathNode, TypeDraft>;
  /** The node of each path parameter that identifies a record, with the index of its first parameter in those of the draft. */
  readonly parameters: ReadonlyMap<PathNode, { readonly draft: TypeDraft; readonly index: number }>;
}

/** The type whose records a collection has. */
export interface CollectionOf {
  readonly draft: TypeDraft;
  readonly reason: string;
}

/** A type of one record without an identifier. */
export function singletonDraft(node: PathNode, parent: TypeDraft | undefined, reason: string): TypeDraft {
  const own = words(node.text);
  return {
    words: own.length > 0 ? own : ['record'],
    singleton: true,
    item: node,
    collection: undefined,
    parent,
    parameters: [],
    reason,
  };
}

/** A type whose records no path identifies. */
export function collectionDraft(
  node: PathNode,
  own: readonly string[],
  parent: TypeDraft | undefined,
  reason: string,
): TypeDraft {
  return { words: own, singleton: false, item: undefined, collection: node, parent, parameters: [], reason };
}

/** True if a success of an operation has a record of the type, as adding assignees to an issue gives back the issue. */
export function givesRecordOf(operation: Operation, draft: TypeDraft, reader: RepresentationReader): boolean {
  const read = draft.item?.operations.find(({ method }) => method === 'GET');
  const given = schemaKey(reader.response(operation, draft.words));
  return given !== undefined && read !== undefined && given === schemaKey(reader.response(read, draft.words));
}
