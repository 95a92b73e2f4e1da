import type { JsonObject, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { requiresCredentials } from '../../openapi/request/security.ts';
import type { ResourceCorrections } from '../../openapi/resources/corrections/corrections.ts';
import { resourceModel } from '../../openapi/resources/infer.ts';
import type { Reference, ResourceModel, ResourceOperation, ResourceType } from '../../openapi/resources/model.ts';
import { isSignOut } from '../../openapi/resources/operations/endings.ts';
import { isPersonal } from '../../openapi/resources/personal.ts';
import { toldOnce } from '../../openapi/resources/prose/once.ts';
import { listsOwn } from '../../openapi/resources/prose/own-list.ts';
import { RecordRepresentationReader } from '../../openapi/resources/representations/record-representation.ts';
import { withoutSecondPaths } from '../../openapi/resources/second-paths.ts';
import type { PrismEngine } from '../prism/prism-engine.ts';
import type { SeedData } from '../types.ts';
import { Accounts } from './accounts/accounts.ts';
import { authorTypes } from './accounts/authorship.ts';
import { readRefreshes, readSignIns, type SignIn } from './accounts/sign-in.ts';
import { findUserTypes } from './accounts/user-types.ts';
import { ChildCounts } from './child-counts.ts';
import { detach } from './detached.ts';
import { type InheritedRecords, inheritRecords, recordsToInherit, type WorldChanges } from './inherited-records.ts';
import { lineTypes } from './lines.ts';
import { isShownAbove, removeBelowOnly } from './only-record.ts';
import { removeOwnChildren } from './own-children.ts';
import { removeBelow, removeOwned } from './owners.ts';
import { RecordFinder } from './record-finder.ts';
import { MemoryLimit } from './records/memory-limit.ts';
import { splitParents } from './records/record-parents.ts';
import { readShape } from './records/record-shape.ts';
import { NO_PATH, type RecordOrigin, type RecordPath, type StoredRecord } from './records/stored-record.ts';
import { ExampleReader } from './seed/example-reader.ts';
import { readSeeds } from './seed/seed-data.ts';
import { sentChildren } from './sent-children.ts';
import { StoredFiles } from './stored-files.ts';
import { StoredValues } from './stored-values.ts';
import type { RemovedRecord } from './trash.ts';
import { TypeWorld } from './type-world.ts';

export interface WorldOptions {
  /** Whether a record that nobody created is missing; otherwise it is made up when it is asked for. */
  readonly strict: boolean;
  readonly corrections?: ResourceCorrections | undefined;
  /** The first records of some types, in place of the document's examples. */
  readonly seedData?: SeedData | undefined;
  /** What requests have made of the world of a previous document. */
  readonly inherited?: WorldChanges | undefined;
}

/** A record that a request names and that is not there. */
export interface Missing {
  readonly type: ResourceType;
  readonly isDeleted: boolean;
}

/** An operation on records that the world keeps. */
export interface WorldOperation {
  readonly operation: ResourceOperation;
  readonly types: TypeWorld;
}

/** The records of all resource types of a document. All changes are synchronous, so that requests never see half of one. */
export class World {
  readonly model: ResourceModel;
  readonly options: WorldOptions;
  readonly memory = new MemoryLimit();
  readonly finder = new RecordFinder(this);
  readonly files: StoredFiles;
  readonly values: StoredValues;
  readonly representations: RecordRepresentationReader;
  readonly accounts: Accounts;
  /** True if it matters who sends a request: there are records, or lists of them, that each user has alone, or creates once. */
  readonly hasSenders: boolean;
  /** The operations that sign users in or up, by their ids. */
  readonly signIns: ReadonlyMap<string, SignIn>;
  /** The ids of those that sign users out. */
  readonly signOuts: ReadonlySet<string>;
  /** Those that go on with a session. */
  readonly refreshes: ReadonlyMap<string, SignIn>;
  readonly contract: Contract;
  private readonly types = new Map<string, TypeWorld>();
  private readonly operations = new Map<string, WorldOperation>();
  private readonly examples: ExampleReader;
  /** Not brought in yet: of types that no request has needed so far, or that the document does not have. */
  private readonly inherited: Map<string, InheritedRecords>;
  private readonly isForUsers = (operation: Operation) => requiresCredentials(this.contract, operation);
  private sequence = 0;

  constructor(contract: Contract, engine: PrismEngine, options: WorldOptions) {
    this.contract = contract;
    this.options = options;
    this.inherited = new Map(options.inherited?.records);
    this.files = options.inherited?.files ?? new StoredFiles();
    this.values = options.inherited?.values ?? new StoredValues();
    this.model = withoutSecondPaths(resourceModel(contract, options.corrections));
    this.representations = new RecordRepresentationReader(contract.document, this.model);
    for (const type of this.model.types) this.addType(type);
    this.signIns = readSignIns(this.model, this.types);
    this.signOuts = new Set(contract.operations.flatMap((each) => (isSignOut(each) ? each.id : [])));
    this.refreshes = readRefreshes(this.model, this.signIns);
    this.accounts = this.findAccounts();
    this.hasSenders = this.all.some(({ paths }) => paths.arePersonal) || this.tellsUsersApart();
    for (const [id, operation] of this.model.operations) {
      const types = this.types.get(operation.resource ?? '') ?? this.accounts.shownAs(operation);
      if (types) this.operations.set(id, { operation, types });
    }
    const seeds = readSeeds(options.seedData, this.all);
    this.examples = new ExampleReader({
      document: contract.document,
      engine,
      representations: this.representations,
      types: this.types,
      seeds,
    });
  }

  /** The types that the world keeps, parents first. */
  get all(): readonly TypeWorld[] {
    return [...this.types.values()];
  }

  type(name: string): TypeWorld | undefined {
    return this.types.get(name);
  }

  /** Finds the records that an operation is about. @returns undefined if the world keeps none of them */
  find(id: string): WorldOperation | undefined {
    return this.operations.get(id);
  }

  /** Reads the examples of a type, of those above it and of those that it refers to. @returns undefined if that is done */
  prepare(types: TypeWorld): Promise<void> | undefined {
    const pending = this.examples.prepare(types);
    if (this.inherited.size === 0) return pending;
    if (pending) return pending.then(() => this.inherit());
    this.inherit();
    return undefined;
  }

  /** What requests have made of it, for the world of the next document. */
  changes(): WorldChanges {
    const changed = [...this.types].filter(([name, { isPrepared }]) => isPrepared && !this.inherited.has(name));
    const records = changed.map(([name, types]) => [name, recordsToInherit(types)] as const);
    const { files, values } = this;
    return { records: new Map([...this.inherited, ...records]), files, values, sessions: this.accounts.sessions };
  }

  /** Prepares all that a request to an operation needs. @returns undefined if that is done */
  prepareFor({ operation, types }: WorldOperation): Promise<void> | undefined {
    const given = operation.gives === undefined ? [] : [this.types.get(operation.gives)];
    const sent = sentChildren(this, types, operation).map(({ children }) => children);
    const lines = operation.role === 'action' ? lineTypes(this, types) : sent;
    const authors = authorTypes(this.accounts.users, [types, ...given], operation);
    if (!this.options.strict && given.length + lines.length + authors.length === 0) return this.prepare(types);
    const referred = this.options.strict ? operation.references.map(({ resource }) => this.types.get(resource)) : [];
    const dependent = this.options.strict && operation.role === 'delete' ? this.dependentOn(types) : [];
    const pending = [types, ...given, ...lines, ...referred, ...dependent, ...authors].flatMap(
      (each) => (each && this.prepare(each)) ?? [],
    );
    return pending.length === 0 ? undefined : Promise.all(pending).then(() => {});
  }

  /** The types whose records are below those of a type, or refer to them. */
  dependentOn({ type: { name } }: TypeWorld): TypeWorld[] {
    return this.all.filter(
      ({ type, above }) =>
        type.name !== name &&
        (above.some((each) => each.name === name) || type.references.some(({ resource }) => resource === name)),
    );
  }

  /** Removes a record with everything below it; what the document can restore stays in the trash. @returns all that was removed */
  remove(types: TypeWorld, record: StoredRecord): readonly RemovedRecord[] {
    types.remove(record);
    detach(this, this.contract.document, types, record);
    const below = [removeOwned, removeBelow, removeBelowOnly, removeOwnChildren].flatMap((removeFrom) =>
      removeFrom(this, types, record),
    );
    const removed = [{ types, record }, ...below];
    types.trash?.put(record, removed);
    return removed;
  }

  /** Adds a record below the one that it names, or else below the first. */
  add(types: TypeWorld, record: JsonObject, origin: RecordOrigin): StoredRecord {
    const { value, parents } = splitParents(types, record);
    this.finder.enterAll(types);
    const path = parents ?? this.types.get(types.type.parent ?? '')?.store.list()[0]?.path ?? NO_PATH;
    this.finder.enter(types, path);
    return types.create({ value, origin, path, trust: 'given' });
  }

  /** Removes all records of a type with everything below them. */
  empty(types: TypeWorld): void {
    for (const record of [...types.store.list()]) this.remove(types, record);
    types.empty();
  }

  /** Forgets all that was created, changed and deleted. */
  reset(): void {
    this.inherited.clear();
    for (const types of this.types.values()) types.reset();
    this.memory.clear();
    this.files.clear();
    this.values.clear();
    this.accounts.reset();
  }

  /** Parents come first. */
  private inherit(): void {
    for (const [name, types] of this.types) {
      const inherited = this.inherited.get(name);
      if (!inherited || !types.isPrepared) continue;
      this.inherited.delete(name);
      inheritRecords(this, types, inherited);
    }
  }

  private tellsUsersApart(): boolean {
    const { document } = this.contract;
    const isOfUser = (type: ResourceType, each: ResourceOperation) =>
      listsOwn(document, type, each) || toldOnce(this.contract, each, type) !== undefined;
    return this.all.some(({ type }) => type.operations.some((each) => isOfUser(type, each)));
  }

  /** The users; `/me` that shows one of them is no type of its own. */
  private findAccounts(): Accounts {
    const { seedData, inherited } = this.options;
    const isSeeded = (name: string) => seedData !== undefined && Object.hasOwn(seedData, name);
    const found = findUserTypes(this.all, [...this.signIns.values()], isSeeded);
    for (const name of found.shared) {
      for (const each of this.types.get(name)?.shape.known ?? []) found.users?.shape.known.add(each);
      this.types.delete(name);
    }
    return new Accounts(this, found, { contract: this.contract, isForUsers: this.isForUsers }, inherited?.sessions);
  }

  private addType(type: ResourceType): void {
    const isShown = () => isShownAbove(type, this.model.types);
    const shape = readShape(this.contract, type, this.representations, isShown);
    if (!shape) return;
    const { contract, memory } = this;
    const counts = new ChildCounts(this, contract.document);
    const nextSequence = () => ++this.sequence;
    const findTargets = (reference: Pick<Reference, 'resource'>, path: RecordPath) =>
      this.finder.targetsOf(reference, path);
    const isPersonalType = isPersonal(contract.document, type, this.model.types, this.isForUsers);
    const isFirstUser = isPersonalType ? (user: string) => this.accounts.sessions.isFirst(user) : undefined;
    const context = { contract, memory, counts, nextSequence, findTargets, isFirstUser, types: this.model.types };
    this.types.set(type.name, new TypeWorld(type, shape, this.above(type), context));
  }

  private above({ parent }: ResourceType): ResourceType[] {
    const found = this.model.types.find(({ name }) => name === parent);
    return found ? [...this.above(found), found] : [];
  }
}
