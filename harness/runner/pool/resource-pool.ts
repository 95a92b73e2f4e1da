import type { JsonValue, Operation } from '../../core/model.ts';
import type { RequestSpec } from '../../generate/requests/build-request.ts';
import { type CreationPlan, creationPlan, type PlanStep } from '../../openapi/resources/creation-plan.ts';
import type { ResourceModel, ResourceOperation, ResourceType } from '../../openapi/resources/model.ts';
import { bindRequest } from './bind-request.ts';
import { type Leftover, RecordCleaner } from './clean-up.ts';
import { CreationCycles } from './creation-cycles.ts';
import { isAccepted, type Journal, type Step, statusOf } from './journal.ts';
import type { Lease } from './lease.ts';
import { listedRecords } from './listed-records.ts';
import type { LiveRecord } from './live-record.ts';
import { contextMap } from './live-record.ts';
import { type Creation, planCreation, type Unavailable, withOwnIdentifiers } from './plan-creation.ts';
import { createdIdentifiers, type FoundIdentifier, locationOf } from './read-identifiers.ts';
import { RequestCandidates } from './request-candidates.ts';

export interface PoolOptions {
  /** Leaves the records that were created. */
  readonly keep?: boolean;
}

export interface CreateOptions {
  /** The operation that creates it; default: that of the plan. */
  readonly by?: ResourceOperation;
  /** Records to create it with, by resource type, in place of shared ones. */
  readonly context?: ReadonlyMap<string, LiveRecord>;
  readonly variant?: number;
  /** In place of a generated one. */
  readonly body?: JsonValue;
  /** Names what its values are derived from, whatever else is created at the same time. */
  readonly key?: string;
}

/** Statuses that no other body would change: credentials, the method, and a service that is busy or broken. */
const FINAL = new Set([401, 403, 405, 429, 501, 503]);

/** Creates records and shares them: what a request needs, parents first, with values that are unique in the run. */
export class ResourcePool {
  readonly model: ResourceModel;
  readonly journal: Journal;
  private readonly types: ReadonlyMap<string, ResourceType>;
  private readonly cycles: CreationCycles;
  private readonly options: PoolOptions;
  private readonly shared = new Map<string, Promise<LiveRecord | Unavailable>>();
  private readonly created: LiveRecord[] = [];
  /** By operation, why it accepts nothing: it is not tried for each record again. */
  private readonly failed = new Map<string, Unavailable>();
  /** By operation, which of the candidates the service accepts. */
  private readonly acceptedCandidate = new Map<string, number>();
  private variable = 0;

  constructor(model: ResourceModel, journal: Journal, options: PoolOptions = {}) {
    this.model = model;
    this.journal = journal;
    this.options = options;
    this.cycles = new CreationCycles(model);
    this.types = new Map(model.types.map((type) => [type.name, type]));
  }

  /** Requests with the values of the journal, which may be renewed. */
  get candidates(): RequestCandidates {
    const { sender, unique } = this.journal;
    return new RequestCandidates(sender.contract, unique);
  }

  /** Live records for the requests of an operation: shared ones, and one of its own to be changed. */
  async lease(operation: ResourceOperation, own: boolean, key: string): Promise<Lease | Unavailable> {
    const { steps, bindings, missing } = creationPlan(this.model, operation);
    const reason = missing.find(({ required }) => required)?.reason;
    if (reason !== undefined) return { problem: reason };
    const needsOwn = own && steps.some(({ resource }) => resource === operation.resource);
    const type = needsOwn ? this.types.get(operation.resource ?? '') : undefined;
    const record = type && (await this.create(type, { key }));
    if (record && 'problem' in record) return record;
    const context = await this.contextOf({ steps }, undefined, record?.context);
    return 'problem' in context ? context : { bindings, records: context.records };
  }

  /** Operations of a type that read one record. */
  reader({ operations }: ResourceType): ResourceOperation | undefined {
    return operations.find(
      ({ role, scope, response }) => role === 'read' && scope === 'item' && response !== undefined,
    );
  }

  /** Gets no records from an operation any more. */
  block({ id }: Operation): void {
    this.failed.set(id, { problem: `${id} accepted no request` });
  }

  /** A record that is only read: the same for all, until it is reported as vanished. */
  share(resource: string): Promise<LiveRecord | Unavailable> {
    const known = this.shared.get(resource) ?? this.provide(resource);
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
    const context = await this.contextOf(step.plan, type, options.context);
    if ('problem' in context) return context;
    return this.send(type, step, context.records, options);
  }

