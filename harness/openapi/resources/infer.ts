import type { Operation } from '../../core/model.ts';
import type { Contract } from '../contract.ts';
import { correctRoles } from './correct-roles.ts';
import { correctTypes, type NamedTypes } from './correct-types.ts';
import { type Located, type ResourceCorrections, unknownName } from './corrections.ts';
import { bindIdentifier } from './identifiers.ts';
import { identifyingProperty } from './identifying.ts';
import { type LinkedParameter, readLinks } from './links.ts';
import type {
  Identifier,
  IdentifierBinding,
  OwnIdentifier,
  ResourceModel,
  ResourceOperation,
  ResourceType,
  Role,
  ValueSource,
} from './model.ts';
import { type OperationDraft, OperationReader } from './operation-draft.ts';
import { assignRoles } from './operation-roles.ts';
import { PathTree } from './path-tree.ts';
import { resourceProperties } from './properties.ts';
import { ReferenceFinder } from './references.ts';
import { RepresentationReader } from './representation.ts';
import type { TypeDraft } from './type-draft.ts';
import { draftTypes } from './type-drafts.ts';
import { TypeIndex } from './type-index.ts';

/**
 * Infers the resource types of a document and the role of each operation; in time linear in the number of operations.
 * @throws {InputError} with the line of a correction that names what the document does not have
 */
export function resourceModel(contract: Contract, corrections: ResourceCorrections = new Map()): ResourceModel {
  const { document, operations } = contract;
  const representations = new RepresentationReader(document);
  const tree = new PathTree(document, operations);
  const named = correctTypes(tree, draftTypes(tree, representations), corrections);
  const assignments = correctRoles(contract, tree, named, assignRoles(tree, named.types, representations));
  const reader = new OperationReader(tree, named.types, named.names, representations);
  const drafts = operations.flatMap((operation) => {
    const assignment = assignments.get(operation.id);
    return assignment ? [reader.read(operation, assignment)] : [];
  });
  const index = new TypeIndex(named, drafts, representations);
  const links = linksByIdentifier(readLinks(document, operations), drafts);
  return new Assembly(named, index, links, representations).build(drafts);
}

/** Links that fill a path parameter, by `type identifier`. */
function linksByIdentifier(
  links: readonly LinkedParameter[],
  drafts: readonly OperationDraft[],
): ReadonlyMap<string, readonly LinkedParameter[]> {
  const paths = new Map<Operation, OperationDraft['path']>(drafts.map(({ operation, path }) => [operation, path]));
  const byIdentifier = new Map<string, LinkedParameter[]>();
  for (const link of links) {
    if (link.parameter.in !== 'path') continue;
    const found = paths.get(link.target)?.find(({ parameter }) => parameter === link.parameter.name);
    if (!found) continue;
    const key = `${found.resource} ${found.identifier}`;
    const list = byIdentifier.get(key) ?? [];
    list.push(link);
    byIdentifier.set(key, list);
  }
  return byIdentifier;
}

/** Roles whose request body is the record itself. */
const WRITES: ReadonlySet<Role> = new Set(['create', 'update', 'patch']);

/** Puts the model together once every operation has its role and every type its identifiers. */
class Assembly {
  private readonly named: NamedTypes;
  private readonly index: TypeIndex;
  private readonly links: ReadonlyMap<string, readonly LinkedParameter[]>;
  private readonly references: ReferenceFinder;

  constructor(
    named: NamedTypes,
    index: TypeIndex,
    links: ReadonlyMap<string, readonly LinkedParameter[]>,
    representations: RepresentationReader,
  ) {
    this.named = named;
    this.index = index;
    this.links = links;
    const targets = named.types.drafts
      .filter(({ singleton }) => !singleton)
      .map((draft) => ({ draft, isCreated: index.isCreatedByPost(draft) }))
      .sort((a, b) => Number(b.isCreated) - Number(a.isCreated))
      .map(({ draft }) => ({
        resource: this.nameOf(draft),
        words: draft.words,
        parent: this.parentOf(draft),
        identifiers: index.identifiersOf(draft),
      }));
    this.references = new ReferenceFinder(targets, representations);
  }

