import { InputError } from '../../../core/errors.ts';
import { singularWords, words } from '../names.ts';
import {
  type CollectionOf,
  collectionType,
  type InferredType,
  type InferredTypes,
  singletonType,
} from '../types/inferred-type.ts';
import type { PathNode, PathTree } from '../types/path-tree.ts';
import { nameTypes } from '../types/type-names.ts';
import { type Located, type ResourceCorrections, type TypeCorrection, unknownInDocument } from './corrections.ts';

/** The resource types of a document with their names and what the configuration has for each. */
export interface NamedTypes {
  readonly types: InferredTypes;
  /** Without the types that the configuration ignores. */
  readonly names: ReadonlyMap<InferredType, string>;
  readonly corrections: ReadonlyMap<InferredType, TypeCorrection>;
}

/**
 * Names the types, and applies what the configuration gives of their paths, names and parents.
 * @throws {InputError} with the line of a name or path that the document does not have
 */
export function correctTypes(tree: PathTree, types: InferredTypes, corrections: ResourceCorrections): NamedTypes {
  const guessed = nameTypes(types.all);
  if (corrections.size === 0) return { types, names: guessed, corrections: new Map() };
  return new Correcting(tree, types, guessed).run(corrections);
}

class Correcting {
  private readonly tree: PathTree;
  private readonly types: InferredTypes;
  private readonly byGuess: ReadonlyMap<string, InferredType>;
  private readonly all: InferredType[];
  private readonly byItem: Map<PathNode, InferredType>;
  private readonly byCollection: Map<PathNode, CollectionOf>;
  private readonly bySingleton: Map<PathNode, InferredType>;

  constructor(tree: PathTree, types: InferredTypes, guessed: ReadonlyMap<InferredType, string>) {
    this.tree = tree;
    this.types = types;
    this.byGuess = new Map([...guessed].map(([inferred, name]) => [name, inferred]));
    this.all = [...types.all];
    this.byItem = new Map(types.byItem);
    this.byCollection = new Map(types.byCollection);
    this.bySingleton = new Map(types.bySingleton);
  }

  run(corrections: ResourceCorrections): NamedTypes {
    const given = new Map<InferredType, string>();
    const byType = new Map<InferredType, TypeCorrection>();
    for (const [name, correction] of corrections) {
      const inferred = this.find(name, correction);
      const other = given.get(inferred);
      if (other !== undefined)
        throw new InputError(`resources.${name} is the same resource type as resources.${other}`, correction.location);
      given.set(inferred, name);
      byType.set(inferred, correction.value);
    }
    const names = new Map(nameTypes(this.all, given));
    this.correctParents(byType, names);
    for (const [inferred, { ignore }] of byType) if (ignore) names.delete(inferred);
    const { byItem, byCollection, bySingleton } = this;
    const all = this.all.filter((inferred) => names.has(inferred));
    return { types: { ...this.types, all, byItem, byCollection, bySingleton }, names, corrections: byType };
  }

  private find(name: string, { value, location }: Located<TypeCorrection>): InferredType {
    const { item, collection } = value;
    const node = collection && this.path(collection);
    const inferred = item
      ? this.byPath(this.path(item))
      : (this.byGuess.get(name) ?? (node && this.byCollectionPath(node)));
    if (inferred === undefined)
      throw unknownInDocument(
        `unknown resource type ${name} (a new one needs \`item\` or \`collection\`)`,
        name,
        [...this.byGuess.keys()],
        location,
      );
    if (node) {
      inferred.collection = node;
      this.byCollection.set(node, { inferred, reason: CONFIGURED });
    }
    return inferred;
  }

  private byPath(node: PathNode): InferredType {
    const known = this.byItem.get(node) ?? this.bySingleton.get(node);
    if (known) return known;
    const inferred = singletonType(node, undefined, CONFIGURED);
    this.bySingleton.set(node, inferred);
    this.all.push(inferred);
    return inferred;
  }

  private byCollectionPath(node: PathNode): InferredType {
    const known = this.byCollection.get(node)?.inferred;
    if (known) return known;
    const inferred = collectionType(node, singularWords(words(node.text)), undefined, CONFIGURED);
    this.all.push(inferred);
    return inferred;
  }

  private path({ value, location }: Located<string>): PathNode {
    const node = this.tree.find(value);
    if (node) return node;
    const known = [...this.tree.nodes()].map(({ template }) => template);
    throw unknownInDocument(`the document has no path ${value}`, value, known, location);
  }

  private correctParents(
    byType: ReadonlyMap<InferredType, TypeCorrection>,
    names: ReadonlyMap<InferredType, string>,
  ): void {
    const byName = new Map([...names].map(([inferred, name]) => [name, inferred]));
    for (const [inferred, { parent }] of byType) {
      if (parent === undefined) continue;
      const found = parent.value === false ? undefined : byName.get(parent.value);
      if (parent.value !== false && (found === undefined || isAbove(inferred, found)))
        throw unknownInDocument(
          `${parent.value} cannot be the parent`,
          parent.value,
          [...byName.keys()],
          parent.location,
        );
      inferred.parent = found;
    }
  }
}

const CONFIGURED = 'the configuration has it';

/** True if one type is the other, or one of its parents: it cannot be below itself. */
function isAbove(inferred: InferredType, other: InferredType): boolean {
  for (let each: InferredType | undefined = other; each !== undefined; each = each.parent)
    if (each === inferred) return true;
  return false;
}
