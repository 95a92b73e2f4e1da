import { requestMediaType } from '../../../generate/requests/build-request.ts';
import { movedDates } from '../../../generate/values/moved-dates.ts';
import { creationPlan } from '../../../openapi/resources/creation-plan.ts';
import type { ResourceModel, ResourceOperation, ResourceType } from '../../../openapi/resources/model.ts';
import type { Journal, Step } from '../journal.ts';
import type { LiveRecord } from '../live-record.ts';
import type { CreationCycles } from './creation-cycles.ts';
import { namedTypes } from './named-types.ts';
import type { Creation, Unavailable } from './plan-creation.ts';
import type { CreateOptions } from './record-creator.ts';
import { isConflicting } from './rejections.ts';

/** Creates records that cannot be beside others: a room has one booking at a time, so that each booking names a new one. */
export class ApartCreations {
  private readonly model: ResourceModel;
  private readonly journal: Journal;
  private readonly cycles: CreationCycles;
  /** By resource type, of which other types each of its records needs new ones. */
  private readonly known = new Map<string, readonly string[]>();

  constructor(model: ResourceModel, journal: Journal, cycles: CreationCycles) {
    this.model = model;
    this.journal = journal;
    this.cycles = cycles;
  }

  /** The types of which each record of a type needs new ones. */
  of(resource: string | undefined): readonly string[] {
    return this.known.get(resource ?? '') ?? [];
  }

  /** Has each request of an operation that creates records name new ones of other types; false if it names none. */
  set(operation: ResourceOperation): boolean {
    const { resource, creates } = operation;
    if (resource === undefined || !creates) return false;
    const others = namedTypes(creationPlan(this.model, operation), resource);
    if (others.length > 0) this.known.set(resource, others);
    return others.length > 0;
  }

  /** The types that a creation names, of which each record may need a new one. */
  separable({ name, parent }: ResourceType, { plan }: Creation, { context }: CreateOptions): string[] {
    const isFixed = (other: string) => parent === other && context?.has(other) === true;
    return namedTypes(plan, name).filter((other) => !isFixed(other) && !this.cycles.needs(other, name));
  }

  /**
   * Creates a record that is a conflict with a new one of what it names last, with new ones of all that it names, then for another time.
   * @param last the request that was a conflict
   * @param create creates it with new records of some types
   * @returns undefined if that does not help
   */
  async create(
    type: ResourceType,
    named: readonly string[],
    last: Step | undefined,
    create: (apart: readonly string[]) => Promise<LiveRecord | Unavailable>,
  ): Promise<LiveRecord | undefined> {
    const known = this.of(type.name);
    for (const count of new Set([1, named.length])) {
      if (count > named.length || count <= known.length) continue;
      const apart = named.slice(-count);
      const made = await create(apart);
      if (!('problem' in made)) {
        this.known.set(type.name, apart);
        return made;
      }
      if (!isConflicting(made)) return undefined;
    }
    if (!last || !this.isPlanned(last)) return undefined;
    this.journal.moveDates();
    const moved = await create(known);
    return 'problem' in moved ? undefined : moved;
  }

  /** Whether a request says when something takes place. */
  private isPlanned({ operation, spec: { body } }: Step): boolean {
    const schema = requestMediaType(operation)?.schema;
    if (schema === undefined || body === undefined) return false;
    return movedDates(this.journal.sender.contract, schema, body, 1) !== body;
  }
}
