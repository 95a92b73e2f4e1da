import type { Operation } from '../../core/model.ts';
import type { RequestSpec } from '../../generate/requests/build-request.ts';
import { creationPlan } from '../../openapi/resources/creation-plan.ts';
import type { ResourceModel, ResourceOperation, ResourceType } from '../../openapi/resources/model.ts';
import { awaitLate } from './await-visible.ts';
import { type Leftover, RecordCleaner } from './clean-up.ts';
import { type Conditional, Conditions } from './conditions.ts';
import { ApartCreations } from './creation/apart-creations.ts';
import { CreationCycles } from './creation/creation-cycles.ts';
import { namingResource } from './creation/named-types.ts';
import { type Creation, isBelowOwn, planCreation, type Unavailable } from './creation/plan-creation.ts';
import { PreparedCreations } from './creation/prepared-creations.ts';
import { type CreateOptions, RecordCreator } from './creation/record-creator.ts';
import { RecordRegistry } from './creation/record-registry.ts';
import { isConflicting } from './creation/rejections.ts';
import type { RequestCandidates } from './creation/request-candidates.ts';
import { ExistingRecords } from './existing-records.ts';
import type { Journal, Step } from './journal.ts';
import type { Lease } from './lease.ts';
import { type LiveRecord, recordFor } from './live-record.ts';
import { resourceOf } from './record-use.ts';
import { Renames } from './renames.ts';
import { unlessStopped } from './sender.ts';
import { Surroundings } from './surroundings.ts';

export interface PoolOptions {
  /** Leaves the records that were created. */
  readonly keep?: boolean;
  /** How long a record that was created may be unknown to other requests; default: none. */
  readonly consistencyMs?: number;
}

/** So many records of a list are named by others, one by each. */
const MAX_LISTED = 8;

/** Creates records and shares them: what a request needs, parents first, with values that are unique in the run. */
export class ResourcePool {
  readonly model: ResourceModel;
  readonly journal: Journal;
  private readonly types: ReadonlyMap<string, ResourceType>;
  private readonly cycles: CreationCycles;
  readonly conditions: Conditions;
  private readonly options: PoolOptions;
  private readonly shared = new Map<string, Promise<LiveRecord | Unavailable>>();
  readonly registry: RecordRegistry;
  readonly renames = new Renames();
  private readonly creator: RecordCreator;
  private readonly surroundings: Surroundings;
  private readonly existing: ExistingRecords;
  private readonly apart: ApartCreations;
  private readonly prepared = new PreparedCreations(this);

  constructor(model: ResourceModel, journal: Journal, options: PoolOptions = {}) {
    this.model = model;
    this.journal = journal;
    this.options = options;
    const { consistencyMs = 0 } = options;
    this.registry = new RecordRegistry(journal);
    this.creator = new RecordCreator(journal, this.registry, (records) => awaitLate(this, records, consistencyMs));
    this.cycles = new CreationCycles(model);
    this.apart = new ApartCreations(model, journal, this.cycles);
    this.conditions = new Conditions(model, journal);
    this.types = new Map(model.types.map((type) => [type.name, type]));
    this.surroundings = new Surroundings(this.types, this.cycles, {
      share: (resource) => this.share(resource),
      create: (type, context) => this.create(type, { context, isNamed: true }),
    });
    this.existing = new ExistingRecords(model, this.surroundings, this.creator, journal);
  }

  /** Requests with the values of the journal, which may be renewed. */
  get candidates(): RequestCandidates {
    return this.creator.candidates;
  }

