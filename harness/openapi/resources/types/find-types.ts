import type { Operation } from '../../../core/model.ts';
import type { Representation } from '../model.ts';
import { isPlural, nameKey, singularWords, words } from '../names.ts';
import { isVerb } from '../operations/verbs.ts';
import { keyProperty, ownTypeProperty, withoutId } from '../references/identifying.ts';
import { type RepresentationReader, schemaKey } from '../representations/representation.ts';
import { topLevelNames } from '../representations/schema-properties.ts';
import {
  type CollectionOf,
  collectionType,
  givesRecordOf,
  type InferredType,
  type InferredTypes,
  isBesideItem,
  namingNode,
  singletonType,
} from './inferred-type.ts';
import { isAround, isChangedWhole, isSingleton, shownInCart } from './only-records.ts';
import { hasMethod, isOuterPart, type PathNode, type PathTree } from './path-tree.ts';

/** Finds the resource types of a document by its paths; representations decide what paths leave open. */
export function findTypes(tree: PathTree, reader: RepresentationReader): InferredTypes {
  return new TypeFinder(reader).run(tree);
}

const MAX_CANDIDATES = 20;

class TypeFinder {
  private readonly reader: RepresentationReader;
  /** What the paths of POST requests end with. */
  private readonly posted = new Set<string>();
  private readonly byItem = new Map<PathNode, InferredType>();
  private readonly byCollection = new Map<PathNode, CollectionOf>();
  private readonly bySingleton = new Map<PathNode, InferredType>();
  private readonly parameters = new Map<PathNode, { inferred: InferredType; index: number }>();
  private readonly outerParts = new Set<PathNode>();
  private readonly byName = new Map<string, InferredType[]>();
  private readonly bySchema = new Map<string, InferredType[]>();

  constructor(reader: RepresentationReader) {
    this.reader = reader;
  }

  run(tree: PathTree): InferredTypes {
    const nodes = [...tree.nodes()];
    for (const node of nodes) if (hasMethod(node, 'POST')) this.posted.add(nameKey(node.text));
    for (const node of nodes) if (isOuterPart(node)) this.outerParts.add(node);
    for (const node of nodes) if (node.kind === 'item' && !this.outerParts.has(node)) this.addItem(node);
    for (const inferred of this.byItem.values()) this.index(inferred);
    for (const node of nodes) if (node.kind !== 'item' && node.operations.length > 0) this.addLiteral(node);
    const { byItem, byCollection, bySingleton, parameters } = this;
    const all = nodes.flatMap((node) => {
      const collection = byCollection.get(node)?.inferred;
      const own = collection?.item === undefined && collection?.collection === node ? collection : undefined;
      return [byItem.get(node), own, bySingleton.get(node)].filter((inferred) => inferred !== undefined);
    });
    for (const inferred of all) inferred.around = this.singletonAbove(inferred);
    return { all, byItem, byCollection, bySingleton, parameters };
  }

  private addItem(node: PathNode): void {
    const parts = this.partsOf(node);
    const above = parts[0]?.parent;
    const naming = namingNode(above);
    const inCart = naming && shownInCart(naming, this.reader);
    const own = inCart ?? (naming ? words(naming.text) : withoutId(words(node.parameters[0] ?? '')));
    const inferred: InferredType = {
      words: singularWords(own.length > 0 ? own : ['record']),
      singleton: false,
      item: node,
      collection: naming && naming === above && above.operations.length > 0 ? above : undefined,
      parent: this.ancestor(above),
      around: undefined,
      parameters: parts.flatMap(({ parameters }) => parameters),
      reason: 'its parameters identify one record',
    };
    this.byItem.set(node, inferred);
    this.addParameters(inferred, parts);
    if (naming && naming === above && !this.byCollection.has(above))
      this.byCollection.set(above, { inferred, reason: `the item path ${node.template} is below it` });
  }

  private addParameters(inferred: InferredType, parts: readonly PathNode[]): void {
    let index = 0;
    for (const part of parts) {
      if (!this.parameters.has(part)) this.parameters.set(part, { inferred, index });
      index += part.parameters.length;
    }
  }

  /** The item nodes that identify a record together, outermost first. */
  private partsOf(node: PathNode): PathNode[] {
    const parts = [node];
    for (let above = node.parent; above && this.outerParts.has(above); above = above.parent) parts.unshift(above);
    return parts;
  }

  /** The type that a node, or the nearest item node above it, is about. */
  private ancestor(node: PathNode | undefined): InferredType | undefined {
    for (let above = node; above !== undefined; above = above.parent) {
      const inferred = this.byItem.get(above);
      if (inferred) return inferred;
    }
    return undefined;
  }

  /** The type without an identifier above a node, if no item is between them. */
  private singletonAbove({ item, collection }: InferredType): InferredType | undefined {
    let above = (item ?? collection)?.parent;
    while (above && !this.bySingleton.has(above) && !this.byItem.has(above)) above = above.parent;
    return above && this.bySingleton.get(above);
  }

  private index(inferred: InferredType): void {
    append(this.byName, nameKey(inferred.words), inferred);
    const read = inferred.item?.operations.find(({ method }) => method === 'GET');
    const schema = read && schemaKey(this.reader.response(read, inferred.words));
    if (schema !== undefined) append(this.bySchema, schema, inferred);
  }

