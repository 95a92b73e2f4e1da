import { isResponse } from '../../core/http-response.ts';
import type { Case, Exchange, JsonValue, Operation } from '../../core/model.ts';
import type { RequestSpec } from '../../generate/requests/build-request.ts';
import { isSpecified, type SpecifiedCase } from '../../generate/requests/test-case.ts';
import type { ResourceModel, ResourceOperation } from '../../openapi/resources/model.ts';
import { awaitVisible } from './await-visible.ts';
import type { Conditions } from './conditions.ts';
import type { Unavailable } from './creation/plan-creation.ts';
import { type Lease, namesRecords, ownRecord, sharingOf } from './lease.ts';
import { Preparations } from './preparations.ts';
import { deletesOnlyOne, isAboutOnly, needsRecords } from './record-use.ts';
import type { ResourcePool } from './resource-pool.ts';
import { unlessStopped } from './sender.ts';
import { fixedPlaces, onFirstPage } from './service-values.ts';
import { free, mayBeInOtherState, move, newTenancy, type Prepared, type Tenancy, take } from './tenancy.ts';

/** For the changes of an operation. */
const MAX_RECORDS = 8;
/** A record that is lost again and again is not lost by accident. */
const MAX_RENEWALS = 8;
/** The state of a record, or that it is gone (RFC 9110 sections 15.5.5, 15.5.10 and 15.5.11). */
const STATE_CHANGED = new Set([404, 409, 410]);

/**
 * Gives the requests of a suite live records: readers share one, each change has one for itself while it is sent, and
 * each request that deletes a record, or acts on it, has a new one.
 */
export class LiveRecords {
  readonly model: ResourceModel;
  private readonly pool: ResourcePool;
  private readonly consistencyMs: number;
  private readonly preparations: Preparations;
  private readonly tenancies = new Map<string, Promise<Tenancy | Unavailable | undefined>>();

  constructor(pool: ResourcePool, consistencyMs: number) {
    this.model = pool.model;
    this.pool = pool;
    this.consistencyMs = consistencyMs;
    this.preparations = new Preparations(pool);
    for (const operation of this.model.operations.values())
      pool.journal.unique.refer(operation.operation.id, fixedPlaces(operation));
  }

  /** Creates as many records for the changes of an operation as are sent at once. */
  async prepareFor(operation: Operation, concurrency: number): Promise<void> {
    const tenancy = await this.tenancies.get(operation.id);
    if (!tenancy || 'problem' in tenancy || tenancy.sharing !== 'operation') return;
    const keys = Array.from(
      { length: Math.min(concurrency, MAX_RECORDS) - 1 },
      (_, index) => `${operation.id} ${index}`,
    );
    for (const lease of await Promise.all(keys.map((key) => this.lease(tenancy.operation, true, key))))
      if (!('problem' in lease)) free(tenancy, lease);
  }

  /** Whether an operation deletes records of which none could be created: its requests delete those of examples, which others need, too. */
  async lacksOwn(operation: Operation): Promise<boolean> {
    if (this.model.operations.get(operation.id)?.role !== 'delete') return false;
    const tenancy = await this.tenancyOf(operation);
    if (!tenancy || 'problem' in tenancy) return tenancy !== undefined;
    return ownRecord(tenancy.operation, tenancy.first)?.isOwn === false;
  }

  /** Gets no records from an operation of which the service accepts no request. */
  block(operation: Operation): void {
    this.pool.block(operation);
  }

  /**
   * Makes a request of an operation name live records.
   * @returns the request as it is if the operation needs none, or why there are none
   */
  async bind(operation: Operation, spec: RequestSpec): Promise<RequestSpec | Unavailable> {
    const tenancy = await this.tenancyOf(operation);
    if (!tenancy || 'problem' in tenancy) return tenancy ?? onFirstPage(this.model, operation, spec);
    const bound = this.pool.bind(tenancy.operation, spec, tenancy.first);
    return 'problem' in bound ? bound : onFirstPage(this.model, operation, bound);
  }

  /** An example of the document with live records: its identifiers need not exist. Those of the user stay as they are. */
  async bindExample(testCase: SpecifiedCase): Promise<SpecifiedCase> {
    if (testCase.origin.kind !== 'document') return testCase;
    const spec = await this.bind(testCase.operation, testCase.spec);
    return 'problem' in spec || spec === testCase.spec ? testCase : testCase.withSpec(spec);
  }

  /** The case with the records that it is to be sent with now. */
  async prepare(testCase: Case): Promise<Prepared> {
    if (!isSpecified(testCase)) return { case: testCase };
    const bound = await this.bindExample(testCase);
    const tenancy = await this.tenancies.get(testCase.operation.id);
    if (!tenancy || 'problem' in tenancy) return { case: bound };
    if (!namesRecords(tenancy.first, bound.spec)) return { case: bound, tenancy };
    return move(tenancy, bound, await this.leaseFor(tenancy, bound));
  }

