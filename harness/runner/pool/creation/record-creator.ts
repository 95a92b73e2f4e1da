import type { JsonValue, Operation } from '../../../core/model.ts';
import { withArticle } from '../../../core/util/pluralize.ts';
import { buildRequest, type RequestSpec } from '../../../generate/requests/build-request.ts';
import type { ResourceOperation, ResourceType } from '../../../openapi/resources/model.ts';
import { isAccepted, type Journal, type Step, statusOf } from '../journal.ts';
import type { Lease } from '../lease.ts';
import { contextMap, type LiveRecord } from '../live-record.ts';
import { bindRequest, withItems } from './bind-request.ts';
import { type Creation, type Unavailable, withOwnIdentifiers } from './plan-creation.ts';
import type { RecordRegistry } from './record-registry.ts';
import { isHopeless, isOfOthers, isTaken, namesTaken } from './rejections.ts';
import { RequestCandidates } from './request-candidates.ts';

export interface CreateOptions {
  /** The operation that creates it; default: that of the plan. */
  readonly by?: ResourceOperation;
  /** Records to create it with, by resource type, in place of shared ones. */
  readonly context?: ReadonlyMap<string, LiveRecord>;
  /** Another record of its type, which it names. */
  readonly above?: LiveRecord;
  readonly variant?: number;
  /** Whether other records are to name it: it must not be one that is inactive, for example. */
  readonly isNamed?: boolean;
  /** True if it takes the identifier of the record in the context, such as the user of another team: not of a new one. */
  readonly takesGiven?: boolean;
  /** In place of a generated one. */
  readonly body?: JsonValue;
  /** Path parameters that it has in common with another record, if the client chooses them. */
  readonly path?: Readonly<Record<string, JsonValue>>;
  /** Arrays of its body that name several records each, by their JSON Pointers: in place of those that name one. */
  readonly lists?: ReadonlyMap<string, readonly JsonValue[]>;
  /** Is done to the records that it names, before it is sent. */
  readonly prepare?: (records: readonly (LiveRecord | undefined)[]) => Promise<unknown>;
  /** Is done before each request that is sent for it. */
  readonly watch?: (spec: RequestSpec) => Promise<unknown>;
  /** Names what its values are derived from, whatever else is created at the same time. */
  readonly key?: string;
}

/** Where only a few identifiers are valid, another one is tried so often. */
const MAX_CHOICES = 12;

/** Sends the requests that create records. */
export class RecordCreator {
  private readonly journal: Journal;
  readonly registry: RecordRegistry;
  /** By operation, why it accepts nothing: it is not tried for each record again. */
  private readonly failed = new Map<string, Unavailable>();
  /** By operation, which of the candidates the service accepts. */
  private readonly acceptedCandidate = new Map<string, number>();
  /** Operation and path of each creation whose identifier the client chose. */
  private readonly addresses = new Set<string>();
  private readonly areLate: (records: Lease['records']) => Promise<boolean>;

  /** @param areLate waits for records that other requests may not know yet; true if one was late */
  constructor(journal: Journal, registry: RecordRegistry, areLate: (records: Lease['records']) => Promise<boolean>) {
    this.journal = journal;
    this.registry = registry;
    this.areLate = areLate;
  }

  /** Requests with the values of the journal, which may be renewed. */
  get candidates(): RequestCandidates {
    const { sender, unique, avoidsHiding } = this.journal;
    return new RequestCandidates(sender.contract, unique, avoidsHiding, sender.examples);
  }

  block(id: string): void {
    this.failed.set(id, { problem: `${id} accepted no request` });
  }

  /** Tries an operation again that has accepted nothing. */
  unblock({ id }: Operation): void {
    this.failed.delete(id);
  }

  isBlocked(id: string): boolean {
    return this.failed.has(id);
  }

  /** The request with the identifiers of records, except where the user gives a value. */
  bind(operation: ResourceOperation, spec: RequestSpec, lease: Lease): RequestSpec | Unavailable {
    const { sender, unique } = this.journal;
    return bindRequest(sender.contract, operation, spec, { ...lease, known: unique.knownFor(operation.operation.id) });
  }

  /** Sends creations until one is accepted; an operation that accepts nothing is not tried again. */
  async create(
    type: ResourceType,
    creation: Creation,
    records: readonly (LiveRecord | undefined)[],
    options: CreateOptions,
  ): Promise<LiveRecord | Unavailable> {
    const { id } = creation.operation.operation;
    const known = options.body === undefined ? this.failed.get(id) : undefined;
    if (known) return known;
    let made = await this.sendUnique(type, creation, records, options);
    if ('problem' in made && isOfOthers(made.step) && (await this.areLate(records)))
      made = await this.sendUnique(type, creation, records, options);
    // Others may still be accepted of an operation that has accepted some.
    if ('problem' in made && !made.isThere && options.body === undefined && !this.acceptedCandidate.has(id))
      this.failed.set(id, made);
    return made;
  }

