import type { Operation } from '../../core/model.ts';
import type { ResourceModel, ResourceOperation } from '../../openapi/resources/model.ts';
import { isDone } from './journal.ts';
import { type Lease, ownRecord, sharingOf } from './lease.ts';
import type { LiveRecord } from './live-record.ts';
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
  private readonly untried = new Map<string, ResourceOperation[]>();

  constructor(pool: ResourcePool) {
    this.model = pool.model;
    this.pool = pool;
  }

  /** The next action to be tried before an action that a new record does not take. */
  next(action: ResourceOperation): ResourceOperation | undefined {
    const { id } = action.operation;
    if (this.known.has(id)) return undefined;
    const untried = this.untried.get(id) ?? this.others(action);
    this.untried.set(id, untried);
    return untried.shift();
  }

  /** Remembers an action after which another one was accepted. */
  remember({ id }: Operation, before: ResourceOperation): void {
    if (!this.known.has(id)) this.known.set(id, before);
  }

  /** Does what is known to come before an action. @returns false if the service rejects it */
  async prepare(action: ResourceOperation, lease: Lease, before = this.known.get(action.operation.id)) {
    const actions: ResourceOperation[] = [];
    for (let next = before; next && !actions.includes(next); next = this.known.get(next.operation.id)) {
      actions.unshift(next);
      if (actions.length === MAX_ACTIONS) break;
    }
    for (const each of actions) if (!(await this.perform(each, action, lease))) return false;
    return true;
  }

  private async perform(before: ResourceOperation, action: ResourceOperation, lease: Lease): Promise<boolean> {
    const record = ownRecord(action, lease);
    if (record && before.role === 'create') return this.fill(before, record);
    const [candidate] = this.pool.candidates.of(before.operation, 0);
    const spec = record && candidate && this.pool.request(before, record, candidate);
    if (!spec || 'problem' in spec) return false;
    const purpose = `${before.operation.id} before ${action.operation.id}`;
    const step = await this.pool.send(before.operation, spec, purpose);
    record.changes.push(step);
    return isDone(step);
  }

  /** Creates a record below another one. */
  private async fill({ resource }: ResourceOperation, { context }: LiveRecord): Promise<boolean> {
    const type = this.model.types.find(({ name }) => name === resource);
    const made = type && (await this.pool.create(type, { context }));
    return made !== undefined && !('problem' in made);
  }

  private others(action: ResourceOperation): ResourceOperation[] {
    const isOther = (each: ResourceOperation) =>
      each !== action && each.role === 'action' && each.ends === undefined && isAboutOne(each);
    const type = isAboutOne(action) && this.model.types.find(({ name }) => name === action.resource);
    if (!type) return [];
    const below = this.model.types.filter(({ parent }) => parent === type.name);
    const creations = below.flatMap(
      ({ operations }) => operations.find(({ role, scope }) => role === 'create' && scope === 'collection') ?? [],
    );
    return [...type.operations.filter(isOther).slice(0, MAX_TRIED), ...creations.slice(0, MAX_FILLED)];
  }
}

function isAboutOne(operation: ResourceOperation): boolean {
  const isInPath = operation.path.some(({ resource }) => resource === operation.resource);
  return operation.role === 'action' && isInPath && sharingOf(operation) === 'request';
}