  /** As {@link prepare}, with new records for whatever changes them. */
  async prepareAlone(testCase: SpecifiedCase): Promise<Prepared> {
    const bound = await this.bindExample(testCase);
    const tenancy = await this.tenancies.get(testCase.operation.id);
    if (!tenancy || 'problem' in tenancy) return { case: bound };
    if (tenancy.sharing === 'all' || !namesRecords(tenancy.first, bound.spec)) return { case: bound, tenancy };
    return this.conditional(move(tenancy, bound, await this.newLeaseFor(tenancy, bound)));
  }

  /** The case conditional on what its record is now, if it takes that. */
  async conditional(prepared: Prepared): Promise<Prepared> {
    const { case: testCase, lease } = prepared;
    if (!lease || !isSpecified(testCase) || !this.pool.isConditional(testCase.operation)) return prepared;
    const { operation, spec } = testCase;
    const { spec: current, read } = await unlessStopped(this.pool.conditional(operation, spec), () => ({
      spec,
      read: undefined,
    }));
    return read ? { ...prepared, case: testCase.withSpec(current), read } : prepared;
  }

  /** Which operations have to name what their record is now. */
  get conditions(): Pick<Conditions, 'requiresTag' | 'learnTag'> {
    return this.pool.conditions;
  }

  /** Another case with the records of one that was prepared. */
  async beside(testCase: Case, { tenancy, lease }: Prepared): Promise<Case> {
    if (!tenancy || !lease || !isSpecified(testCase)) return testCase;
    return (await this.conditional(move(tenancy, testCase, lease))).case;
  }

  /**
   * Gives records back after a case.
   * @param isOdd whether they may hold what no valid request would have stored: others take their place
   */
  async release({ tenancy, lease, case: { id } }: Prepared, isOdd: boolean): Promise<void> {
    if (!tenancy || !lease || tenancy.sharing !== 'operation') return;
    const next = isOdd ? await this.lease(tenancy.operation, true, `after ${id}`) : lease;
    free(tenancy, 'problem' in next ? lease : next);
  }

  /**
   * The case with other records, if those that it was sent with are gone or changed.
   * @param isAlive sends the request again that the operation has accepted; false if it has none
   */
  async renew(
    prepared: Prepared,
    { response }: Exchange,
    isAlive: () => Promise<boolean>,
  ): Promise<Prepared | undefined> {
    const { case: testCase, tenancy, lease } = prepared;
    if (!tenancy || !lease || !isSpecified(testCase)) return undefined;
    if (!isResponse(response) || !STATE_CHANGED.has(response.status)) return undefined;
    if (response.status === 409 && tenancy.sharing === 'all' && this.pool.setApart(tenancy.operation)) {
      tenancy.sharing = 'request';
      tenancy.isFirstUsed = true;
      return move(tenancy, testCase, await this.newLease(tenancy, `${testCase.id} apart`, testCase.spec.body), lease);
    }
    if (tenancy.sharing === 'request') {
      await awaitVisible(this.pool, lease, this.consistencyMs);
      return move(tenancy, testCase, await this.newLease(tenancy, `${testCase.id} again`, testCase.spec.body), lease);
    }
    if (tenancy.sharing === 'operation')
      return (await isAlive()) ? undefined : this.replaceOwn(prepared, tenancy, lease, response.status);
    if (lease !== tenancy.current) return move(tenancy, testCase, tenancy.current, lease);
    if (tenancy.renewals >= MAX_RENEWALS || (await isAlive())) return undefined;
    tenancy.renewing ??= this.replace(tenancy, lease).finally(() => {
      tenancy.renewing = undefined;
    });
    await tenancy.renewing;
    return move(tenancy, testCase, tenancy.current, lease);
  }

  /** The case with a record that another action has put into another state, if the action is a conflict with a new one. */
  async inOtherState(
    { case: testCase, tenancy, lease, before: last }: Prepared,
    { response }: Exchange,
  ): Promise<Prepared | undefined> {
    if (!tenancy || !lease || !isSpecified(testCase) || testCase.expectation !== 'accept') return undefined;
    if (!isResponse(response) || !mayBeInOtherState(tenancy, response.status)) return undefined;
    const { operation } = tenancy;
    const nextAfter = (each: typeof last) => this.preparations.next(operation, each);
    for (let before = nextAfter(last); before; before = nextAfter(before)) {
      const next = await this.lease(operation, true, `${testCase.id} after ${before.operation.id}`);
      if ('problem' in next) return undefined;
      if (await unlessStopped(this.preparations.prepare(operation, next, testCase.spec.body, before), () => false))
        return { ...move(tenancy, testCase, next, lease), before };
      this.preparations.remember(operation.operation, before, false);
    }
    return undefined;
  }

