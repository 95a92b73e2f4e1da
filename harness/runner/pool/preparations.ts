import type { JsonValue, Operation } from '../../core/model.ts';
import { isBelowOnly } from '../../openapi/resources/below-only.ts';
import type { ResourceModel, ResourceOperation } from '../../openapi/resources/model.ts';
import { isRestoring } from '../../openapi/resources/operations/trash.ts';
import { doBefore, type Preparer, preparersOf } from './creation/preparers.ts';
import { type Lease, ownRecord, sharingOf } from './lease.ts';
import type { LiveRecord } from './live-record.ts';
import { isAboutOnly, resourceOf } from './record-use.ts';
import type { ResourcePool } from './resource-pool.ts';

/** Other actions that are tried before one that a new record does not take. */
const MAX_TRIED = 4;
/** Types of what is put into a new record before an action: the items of a cart. */
const MAX_FILLED = 2;
/** An order is paid, then shipped, then delivered, then returned. */
const MAX_ACTIONS = 4;

/** What comes before an action: an order is shipped once it is paid, and a cart is ordered once something is in it. */
export class Preparations {
  private readonly model: ResourceModel;
  private readonly pool: ResourcePool;
  private readonly known = new Map<string, ResourceOperation>();
  private readonly preparers = new Map<ResourceOperation, readonly Preparer[]>();
  /** By operation, what did not help. */
  private readonly vain = new Map<string, ReadonlySet<ResourceOperation>>();

  constructor(pool: ResourcePool) {
    this.model = pool.model;
    this.pool = pool;
  }

  /**
   * The next action to be tried before an action that a new record does not take; requests side by side try the same ones.
   * @param last the one that was tried last
   */
  next(action: ResourceOperation, last: ResourceOperation | undefined): ResourceOperation | undefined {
    const { id } = action.operation;
    const known = this.known.get(id);
    if (known) return known === last ? undefined : known;
    const all = this.others(action);
    const vain = this.vain.get(id);
    return all.slice(last ? all.indexOf(last) + 1 : 0).find((each) => !vain?.has(each));
  }

  /** Remembers whether another action was accepted after an action. */
  remember({ id }: Operation, before: ResourceOperation, isAccepted: boolean): void {
    if (isAccepted && !this.known.has(id)) this.known.set(id, before);
    if (!isAccepted) this.vain.set(id, new Set(this.vain.get(id)).add(before));
  }

  /**
   * Does what is known to come before an action.
   * @param body what the action is to be sent with
   * @returns false if the service rejects it
   */
  async prepare(
    action: ResourceOperation,
    lease: Lease,
    body: JsonValue | undefined,
    before = this.known.get(action.operation.id),
  ): Promise<boolean> {
    const actions: ResourceOperation[] = [];
    for (let next = before; next && !actions.includes(next); next = this.known.get(next.operation.id)) {
      actions.unshift(next);
      if (actions.length === MAX_ACTIONS) break;
    }
    for (const each of actions) if (!(await this.perform(each, action, lease, body))) return false;
    return true;
  }

  private async perform(
    before: ResourceOperation,
    action: ResourceOperation,
    lease: Lease,
    body: JsonValue | undefined,
  ): Promise<boolean> {
    const record = ownRecord({ resource: resourceOf(this.model, action) }, lease);
    if (record && !action.creates && before.role === 'create') return this.fill(before, record);
    const purpose = `${before.operation.id} before ${action.operation.id}`;
    const preparer = this.preparersOf(action).find(({ operation }) => operation === before);
    const { resource = '' } = action;
    return doBefore(this.pool, preparer ?? { operation: before, resource }, lease.records, { purpose, body });
  }

  /** Creates a record below another one. */
  private async fill({ resource }: ResourceOperation, { context }: LiveRecord): Promise<boolean> {
    const type = this.model.types.find(({ name }) => name === resource);
    const made = type && (await this.pool.create(type, { context }));
    return made !== undefined && !('problem' in made);
  }

  /** What may be done to the records that a creation names; none for an action on a record. */
  private preparersOf(action: ResourceOperation): readonly Preparer[] {
    const known = this.preparers.get(action);
    if (known) return known;
    const { contract } = this.pool.journal.sender;
    const found = action.creates ? preparersOf(this.model, contract, action) : [];
    this.preparers.set(action, found);
    return found;
  }

  private others(action: ResourceOperation): ResourceOperation[] {
    if (action.creates) return this.preparersOf(action).map(({ operation }) => operation);
    const isOther = (each: ResourceOperation) =>
      each !== action && each.role === 'action' && each.ends === undefined && isAboutOne(each);
    const type = this.model.types.find(({ name }) => name === action.resource);
    if (!type || !(isAboutOne(action) || isAboutOnly(this.model, action))) return [];
    const below = this.model.types.filter((each) => each.parent === type.name || isBelowOnly(each, type));
    const creations = below.flatMap(
      ({ operations }) => operations.find(({ role, scope }) => role === 'create' && scope === 'collection') ?? [],
    );
    const deletions = isRestoring(action) ? type.operations.filter(isDeletion) : [];
    return [...deletions, ...type.operations.filter(isOther).slice(0, MAX_TRIED), ...creations.slice(0, MAX_FILLED)];
  }
}

/** What was deleted can be restored. */
function isDeletion({ role, scope }: ResourceOperation): boolean {
  return role === 'delete' && scope === 'item';
}

function isAboutOne(operation: ResourceOperation): boolean {
  const isInPath = operation.path.some(({ resource }) => resource === operation.resource);
  return operation.role === 'action' && isInPath && sharingOf(operation) === 'request';
}
