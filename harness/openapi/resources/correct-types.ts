import { InputError } from '../../core/errors.ts';
import { type Located, type ResourceCorrections, type TypeCorrection, unknownName } from './corrections.ts';
import { singularWords, words } from './names.ts';
import type { PathNode, PathTree } from './path-tree.ts';
import { type CollectionOf, collectionDraft, singletonDraft, type TypeDraft, type TypeDrafts } from './type-draft.ts';
import { nameTypes } from './type-names.ts';

/** The resource types of a document with their names and what the configuration has for each. */
export interface NamedTypes {
  readonly types: TypeDrafts;
  /** Without the types that the configuration ignores. */
  readonly names: ReadonlyMap<TypeDraft, string>;
  readonly corrections: ReadonlyMap<TypeDraft, TypeCorrection>;
}

/**
 * Names the types, and applies what the configuration gives of their paths, names and parents.
 * @throws {InputError} with the line of a name or path that the document does not have
 */
export function correctTypes(tree: PathTree, types: TypeDrafts, corrections: ResourceCorrections): NamedTypes {
  const guessed = nameTypes(types.drafts);
  if (corrections.size === 0) return { types, names: guessed, corrections: new Map() };
  return new Correcting(tree, types, guessed).run(corrections);
}

class Correcting {
  private readonly tree: PathTree;
  private readonly types: TypeDrafts;
  private readonly byGuess: ReadonlyMap<string, TypeDraft>;
  private readonly drafts: TypeDraft[];
  private readonly byItem: Map<PathNode, TypeDraft>;
  private readonly byCollection: Map<PathNode, CollectionOf>;
  private readonly bySingleton: Map<PathNode, TypeDraft>;

  constructor(tree: PathTree, types: TypeDrafts, guessed: ReadonlyMap<TypeDraft, string>) {
    this.tree = tree;
    this.types = types;
    this.byGuess = new Map([...guessed].map(([draft, name]) => [name, draft]));
    this.drafts = [...types.drafts];
    this.byItem = new Map(types.byItem);
    this.byCollection = new Map(types.byCollection);
    this.bySingleton = new Map(types.bySingleton);
  }

  run(corrections: ResourceCorrections): NamedTypes {
    const given = new Map<TypeDraft, string>();
    const byDraft = new Map<TypeDraft, TypeCorrection>();
    for (const [name, correction] of corrections) {
      const draft = this.find(name, correction);
      const other = given.get(draft);
      if (other !== undefined)
        throw new InputError(`resources.${name} is the same resource type as resources.${other}`, correction.location);
      given.set(draft, name);
      byDraft.set(draft, correction.value);
    }
    const names = new Map(nameTypes(this.drafts, given));
    this.correctParents(byDraft, names);
    for (const [draft, { ignore }] of byDraft) if (ignore) names.delete(draft);
    const { byItem, byCollection, bySingleton } = this;
    const drafts = this.drafts.filter((draft) => names.has(draft));
    return { types: { ...this.types, drafts, byItem, byCollection, bySingleton }, names, corrections: byDraft };
  }

  private find(name: string, { value, location }: Located<TypeCorrection>): TypeDraft {
    const { item, collection } = value;
    const node = collection && this.path(collection);
    const draft = item
      ? this.byPath(this.path(item))
      : (this.byGuess.get(name) ?? (node && this.byCollectionPath(node)));
    if (draft === undefined)
      throw unknownName(
        `unknown resource type ${name} (a new one needs \`item\` or \`collection\`)`,
        name,
        [...this.byGuess.keys()],
        location,
      );
    if (node) {
      draft.collection = node;
      this.byCollection.set(node, { draft, reason: CONFIGURED });
    }
    return draft;
  }

  private byPath(node: PathNode): TypeDraft {
    const known = this.byItem.get(node) ?? this.bySingleton.get(node);
    if (known) return known;
    const draft = singletonDraft(node, undefined, CONFIGURED);
    this.bySingleton.set(node, draft);
    this.drafts.push(draft);
    return draft;
  }

  private byCollectionPath(node: PathNode): TypeDraft {
    const known = this.byCollection.get(node)?.draft;
    if (known) return known;
    const draft = collectionDraft(node, singularWords(words(node.text)), undefined, CONFIGURED);
    this.drafts.push(draft);
    return draft;
  }

  private path({ value, location }: Located<string>): PathNode {
    const node = this.tree.find(value);
    if (node) return node;
    const known = [...this.tree.nodes()].map(({ template }) => template);
    throw unknownName(`the document has no path ${value}`, value, known, location);
  }

  private correctParents(byDraft: ReadonlyMap<TypeDraft, TypeCorrection>, names: ReadonlyMap<TypeDraft, string>): void {
    const byName = new Map([...names].map(([draft, name]) => [name, draft]));
    for (const [draft, { parent }] of byDraft) {
      if (parent === undefined) continue;
      const found = parent.value === false ? undefined : byName.get(parent.value);
      if (parent.value !== false && (found === undefined || isAbove(draft, found)))
        throw unknownName(`${parent.value} cannot be the parent`, parent.value, [...byName.keys()], parent.location);
      draft.parent = found;
    }
  }
}

const CONFIGURED = 'the configuration has it';

/** True if one type is the other, or one of its parents: it cannot be below itself. */
function isAbove(draft: TypeDraft, other: TypeDraft): boolean {
  for (let each: TypeDraft | undefined = other; each !== undefined; each = each.parent) if (each === draft) return true;
  return false;
}