  /** Remembers what a case did to its record. */
  note({ tenancy, lease, before }: Prepared, isSuccess: boolean): void {
    if (tenancy && isSuccess) tenancy.hasAccepted = true;
    if (tenancy && before) this.preparations.remember(tenancy.operation.operation, before, isSuccess);
    if (!tenancy || !lease || tenancy.operation.role !== 'delete' || !isSuccess) return;
    const record = ownRecord(tenancy.operation, lease);
    if (record) record.isDeleted = true;
  }

  /** Waits for a record that is not visible yet; replaces one that is gone, or in another state (409). */
  private async replaceOwn(
    { case: testCase }: Prepared,
    tenancy: Tenancy,
    lease: Lease,
    status: number,
  ): Promise<Prepared | undefined> {
    if (!isSpecified(testCase)) return undefined;
    const isNew =
      status !== 409 && tenancy.renewals++ === 0 && (await awaitVisible(this.pool, lease, this.consistencyMs));
    const next = isNew ? lease : await this.newLease(tenancy, `${testCase.id} again`, testCase.spec.body);
    await awaitVisible(this.pool, next, this.consistencyMs);
    return move(tenancy, testCase, next, lease);
  }

  private tenancyOf(operation: Operation): Promise<Tenancy | Unavailable | undefined> {
    const known = this.tenancies.get(operation.id) ?? this.open(operation);
    this.tenancies.set(operation.id, known);
    return known;
  }

  private async open({ id }: Operation): Promise<Tenancy | Unavailable | undefined> {
    const operation = this.model.operations.get(id);
    if (!operation || !needsRecords(this.model, operation.operation)) return undefined;
    const isOnlyOne = deletesOnlyOne(this.model, operation.operation);
    const isApart = this.pool.isApart(operation) || isAboutOnly(this.model, operation) || isOnlyOne;
    const sharing = isApart ? 'request' : sharingOf(operation);
    const first = await this.lease(operation, sharing !== 'all', id);
    if ('problem' in first) return first;
    // Another suite may delete the only record before it is used.
    return { ...newTenancy(operation, sharing, first), isFirstUsed: isOnlyOne };
  }

  private async leaseFor(tenancy: Tenancy, testCase: SpecifiedCase): Promise<Lease> {
    if (tenancy.sharing === 'operation') return take(tenancy);
    if (tenancy.sharing === 'all') return tenancy.current;
    if (tenancy.isFirstUsed) return this.newLeaseFor(tenancy, testCase);
    tenancy.isFirstUsed = true;
    return tenancy.first;
  }

  private newLeaseFor(tenancy: Tenancy, { id, operation, spec, expectation }: SpecifiedCase): Promise<Lease> {
    // The only record of its type is created at the address at which it is deleted.
    const isThere = expectation === 'accept' && deletesOnlyOne(this.model, operation);
    return this.newLease(tenancy, id, spec.body, isThere ? spec.parameters.path : {});
  }

  /** The first one if no other record can be created: it may be gone, which its responses then say. */
  private async newLease(
    { operation, first }: Tenancy,
    key: string,
    body: JsonValue | undefined,
    path: RequestSpec['parameters']['path'] = {},
  ): Promise<Lease> {
    const lease = await this.lease(operation, true, key, path);
    if ('problem' in lease) return first;
    await unlessStopped(this.preparations.prepare(operation, lease, body), () => false);
    return lease;
  }

  private lease(
    operation: ResourceOperation,
    own: boolean,
    key: string,
    path?: RequestSpec['parameters']['path'],
  ): Promise<Lease | Unavailable> {
    return unlessStopped(this.pool.lease(operation, own, key, path), (problem) => ({ problem }));
  }

  /** Waits for records that are not visible yet; replaces them if they are gone. */
  private async replace(tenancy: Tenancy, lease: Lease): Promise<void> {
    const isNew = tenancy.renewals === 0 && (await awaitVisible(this.pool, lease, this.consistencyMs));
    tenancy.renewals++;
    if (isNew) return;
    const { operation, sharing } = tenancy;
    for (const record of lease.records) if (record) await this.pool.forget(record);
    const next = await this.lease(operation, sharing !== 'all', `${operation.operation.id} ${tenancy.renewals}`);
    if ('problem' in next) return;
    tenancy.current = next;
    await awaitVisible(this.pool, next, this.consistencyMs);
  }
}
