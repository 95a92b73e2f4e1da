import type { Operation } from '../../core/model.ts';
import { mapConcurrent } from '../../core/util/map-concurrent.ts';
import type { RequestSpec } from '../../generate/requests/build-request.ts';
import type { ResourceModel, ResourceOperation } from '../../openapi/resources/model.ts';
import type { Unavailable } from './creation/plan-creation.ts';
import type { RequestCandidates } from './creation/request-candidates.ts';
import { isAccepted, isRejected, type Step, statusOf } from './journal.ts';
import { describeRecord, type LiveRecord } from './live-record.ts';

/** A record that could not be deleted. */
export interface Leftover {
  readonly record: string;
  readonly reason: string;
}

/** What a cleaner needs of a pool. */
export interface RecordRequests {
  readonly candidates: RequestCandidates;
  readonly model: ResourceModel;
  send(operation: Operation, spec: RequestSpec, purpose: string): Promise<Step>;
  request(operation: ResourceOperation, record: LiveRecord, spec: RequestSpec): RequestSpec | Unavailable;
}

const GONE = new Set([404, 410]);

/** Deletes records that the harness created. */
export class RecordCleaner {
  private readonly pool: RecordRequests;
  private readonly concurrency: number;

  constructor(pool: RecordRequests, concurrency: number) {
    this.pool = pool;
    this.concurrency = concurrency;
  }

  /**
   * Deletes records in the given order, and tries those once more that were needed by others.
   * @returns those that are left
   */
  async clean(records: readonly LiveRecord[]): Promise<Leftover[]> {
    const first = await this.pass(records);
    const second = await this.pass(first.map(({ record }) => record));
    return second.map(({ record, reason }) => ({ record: describeRecord(record), reason }));
  }

  private async pass(records: readonly LiveRecord[]) {
    const reasons = new Map<LiveRecord, string>();
    const remove = async (record: LiveRecord) => {
      const reason = await this.delete(record);
      if (reason === undefined) record.isDeleted = true;
      else reasons.set(record, reason);
    };
    for (const group of independent(records)) for await (const _ of mapConcurrent(group, this.concurrency, remove));
    return records.flatMap((record) => {
      const reason = reasons.get(record);
      return reason === undefined ? [] : [{ record, reason }];
    });
  }

  /** @returns why the record is still there */
  private async delete(record: LiveRecord): Promise<string | undefined> {
    if (!record.isOwn) return undefined;
    // A suite may know only the operations under test.
    const type = this.pool.model.types.find(({ name }) => name === record.type.name) ?? record.type;
    const operation = deletingOperation({ type });
    if (!operation) return `no operation deletes ${record.type.name}`;
    const base = this.pool.candidates.base(operation.operation, []);
    const spec = base && this.pool.request(operation, record, base);
    if (!spec || 'problem' in spec) return spec?.problem ?? `no request could be made for ${operation.operation.id}`;
    const step = await this.pool.send(operation.operation, spec, `delete the ${record.type.name} that was created`);
    return isDeleted(step) ? undefined : `${operation.operation.id} responded ${statusOf(step)}`;
  }
}

/** Groups of records that follow each other and were not created with one another. */
function* independent(records: readonly LiveRecord[]): Generator<LiveRecord[]> {
  let group: LiveRecord[] = [];
  const around = new Set<LiveRecord>();
  for (const record of records) {
    if (around.has(record)) {
      yield group;
      group = [];
      around.clear();
    }
    group.push(record);
    for (const each of record.context.values()) around.add(each);
  }
  yield group;
}

/** True if a request that deletes a record found it, or found that it is gone. */
export function isDeleted(step: Step): boolean {
  return isAccepted(step) || (isRejected(step) && GONE.has(step.response?.status ?? 0));
}

/** The operation that deletes one record, not a session or a whole collection. */
export function deletingOperation({ type }: Pick<LiveRecord, 'type'>): ResourceOperation | undefined {
  return type.operations.find(({ role, scope, ends }) => role === 'delete' && scope === 'item' && ends === undefined);
}
