import type { Operation } from '../../core/model.ts';
import type { Contract } from '../contract.ts';
import { correctRoles } from './corrections/correct-roles.ts';
import { correctTypes, type NamedTypes } from './corrections/correct-types.ts';
import { type Located, type ResourceCorrections, unknownInDocument } from './corrections/corrections.ts';
import type {
  Identifier,
  IdentifierBinding,
  OwnIdentifier,
  Reference,
  ResourceModel,
  ResourceOperation,
  ResourceType,
  Role,
  ValueSource,
} from './model.ts';
import { bulkReference } from './operations/bulk-actions.ts';
import { assignRoles } from './operations/operation-roles.ts';
import { type InferredOperation, OperationReader } from './operations/read-operation.ts';
import { restForms } from './operations/rest-forms.ts';
import { bindIdentifier, shownBy } from './references/identifiers.ts';
import { identifyingProperty, sentIdentifier } from './references/identifying.ts';
import { type LinkedParameter, readLinks } from './references/links.ts';
import { ReferenceFinder } from './references/references.ts';
import { resourceProperties } from './representations/properties.ts';
import { type RepresentationReader, representationReader } from './representations/representation.ts';
import { versionMark } from './representations/version-mark.ts';
import { findTypes } from './types/find-types.ts';
import type { InferredType } from './types/inferred-type.ts';
import { PathTree } from './types/path-tree.ts';
import { TypeIndex } from './types/type-index.ts';

/**
 * Infers the resource types of a document and the role of each operation; in time linear in the number of operations. The built-in mock
 * and the run that tests it share one model, unless it is corrected.
 * @throws {InputError} with the line of a correction that names what the document does not have
 */
export function resourceModel(contract: Contract, corrections?: ResourceCorrections): ResourceModel {
  return corrections && corrections.size > 0 ? infer(contract, corrections) : contract.derived(inferUncorrected);
}

function inferUncorrected(contract: Contract): ResourceModel {
  return infer(contract, new Map());
}

function infer(contract: Contract, corrections: ResourceCorrections): ResourceModel {
  const { document, operations } = contract;
  const representations = representationReader(document);
  const forms = restForms(operations, representations);
  const tree = new PathTree(
    document,
    forms.map(({ operation }) => operation),
  );
  const named = correctTypes(tree, findTypes(tree, representations), corrections);
  const assignments = correctRoles(contract, tree, named, assignRoles(tree, named.types, representations));
  const reader = new OperationReader(tree, named.types, named.names, representations);
  const inferredOperations = operations.flatMap((operation, index) => {
    const [assignment, form] = [assignments.get(operation.id), forms[index]];
    return assignment && form ? [reader.read(operation, form, assignment)] : [];
  });
  const index = new TypeIndex(named, inferredOperations, representations);
  const links = linksByIdentifier(readLinks(document, operations), inferredOperations);
  return new Assembly(named, index, links, representations).build(inferredOperations);
}