  /**
   * Live records for the requests of an operation: shared ones, and one of its own to be changed.
   * @param path parameters of the address at which that one is created, if the client chooses them
   */
  async lease(
    operation: ResourceOperation,
    own: boolean,
    key: string,
    path: CreateOptions['path'] = {},
  ): Promise<Lease | Unavailable> {
    const { steps, bindings, missing } = creationPlan(this.model, operation);
    const reason = missing.find(({ required }) => required)?.reason;
    if (reason !== undefined) return { problem: reason };
    const about = resourceOf(this.model, operation) ?? '';
    const type = own && steps.some(({ resource }) => resource === about) ? this.types.get(about) : undefined;
    const made = type && (await this.create(type, { key, path }));
    // The only record that another one has is there with any of these.
    if (made && 'problem' in made && about === operation.resource) return made;
    const record = made && 'problem' in made ? undefined : made;
    const exclusive = own && operation.creates ? this.apart.of(operation.resource) : [];
    const context = await this.surroundings.find({ steps }, undefined, record?.context, exclusive);
    return 'problem' in context ? context : { bindings, records: context.records };
  }

  /** Whether each request that creates a record names a new one of another type. */
  isApart({ resource, creates }: ResourceOperation): boolean {
    return creates && this.apart.of(resource).length > 0;
  }

  /** Has each request of an operation that creates records name new ones of other types; false if it names none. */
  setApart(operation: ResourceOperation): boolean {
    return this.apart.set(operation);
  }

  /** Operations of a type that read one record. */
  reader({ operations }: ResourceType): ResourceOperation | undefined {
    return operations.find(({ role, scope, response }) => role === 'read' && scope === 'item' && response);
  }

  /** Gets no records from an operation any more. */
  block({ id }: Operation): void {
    this.creator.block(id);
  }

  /** Tries an operation again that has accepted nothing. */
  unblock(operation: Operation): void {
    this.creator.unblock(operation);
  }

  /** A record that is only read: the same for all, until it is reported as vanished. */
  share(resource: string): Promise<LiveRecord | Unavailable> {
    const known = this.shared.get(resource) ?? unlessStopped(this.provide(resource), (problem) => ({ problem }));
    this.shared.set(resource, known);
    return known;
  }

  /** Forgets a shared record that is no longer there, and what was created with it. */
  async forget(record: LiveRecord): Promise<void> {
    for (const [resource, promise] of this.shared) {
      const shared = await promise;
      if (!('problem' in shared) && [...shared.context.values()].includes(record)) this.shared.delete(resource);
    }
  }

  /** Creates a record for a caller who changes or deletes it. */
  async create(type: ResourceType, options: CreateOptions = {}): Promise<LiveRecord | Unavailable> {
    const step = planCreation(this.model, type, options.by);
    if ('problem' in step) return step;
    const naming = namingResource(type, step.operation);
    // Of two types that need each other, neither can have a record of its own of the other.
    const isShared = naming !== undefined && (options.takesGiven || this.cycles.needs(naming, type.name));
    const exclusive = naming === undefined || isShared ? undefined : [naming];
    const known = exclusive ?? this.apart.of(type.name);
    const made = await this.createWith(type, step, options, known);
    if (!isConflicting(made)) return made;
    const isFixed = exclusive !== undefined || options.body !== undefined;
    const named = isFixed ? [] : this.apart.separable(type, step, options);
    const createNaming = (others: readonly string[]) => {
      this.unblock(step.operation.operation);
      return this.createWith(type, step, options, others);
    };
    const isPrepared = this.prepared.helps(step.operation);
    const apart = isFixed || isPrepared ? undefined : await this.apart.create(type, named, made.step, createNaming);
    if (apart) return apart;
    const own = isFixed ? known : named.slice(-1);
    return this.prepared.create(step.operation, made, options, (each, isShared) =>
      this.createWith(type, step, each, isShared ? known : own),
    );
  }