  /** The bindings of an operation to a record and those around it. */
  request(
    operation: ResourceOperation,
    record: Pick<LiveRecord, 'context'>,
    spec: RequestSpec,
  ): RequestSpec | Unavailable {
    const plan = creationPlan(this.model, operation);
    const records = plan.steps.map(({ resource }) => record.context.get(resource));
    return this.bind(operation, spec, { bindings: plan.bindings, records });
  }

  /** The types whose records are created with one of this type. */
  dependentsOf({ name }: ResourceType): ResourceType[] {
    return this.model.types.filter((type) => {
      const creation = type.name === name ? undefined : planCreation(this.model, type);
      return creation && !('problem' in creation) && creation.plan.steps.some(({ resource }) => resource === name);
    });
  }

  /** Deletes what was created and is still there, children first. */
  async cleanUp(): Promise<Leftover[]> {
    const records = this.created.filter(({ isDeleted }) => !isDeleted).reverse();
    if (this.options.keep) return [];
    return new RecordCleaner(this).clean(records);
  }

  /** The request with the identifiers of records, except where the user gives a value. */
  bind(operation: ResourceOperation, spec: RequestSpec, lease: Lease): RequestSpec | Unavailable {
    const { sender, unique } = this.journal;
    return bindRequest(sender.contract, operation, spec, { ...lease, known: unique.knownFor(operation.operation.id) });
  }

  private async provide(resource: string): Promise<LiveRecord | Unavailable> {
    const type = this.types.get(resource);
    if (!type) return { problem: `there is no resource type ${resource}` };
    const made = await this.create(type, { key: `shared ${resource}` });
    if (!('problem' in made)) return made;
    return (await this.list(type)) ?? made;
  }

  /** A record that exists already, which is never changed. */
  private async list(type: ResourceType): Promise<LiveRecord | undefined> {
    const lists = type.operations.filter(({ role, operation }) => role === 'list' && !this.failed.has(operation.id));
    for (const operation of lists) {
      const plan = creationPlan(this.model, operation);
      const context = await this.contextOf(plan, type);
      const base = this.candidates.base(operation.operation, []);
      if ('problem' in context || !base) continue;
      const bound = this.bind(operation, base, { bindings: plan.bindings, records: context.records });
      if ('problem' in bound) continue;
      const step = await this.journal.send(operation.operation, bound, `find a ${type.name}`);
      const [item] = isAccepted(step) ? listedRecords(type, operation, step) : [];
      if (!item) continue;
      this.nameCaptures(step, item.identifiers);
      const around = contextMap(context.records);
      return this.record({
        type,
        identifiers: item.identifiers,
        context: around,
        origin: operation,
        step,
        isOwn: false,
      });
    }
    return undefined;
  }

  /** Records for the steps of a plan; those of `type` itself are not needed. */
  private async contextOf(
    { steps }: Pick<CreationPlan, 'steps'>,
    type: ResourceType | undefined,
    given: ReadonlyMap<string, LiveRecord> = new Map(),
  ): Promise<{ readonly records: (LiveRecord | undefined)[] } | Unavailable> {
    const records: (LiveRecord | undefined)[] = [];
    for (const step of steps) {
      const isOwn = step.resource === type?.name;
      const record = isOwn ? undefined : await this.needed(step, given, type);
      if (record !== undefined && 'problem' in record && step.required) return record;
      records.push(record !== undefined && 'problem' in record ? undefined : record);
    }
    return { records };
  }

  private needed(
    { resource }: PlanStep,
    given: ReadonlyMap<string, LiveRecord>,
    type: ResourceType | undefined,
  ): LiveRecord | Unavailable | Promise<LiveRecord | Unavailable> {
    const known = given.get(resource);
    if (known) return known;
    if (type && this.cycles.isCut(type, resource)) return { problem: `${type.name} and ${resource} need each other` };
    return this.share(resource);
  }

  private async send(
    type: ResourceType,
    creation: Creation,
    records: readonly (LiveRecord | undefined)[],
    options: CreateOptions,
  ): Promise<LiveRecord | Unavailable> {
    const { id } = creation.operation.operation;
    const known = options.body === undefined ? this.failed.get(id) : undefined;
    if (known) return known;
    const made = await this.sendUnique(type, creation, records, options);
    if ('problem' in made && options.body === undefined) this.failed.set(id, made);
    return made;
  }

  private async sendUnique(
    type: ResourceType,
    creation: Creation,
    records: readonly (LiveRecord | undefined)[],
    options: CreateOptions,
  ): Promise<LiveRecord | Unavailable> {
    const made = await this.trySend(type, creation, records, options);
    const isTaken = 'problem' in made && made.step?.response?.status === 409;
    if (!isTaken || options.body !== undefined) return made;
    this.journal.renewUnique();
    return this.trySend(type, creation, records, options);
  }