  build(drafts: readonly OperationDraft[]): ResourceModel {
    const operations = new Map(drafts.map((draft) => [draft.operation.id, this.operation(draft)]));
    return { types: this.named.types.drafts.map((draft) => this.type(draft, operations)), operations };
  }

  private operation(operationDraft: OperationDraft): ResourceOperation {
    const { draft, ...operation } = operationDraft;
    const ownIdentifiers = draft ? this.ownIdentifiers(draft, operationDraft) : [];
    const configured = draft && this.named.corrections.get(draft)?.references;
    const references = this.references.find(operationDraft, ownIdentifiers, configured);
    return { ...operation, ownIdentifiers, references };
  }

  private ownIdentifiers(draft: TypeDraft, { request, role }: OperationDraft): OwnIdentifier[] {
    if (request === undefined || !WRITES.has(role)) return [];
    return this.index.identifiersOf(draft).flatMap((identifier) => {
      const property = identifyingProperty(request.properties, identifier, draft.words);
      return property ? [{ identifier: identifier.name, pointer: request.envelope + property.pointer }] : [];
    });
  }

  private type(draft: TypeDraft, byId: ReadonlyMap<string, ResourceOperation>): ResourceType {
    const operations = this.index.operationsOf(draft).flatMap(({ operation }) => byId.get(operation.id) ?? []);
    const { singleton, item, collection, reason } = draft;
    const serverSet = this.named.corrections.get(draft)?.serverSet ?? [];
    return {
      name: this.nameOf(draft),
      singleton,
      item: item?.template,
      collection: collection?.template,
      parent: this.parentOf(draft),
      identifiers: this.identifiers(draft),
      operations,
      properties: resourceProperties(operations, this.index.identifiersOf(draft), draft.words, serverSet),
      reason,
    };
  }

  private identifiers(draft: TypeDraft): Identifier[] {
    const own = this.index.identifiersOf(draft);
    const operations = this.index.operationsOf(draft);
    const related = this.index.relatedOperations(draft);
    const configured = this.configured(draft);
    return own.map((identifier) => {
      const links = this.links.get(`${this.nameOf(draft)} ${identifier.name}`) ?? [];
      const same = this.index.sameAs(draft, identifier);
      return {
        ...identifier,
        sameAs: same && { resource: this.nameOf(same.draft), identifier: same.identifier },
        bindings: bindIdentifier({
          draft,
          identifier,
          operations,
          related,
          links,
          configured: configured(identifier.name),
        }),
      };
    });
  }

  /** Bindings that the configuration gives, for every operation that creates records of the type. */
  private configured(draft: TypeDraft): (identifier: string) => IdentifierBinding[] {
    const id = this.named.corrections.get(draft)?.id ?? new Map<string, Located<ValueSource>>();
    const known = this.index.identifiersOf(draft).map(({ name }) => name);
    for (const [name, { location }] of id)
      if (name === '' ? known.length !== 1 : !known.includes(name))
        throw unknownName(`${this.nameOf(draft)} has no identifier ${name}`, name, known, location);
    const creating = this.index.operationsOf(draft).filter(({ creates }) => creates);
    return (identifier) => {
      const from = (id.get(identifier) ?? id.get(''))?.value;
      if (from === undefined) return [];
      const reason = 'the configuration has it';
      return creating.map(({ operation }) => ({ source: 'configuration', operation: operation.id, from, reason }));
    };
  }

  private parentOf({ parent }: TypeDraft): string | undefined {
    return parent && this.named.names.get(parent);
  }

  private nameOf(draft: TypeDraft): string {
    return this.named.names.get(draft) ?? draft.words.join('-');
  }
}
