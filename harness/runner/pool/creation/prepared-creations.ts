import type { JsonValue, Operation } from '../../../core/model.ts';
import type { ResourceOperation } from '../../../openapi/resources/model.ts';
import type { LiveRecord } from '../live-record.ts';
import type { ResourcePool } from '../resource-pool.ts';
import type { Unavailable } from './plan-creation.ts';
import { doBefore, fills, type Preparer, preparersOf } from './preparers.ts';
import type { CreateOptions } from './record-creator.ts';

/** Creates records that are a conflict unless something was done to those that they name: money is moved once it was paid in. */
export class PreparedCreations {
  private readonly pool: ResourcePool;
  /** By operation, what has helped; none if nothing has. */
  private readonly known = new Map<string, readonly Preparer[]>();

  constructor(pool: ResourcePool) {
    this.pool = pool;
  }

  /** Whether it is known what helps. */
  helps({ operation }: ResourceOperation): boolean {
    return (this.known.get(operation.id) ?? []).length > 0;
  }

  /** What puts something into the records that a creation names, where that is known to help. */
  filling({ operation }: ResourceOperation): CreateOptions['prepare'] {
    const filling = this.known.get(operation.id)?.find(fills);
    return filling && ((records) => this.prepare(operation, filling, records));
  }

  /**
   * @param made what the creation gave without it
   * @param create creates it with other options; with new records that it names, or with shared ones
   * @returns what it gave if nothing helps
   */
  async create(
    creation: ResourceOperation,
    made: LiveRecord | Unavailable,
    options: CreateOptions,
    create: (options: CreateOptions, isShared: boolean) => Promise<LiveRecord | Unavailable>,
  ): Promise<LiveRecord | Unavailable> {
    const { pool } = this;
    const { operation } = creation;
    const body = 'problem' in made ? made.step?.spec.body : undefined;
    const isTried = options.body === undefined && !this.known.has(operation.id);
    const untried = isTried ? preparersOf(pool.model, pool.journal.sender.contract, creation) : [];
    for (const preparer of this.known.get(operation.id) ?? untried) {
      const prepare: CreateOptions['prepare'] = (records) => this.prepare(operation, preparer, records, body);
      // What was supplied suffices for several, unless there is no more room.
      for (const isShared of preparer.supply ? [true, false] : [false]) {
        pool.unblock(operation);
        const next = await create({ ...options, prepare }, isShared);
        if ('problem' in next) continue;
        this.known.set(operation.id, [preparer]);
        return next;
      }
    }
    if (isTried) this.known.set(operation.id, []);
    return made;
  }

  private prepare(
    { id }: Operation,
    preparer: Preparer,
    records: readonly (LiveRecord | undefined)[],
    body?: JsonValue,
  ): Promise<boolean> {
    const purpose = `${preparer.operation.operation.id} before ${id}`;
    return doBefore(this.pool, preparer, records, { purpose, body });
  }
}