  private addLiteral(node: PathNode): void {
    const own = singularWords(words(node.text));
    const get = node.operations.find(({ method }) => method === 'GET');
    const list = get && this.listIn(get, node, own);
    if (this.byCollection.has(node)) {
      if (get && (!list || shownInCart(node, this.reader)) && !isPlural(node.text) && this.isObject(get))
        this.addSingleton(node);
      return;
    }
    const isWhole = isChangedWhole(node) || isAround(node, list);
    const isList = list && (list.items === '' || isPlural(node.text) || !isWhole);
    if (isList) this.addCollection(node, own, list);
    else if ((isSingleton(node) || isAround(node, list)) && !this.changesAbove(node)) this.addSingleton(node);
    else if (!get && hasMethod(node, 'POST') && isPlural(node.text)) this.addCollection(node, own, undefined);
  }

  /** The array is named after the path, or after the type above: the replies to a message in `{ messages: [] }`. */
  private listIn(get: Operation, node: PathNode, own: readonly string[]): Representation | undefined {
    return this.reader.list(get, own) ?? this.reader.list(get, this.ancestor(node)?.words ?? []);
  }

  /** Whether a path that cannot be read gives back the record above, as PUT and DELETE of `/articles/{slug}/favorite` do. */
  private changesAbove(node: PathNode): boolean {
    const above = this.ancestor(node);
    return above !== undefined && node.operations.some((each) => givesRecordOf(each, above, this.reader));
  }

  private addCollection(node: PathNode, own: readonly string[], list: Representation | undefined): void {
    const match = this.match(node, own, schemaKey(list));
    if (match) {
      this.byCollection.set(node, match);
      if (list && isBesideItem(node, match.inferred)) match.inferred.collection ??= node;
      return;
    }
    if (own.length === 0 || isBelowVerb(node) || !this.isIdentifiable(node, own, list)) return;
    const reason = 'no path identifies one of its records';
    const parent = this.ancestor(node);
    const inferred = collectionType(node, own, parent, reason);
    this.byCollection.set(node, { inferred, reason: 'it is the collection' });
    append(this.byName, nameKey(own), inferred);
  }

  /** The type whose records a collection elsewhere holds, e.g. `/authors/{authorId}/books` for `/books/{bookId}`. */
  private match(node: PathNode, own: readonly string[], schema: string | undefined): CollectionOf | undefined {
    const sameSchema = schema === undefined ? [] : (this.bySchema.get(schema) ?? []);
    const key = nameKey(own);
    const sameBoth = sameSchema.slice(0, MAX_CANDIDATES).filter((inferred) => nameKey(inferred.words) === key);
    const sameName = (this.byName.get(key) ?? []).slice(0, MAX_CANDIDATES);
    const ancestors = this.ancestorsOf(node);
    const named = [...sameBoth, ...sameName].find(({ parent }) => parent === undefined || ancestors.has(parent));
    if (named) return { inferred: named, reason: `it is named like ${(named.item ?? named.collection)?.template}` };
    const above = this.ancestor(node);
    if (above && this.hasRecordsLike(above, node, own))
      return {
        inferred: above,
        reason: `its records are like those of ${above.item?.template}, and name the one above`,
      };
    const [similar, ...others] = hasMethod(node, 'POST') ? [] : sameSchema;
    if (!similar || others.length > 0) return undefined;
    return { inferred: similar, reason: `its items have the schema of ${similar.item?.template}` };
  }

  /** Whether what a POST creates is another record of the type above: a reply to a message is one, if it names the message. */
  private hasRecordsLike(above: InferredType, node: PathNode, own: readonly string[]): boolean {
    const [read, list] = [above.item, node].map((each) => each?.operations.find(({ method }) => method === 'GET'));
    const create = node.operations.find(({ method }) => method === 'POST');
    const shown = read && this.reader.response(read, above.words);
    if (!shown || !list || !create || !this.posted.has(nameKey(above.words))) return false;
    if (!ownTypeProperty(shown.properties, above.words)) return false;
    const schemas = [shown, this.listIn(list, node, own), this.reader.response(create, own)].map(schemaKey);
    const names = topLevelNames(shown.properties);
    const sent = topLevelNames(this.reader.request(create, own)?.properties ?? []);
    return (
      schemas.every((each) => each === schemas[0]) && sent.length > 0 && sent.every((name) => names.includes(name))
    );
  }

  /** Without an item path, records are distinguished by a property of the list, or of the response of the create. */
  private isIdentifiable(node: PathNode, own: readonly string[], list: Representation | undefined): boolean {
    const create = node.operations.find(({ method }) => method === 'POST');
    if (list) return create !== undefined || keyProperty(list.properties, own) !== undefined;
    const parent = this.ancestor(node);
    if (create === undefined || (parent && givesRecordOf(create, parent, this.reader))) return false;
    const created = this.reader.response(create, own);
    return created !== undefined && keyProperty(created.properties, own) !== undefined;
  }

  private ancestorsOf(node: PathNode): Set<InferredType> {
    const ancestors = new Set<InferredType>();
    for (let inferred = this.ancestor(node); inferred !== undefined; inferred = inferred.parent)
      ancestors.add(inferred);
    return ancestors;
  }

  private addSingleton(node: PathNode): void {
    const reason = 'one record without an identifier';
    this.bySingleton.set(node, singletonType(node, this.ancestor(node), reason));
  }

  private isObject(get: Operation): boolean {
    const body = this.reader.body(get);
    return body !== undefined && body.properties.size > 0;
  }
}

function isBelowVerb(node: PathNode): boolean {
  for (let above: PathNode | undefined = node; above !== undefined; above = above.parent)
    if (above.kind === 'literal' && isVerb(above.text)) return true;
  return false;
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