  private async trySend(
    type: ResourceType,
    { operation, plan, chosen }: Creation,
    records: readonly (LiveRecord | undefined)[],
    { variant = 0, body, key }: CreateOptions,
  ): Promise<LiveRecord | Unavailable> {
    const start = body === undefined ? (this.acceptedCandidate.get(operation.operation.id) ?? 0) : 0;
    const own = this.candidates;
    const candidates = key === undefined ? own : own.with(this.journal.unique.fork(key));
    let last: Step | undefined;
    const base = body === undefined ? undefined : candidates.base(operation.operation, chosen);
    const specs =
      base && body !== undefined ? [{ ...base, body }] : candidates.of(operation.operation, variant, chosen);
    for (const [index, spec] of specs.entries()) {
      if (index < start) continue;
      const bound = this.bind(operation, spec, { bindings: plan.bindings, records });
      if ('problem' in bound) return bound;
      const sent = withOwnIdentifiers(operation, bound);
      const step = await this.journal.send(operation.operation, sent, `create a ${type.name}`);
      last = step;
      if (!isAccepted(step) && FINAL.has(step.response?.status ?? 0)) break;
      if (!isAccepted(step)) continue;
      if (body === undefined) this.acceptedCandidate.set(operation.operation.id, index);
      return this.createdRecord(type, operation, step, contextMap(records));
    }
    if (!last) return { problem: `no valid request could be made for ${operation.operation.id}` };
    return { problem: `${operation.operation.id} responded ${statusOf(last)}`, step: last };
  }

  private createdRecord(
    type: ResourceType,
    origin: ResourceOperation,
    step: Step,
    context: ReadonlyMap<string, LiveRecord>,
  ): LiveRecord | Unavailable {
    const [found, ...others] = this.validFirst(type, createdIdentifiers(type, step));
    if (!found) return { problem: `the response of ${step.operation.id} does not identify the new ${type.name}`, step };
    this.nameCaptures(step, found);
    const record = this.record({ type, identifiers: found, context, origin, step, isOwn: true });
    record.alternatives.push(...others);
    this.created.push(record);
    return record;
  }

  /** Those that the operations of the type take come first; others, such as a part of a wrong Location, cannot be sent. */
  private validFirst(type: ResourceType, found: readonly Map<string, FoundIdentifier>[]) {
    const { schemas } = this.journal.sender.contract;
    const isValid = (identifiers: ReadonlyMap<string, FoundIdentifier>) =>
      type.operations.every(({ operation, path }) =>
        path.every(({ parameter: name, resource, identifier }) => {
          const value = resource === type.name ? identifiers.get(identifier)?.value : undefined;
          const schema = operation.parameters.find((each) => each.in === 'path' && each.name === name)?.schema;
          return value === undefined || schema === undefined || schemas.accepts(schema, value, 'request');
        }),
      );
    const valid = found.filter(isValid);
    return valid.length > 0 ? valid : found;
  }

  private record({
    identifiers,
    context,
    ...parts
  }: Pick<LiveRecord, 'type' | 'origin' | 'step' | 'isOwn' | 'context'> & {
    readonly identifiers: ReadonlyMap<string, FoundIdentifier>;
  }): LiveRecord {
    const around = new Map(context);
    const values = new Map<string, JsonValue>([...identifiers].map(([name, { value }]) => [name, value]));
    const { body } = parts.step.spec;
    const location = parts.isOwn ? locationOf(parts.step) : undefined;
    const known = { identifiers: values, context: around, sent: body, location, isDeleted: false };
    const record: LiveRecord = { ...parts, ...known, alternatives: [], changes: [] };
    around.set(parts.type.name, record);
    return record;
  }

  /** Takes other identifiers for a record, if its response has several. */
  identify(record: LiveRecord, identifiers: ReadonlyMap<string, FoundIdentifier>): LiveRecord {
    this.nameCaptures(record.step, identifiers);
    const other = this.record({ ...record, identifiers });
    this.created.splice(this.created.indexOf(record), 1, other);
    return other;
  }

  private nameCaptures(step: Step, identifiers: ReadonlyMap<string, FoundIdentifier>): void {
    for (const [name, { value, from }] of identifiers)
      if (from)
        step.captures.push({ name: `${name.replace(/\W/g, '_')}_${++this.variable}`, value: String(value), from });
  }
}