  private async sendUnique(
    type: ResourceType,
    creation: Creation,
    records: readonly (LiveRecord | undefined)[],
    options: CreateOptions,
  ): Promise<LiveRecord | Unavailable> {
    const made = await this.trySend(type, creation, records, options, namesTaken);
    if (!isTaken(made) || options.body !== undefined) return made;
    this.journal.renewUnique();
    const renewed = await this.trySend(type, creation, records, options);
    if (!isTaken(renewed) || !this.journal.unique.takesExamples) return renewed;
    // What has a pattern is the example of its schema each time.
    this.journal.renewUnique(false);
    const other = await this.trySend(type, creation, records, options);
    if ('problem' in other) this.journal.renewUnique(true);
    return other;
  }

  /** @param isFinal whether no smaller request is tried after a response */
  private async trySend(
    type: ResourceType,
    { operation, plan, chosen }: Creation,
    records: readonly (LiveRecord | undefined)[],
    { isNamed, variant = isNamed ? undefined : 0, body, key, path = {}, lists, watch }: CreateOptions,
    isFinal = (_step: Step) => false,
  ): Promise<LiveRecord | Unavailable> {
    const start = body === undefined ? (this.acceptedCandidate.get(operation.operation.id) ?? 0) : 0;
    const own = this.candidates;
    const candidates = key === undefined ? own : own.with(this.journal.unique.fork(key));
    let last: Step | undefined;
    const base = body === undefined ? undefined : candidates.base(operation.operation, chosen);
    const specs =
      base && body !== undefined ? [{ ...base, body }] : candidates.of(operation.operation, variant, chosen);
    let index = -1;
    for (const spec of specs) {
      index++;
      if (index < start) continue;
      const lease = { bindings: plan.bindings, records };
      const other = () => withPath(candidates.base(operation.operation, chosen), path);
      const free = this.withFreeIdentifiers(
        operation,
        withPath(spec, path),
        lease,
        chosen.length > 0 ? other : undefined,
      );
      if ('problem' in free) return free;
      const named = withOwnIdentifiers(operation, free);
      const sent = lists ? withItems(this.journal.sender.contract, operation, named, lists) : named;
      if (chosen.length === 0 && this.isThere(operation, sent))
        return { problem: `there is ${withArticle(type.name)} with these identifiers already`, isThere: true };
      await watch?.(sent);
      const step = await this.journal.send(operation.operation, sent, `create ${withArticle(type.name)}`);
      last = step;
      if (!isAccepted(step) && (isHopeless(step) || isFinal(step))) break;
      if (!isAccepted(step)) continue;
      if (body === undefined) this.acceptedCandidate.set(operation.operation.id, index);
      return this.registry.createdRecord(type, operation, step, contextMap(records));
    }
    if (!last) return { problem: `no valid request could be made for ${operation.operation.id}` };
    return { problem: `${operation.operation.id} responded ${statusOf(last)}`, step: last };
  }

  /**
   * The request with identifiers that no other creation had, if the client chooses them.
   * @param other another request, with new ones
   */
  private withFreeIdentifiers(
    operation: ResourceOperation,
    spec: RequestSpec,
    lease: Lease,
    other: (() => RequestSpec | undefined) | undefined,
  ): RequestSpec | Unavailable {
    let current = spec;
    for (let attempt = 0; attempt < MAX_CHOICES; attempt++) {
      const bound = this.bind(operation, current, lease);
      if ('problem' in bound || !other) return bound;
      const address = `${operation.operation.id} ${buildRequest(operation.operation, bound).path}`;
      if (!this.addresses.has(address)) {
        this.addresses.add(address);
        return bound;
      }
      const { path } = other()?.parameters ?? spec.parameters;
      current = { ...spec, parameters: { ...spec.parameters, path } };
    }
    return { problem: `every identifier that was tried for ${operation.operation.id} is taken` };
  }

  /** Whether a creation would be sent to the address of a record that is there: that of a member, for the same user of the same team. */
  private isThere({ operation, scope }: ResourceOperation, spec: RequestSpec): boolean {
    if (scope !== 'item') return false;
    const { path } = buildRequest(operation, spec);
    return this.registry.created.some(
      ({ step, isDeleted }) => !isDeleted && step.operation === operation && step.exchange.case.request.path === path,
    );
  }
}

/** The request with some path parameters of another one. */
function withPath<T extends RequestSpec | undefined>(spec: T, path: Readonly<Record<string, JsonValue>>): T {
  return spec && { ...spec, parameters: { ...spec.parameters, path: { ...spec.parameters.path, ...path } } };
}