/** Links that fill a path parameter, by `type identifier`. */
function linksByIdentifier(
  links: readonly LinkedParameter[],
  inferredOperations: readonly InferredOperation[],
): ReadonlyMap<string, readonly LinkedParameter[]> {
  const paths = new Map<Operation, InferredOperation['path']>(
    inferredOperations.map(({ operation, path }) => [operation, path]),
  );
  const byIdentifier = new Map<string, LinkedParameter[]>();
  for (const link of links) {
    if (link.parameter.in !== 'path') continue;
    const found = paths.get(link.target)?.find((each) => each.in === 'path' && each.at === link.parameter.name);
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

const UNNAMED = 'a change on a collection whose request has not all that identifies a record';

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
    const targets = named.types.all
      .filter(({ singleton }) => !singleton)
      .map((inferred) => ({ inferred, isCreated: index.isCreatedByPost(inferred) }))
      .sort((a, b) => Number(b.isCreated) - Number(a.isCreated))
      .map(({ inferred }) => ({
        resource: this.nameOf(inferred),
        words: inferred.words,
        parent: this.parentOf(inferred),
        around: inferred.around && this.nameOf(inferred.around),
        identifiers: index.identifiersOf(inferred),
        takes: this.takenBy(inferred),
      }));
    this.references = new ReferenceFinder(targets, representations);
  }

  build(inferredOperations: readonly InferredOperation[]): ResourceModel {
    const operations = new Map(inferredOperations.map((inferred) => [inferred.operation.id, this.operation(inferred)]));
    return { types: this.named.types.all.map((inferred) => this.type(inferred, operations)), operations };
  }

  private operation(inferredOperation: InferredOperation): ResourceOperation {
    const { inferred, above, ...read } = inferredOperation;
    const given = above ?? this.index.givenBy(inferredOperation);
    const operation = { ...read, gives: given && this.nameOf(given) };
    const ownIdentifiers = inferred ? this.ownIdentifiers(inferred, inferredOperation) : [];
    const configured = inferred && this.named.corrections.get(inferred)?.references;
    const references = this.references.find(inferredOperation, ownIdentifiers, configured);
    const version = versionMark(operation, inferred ? this.index.operationsOf(inferred) : []);
    // What has to name its records changes no others.
    const isBulk = bulkReference({ ...operation, ownIdentifiers, references }) !== undefined;
    const ends = isBulk && operation.ends === 'collection' ? undefined : operation.ends;
    const whole = { ...operation, ownIdentifiers, references, version, ends };
    return inferred && this.changesUnnamed(inferred, whole) ? { ...whole, role: 'other', reason: UNNAMED } : whole;
  }

  /** True for a change on a collection whose request cannot set all that identifies a record, as `id` beside `/{account}/{slug}`. */
  private changesUnnamed(inferred: InferredType, { role, scope, ...operation }: ResourceOperation): boolean {
    if (scope !== 'collection' || (role !== 'update' && role !== 'patch')) return false;
    const { envelope = '', properties = [] } = operation.request ?? {};
    const readOnly = new Set(properties.flatMap((each) => (each.readOnly ? envelope + each.pointer : [])));
    const inBody = operation.ownIdentifiers.filter(({ pointer }) => !readOnly.has(pointer));
    const named = new Set([...inBody, ...operation.path].map(({ identifier }) => identifier));
    return this.index.identifiersOf(inferred).some(({ name }) => !named.has(name));
  }

  private referencesOf(inferred: InferredType): Reference[] {
    const operations = this.index.operationsOf(inferred).filter(({ response }) => response);
    const reader =
      operations.find(({ role }) => role === 'read') ?? operations.find(({ role }) => role === 'list') ?? operations[0];
    if (!reader) return [];
    const own = this.index
      .identifiersOf(inferred)
      .flatMap((each) => identifyingProperty(reader.response?.properties ?? [], each, inferred.words)?.pointer ?? []);
    return this.references.findShown(reader, own, this.named.corrections.get(inferred)?.references);
  }

  private ownIdentifiers(inferred: InferredType, { request, role }: InferredOperation): OwnIdentifier[] {
    if (request === undefined || !WRITES.has(role)) return [];
    const shown = shownBy(this.index.operationsOf(inferred));
    return this.index.identifiersOf(inferred).flatMap((identifier) => {
      const property = sentIdentifier(request.properties, identifier, inferred.words, shown);
      return property ? [{ identifier: identifier.name, pointer: request.envelope + property.pointer }] : [];
    });
  }

  private type(inferred: InferredType, byId: ReadonlyMap<string, ResourceOperation>): ResourceType {
    const operations = this.index.operationsOf(inferred).flatMap(({ operation }) => byId.get(operation.id) ?? []);
    const { singleton, item, collection, reason } = inferred;
    const serverSet = this.named.corrections.get(inferred)?.serverSet ?? [];
    return {
      name: this.nameOf(inferred),
      words: inferred.words,
      singleton,
      item: item?.template,
      collection: collection?.template,
      parent: this.parentOf(inferred),
      identifiers: this.identifiers(inferred),
      operations,
      properties: resourceProperties(operations, this.index.identifiersOf(inferred), inferred.words, serverSet),
      references: this.referencesOf(inferred),
      reason,
    };
  }

  private identifiers(inferred: InferredType): Identifier[] {
    const own = this.index.identifiersOf(inferred);
    const operations = this.index.operationsOf(inferred);
    const related = this.index.relatedOperations(inferred);
    const configured = this.configured(inferred);
    return own.map((identifier) => {
      const links = this.links.get(`${this.nameOf(inferred)} ${identifier.name}`) ?? [];
      const same = this.index.sameAs(inferred, identifier);
      return {
        ...identifier,
        sameAs: same && { resource: this.nameOf(same.inferred), identifier: same.identifier },
        bindings: bindIdentifier({
          inferred,
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
  private configured(inferred: InferredType): (identifier: string) => IdentifierBinding[] {
    const id = this.named.corrections.get(inferred)?.id ?? new Map<string, Located<ValueSource>>();
    const known = this.index.identifiersOf(inferred).map(({ name }) => name);
    for (const [name, { location }] of id)
      if (name === '' ? known.length !== 1 : !known.includes(name))
        throw unknownInDocument(`${this.nameOf(inferred)} has no identifier ${name}`, name, known, location);
    const creating = this.index.operationsOf(inferred).filter(({ creates }) => creates);
    return (identifier) => {
      const from = (id.get(identifier) ?? id.get(''))?.value;
      if (from === undefined) return [];
      const reason = 'the configuration has it';
      return creating.map(({ operation }) => ({ source: 'configuration', operation: operation.id, from, reason }));
    };
  }

  /** Name of the type whose identifiers the records of a type take. */
  private takenBy(inferred: InferredType): string | undefined {
    const identifier = this.index.identifiersOf(inferred).at(-1);
    const same = identifier && this.index.sameAs(inferred, identifier);
    return same && this.nameOf(same.inferred);
  }

  private parentOf({ parent }: InferredType): string | undefined {
    return parent && this.named.names.get(parent);
  }

  private nameOf(inferred: InferredType): string {
    return this.named.names.get(inferred) ?? inferred.words.join('-');
  }
}