  private async createWith(
    type: ResourceType,
    creation: Creation,
    options: CreateOptions,
    exclusive: readonly string[] = [],
  ): Promise<LiveRecord | Unavailable> {
    const { steps } = creation.plan;
    const listed = steps.find(({ resource, source }) => exclusive.includes(resource) && source === 'list');
    if (listed) return this.createForListed(type, creation, options, listed.resource);
    // A reply is created below another message, which may be created by another operation.
    const isBelowOther = isBelowOwn(type, creation) && !isBelowOwn(type, planCreation(this.model, type));
    const above = isBelowOther
      ? await this.create(type, options.context ? { context: options.context } : {})
      : options.above;
    if (above && 'problem' in above) return above;
    const context = await this.surroundings.find(creation.plan, type, above?.context ?? options.context, exclusive);
    if ('problem' in context) return context;
    const records = context.records.map((each, index) => (steps[index]?.resource === type.name ? above : each));
    const prepare = options.prepare ?? this.prepared.filling(creation.operation);
    await prepare?.(records);
    return this.creator.create(type, creation, records, options);
  }

  /** Creates a record for the first of those that are listed which has none: for each user of a team there is one member. */
  private async createForListed(
    type: ResourceType,
    creation: Creation,
    options: CreateOptions,
    naming: string,
  ): Promise<LiveRecord | Unavailable> {
    let made = await this.createWith(type, creation, { ...options, context: withoutType(options.context, naming) });
    for (let index = 1; 'problem' in made && made.isThere && index < MAX_LISTED; index++) {
      const listed = await this.existing.at(naming, index);
      if (!listed) return made;
      const context = new Map(options.context).set(naming, listed);
      made = await this.createWith(type, creation, { ...options, context });
    }
    return made;
  }

  /** The bindings of an operation to a record and those around it. */
  request(
    operation: ResourceOperation,
    record: Pick<LiveRecord, 'context'>,
    spec: RequestSpec,
  ): RequestSpec | Unavailable {
    const plan = creationPlan(this.model, operation);
    const records = plan.steps.map((step) => recordFor(record.context, step));
    return this.bind(operation, spec, { bindings: plan.bindings, records });
  }

  /** A record with those that a request about it names; others of these are shared. */
  around(operation: ResourceOperation, record: LiveRecord): Promise<Pick<LiveRecord, 'context'>> {
    return this.surroundings.around(creationPlan(this.model, operation), record);
  }

  /** True if requests of an operation may have to name what their record is now. */
  isConditional(operation: Operation): boolean {
    return this.conditions.concerns(operation);
  }

  /** The request conditional on what its record is now, and the read that showed it. */
  conditional(operation: Operation, spec: RequestSpec): Promise<Conditional> {
    return this.conditions.renew(operation, spec, this.candidates);
  }

  /** Sends a request about a record; conditional on what that is now, if the operation takes that. */
  async send(operation: Operation, spec: RequestSpec, purpose: string): Promise<Step> {
    const { conditions } = this;
    const isTagged = conditions.requiresTag(operation);
    const current = await this.conditional(operation, spec);
    const step = await this.journal.send(operation, current.spec, purpose, current.read);
    const isLearned = !isTagged && conditions.learnTag(operation, step.response?.status);
    return isLearned ? this.send(operation, spec, purpose) : step;
  }

  /** Deletes what was created and is still there, children first. */
  async cleanUp(concurrency = 1): Promise<Leftover[]> {
    const records = this.registry.created.filter(({ isDeleted }) => !isDeleted).reverse();
    if (this.options.keep) return [];
    return new RecordCleaner(this, concurrency).clean(records);
  }

  /** The request with the identifiers of records, except where the user gives a value. */
  bind(operation: ResourceOperation, spec: RequestSpec, lease: Lease): RequestSpec | Unavailable {
    return this.creator.bind(operation, spec, lease);
  }

  private async provide(resource: string): Promise<LiveRecord | Unavailable> {
    const type = this.types.get(resource);
    if (!type) return { problem: `there is no resource type ${resource}` };
    const made = await this.create(type, { key: `shared ${resource}`, isNamed: true });
    if (!('problem' in made)) return made;
    return (await this.existing.at(resource, 0)) ?? made;
  }
}

function withoutType(context: CreateOptions['context'], resource: string): Map<string, LiveRecord> {
  return new Map([...(context ?? [])].filter(([name]) => name !== resource));
}
