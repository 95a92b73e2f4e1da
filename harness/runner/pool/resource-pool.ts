import type { JsonValue } from '../../core/model.ts';
import type { RequestSpec } from '../../generate/requests/build-request.ts';
import { type CreationPlan, creationPlan, type PlanStep } from '../../openapi/resources/creation-plan.ts';
import type { ResourceModel, ResourceOperation, ResourceType } from '../../openapi/resources/model.ts';
import { bindRequest } from './bind-request.ts';
import { type Leftover, RecordCleaner } from './clean-up.ts';
import { isAccepted, type Journal, type Step, statusOf } from './journal.ts';
import { listedRecords } from './listed-records.ts';
import type { LiveRecord } from './live-record.ts';
import { type Creation, planCreation, type Unavailable, withOwnIdentifiers } from './plan-creation.ts';
import { createdIdentifiers, type FoundIdentifier, locationOf } from './read-identifiers.ts';
import { type KnownValues, RequestCandidates } from './request-candidates.ts';

export interface PoolOptions {
  /** Known values of the user, by parameter or property. */
  readonly values?: KnownValues;
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
}

/** Creates records and shares them: what a request needs, parents first, with values that are unique in the run. */
export class ResourcePool {
  readonly model: ResourceModel;
  readonly journal: Journal;
  readonly candidates: RequestCandidates;
  private readonly types: ReadonlyMap<string, ResourceType>;
  private readonly options: PoolOptions;
  private readonly shared = new Map<string, Promise<LiveRecord | Unavailable>>();
  private readonly created: LiveRecord[] = [];
  /** By operation, which of the candidates the service accepts. */
  private readonly acceptedCandidate = new Map<string, number>();
  private variable = 0;

  constructor(model: ResourceModel, journal: Journal, options: PoolOptions = {}) {
    this.model = model;
    this.journal = journal;
    this.options = options;
    this.types = new Map(model.types.map((type) => [type.name, type]));
    this.candidates = new RequestCandidates(journal.sender.contract, journal.unique, options.values ?? new Map());
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
    return bindRequest(this.journal.sender.contract, operation, spec, { bindings: plan.bindings, records });
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

  private async provide(resource: string): Promise<LiveRecord | Unavailable> {
    const type = this.types.get(resource);
    if (!type) return { problem: `there is no resource type ${resource}` };
    const made = await this.create(type);
    if (!('problem' in made)) return made;
    return (await this.list(type)) ?? made;
  }

  /** A record that exists already, which is never changed. */
  private async list(type: ResourceType): Promise<LiveRecord | undefined> {
    for (const operation of type.operations.filter(({ role }) => role === 'list')) {
      const plan = creationPlan(this.model, operation);
      const context = await this.contextOf(plan, undefined);
      const base = this.candidates.base(operation.operation, []);
      if ('problem' in context || !base) continue;
      const { bindings } = plan;
      const bound = bindRequest(this.journal.sender.contract, operation, base, { bindings, records: context.records });
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
    { steps }: CreationPlan,
    type: ResourceType | undefined,
    given: ReadonlyMap<string, LiveRecord> = new Map(),
  ): Promise<{ readonly records: (LiveRecord | undefined)[] } | Unavailable> {
    const records: (LiveRecord | undefined)[] = [];
    for (const step of steps) {
      const record = step.resource === type?.name ? undefined : await this.needed(step, given);
      if (record !== undefined && 'problem' in record && step.required) return record;
      records.push(record !== undefined && 'problem' in record ? undefined : record);
    }
    return { records };
  }

  private needed({ resource }: PlanStep, given: ReadonlyMap<string, LiveRecord>) {
    return given.get(resource) ?? this.share(resource);
  }

  private async send(
    type: ResourceType,
    { operation, plan, chosen }: Creation,
    records: readonly (LiveRecord | undefined)[],
    { variant = 0, body }: CreateOptions,
  ): Promise<LiveRecord | Unavailable> {
    const start = body === undefined ? (this.acceptedCandidate.get(operation.operation.id) ?? 0) : 0;
    let last: Step | undefined;
    const base = body === undefined ? undefined : this.candidates.base(operation.operation, chosen);
    const specs =
      base && body !== undefined ? [{ ...base, body }] : this.candidates.of(operation.operation, variant, chosen);
    for (const [index, spec] of specs.entries()) {
      if (index < start) continue;
      const { bindings } = plan;
      const bound = bindRequest(this.journal.sender.contract, operation, spec, { bindings, records });
      if ('problem' in bound) return bound;
      const sent = withOwnIdentifiers(operation, bound);
      const step = await this.journal.send(operation.operation, sent, `create a ${type.name}`);
      last = step;
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

/** The records by type, with those that they need themselves. */
function contextMap(records: readonly (LiveRecord | undefined)[]): Map<string, LiveRecord> {
  const context = new Map<string, LiveRecord>();
  for (const record of records)
    for (const [resource, other] of record?.context ?? []) if (!context.has(resource)) context.set(resource, other);
  for (const record of records) if (record) context.set(record.type.name, record);
  return context;
}
