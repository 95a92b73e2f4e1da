import type { CreationPlan, PlanStep } from '../../openapi/resources/creation-plan.ts';
import type { ResourceType } from '../../openapi/resources/model.ts';
import type { CreationCycles } from './creation/creation-cycles.ts';
import type { Unavailable } from './creation/plan-creation.ts';
import { contextMap, type LiveRecord, recordFor } from './live-record.ts';
import { WaitingTypes } from './waiting-types.ts';

type Context = ReadonlyMap<string, LiveRecord>;
type Found = Promise<LiveRecord | Unavailable>;

/** Where records come from. */
interface RecordSource {
  share(resource: string): Found;
  create(type: ResourceType, context: Context): Found;
}

/** Finds the records that the request about another one names. */
export class Surroundings {
  private readonly types: ReadonlyMap<string, ResourceType>;
  private readonly cycles: CreationCycles;
  private readonly source: RecordSource;
  private readonly waiting = new WaitingTypes();
  /** By the record beside which each is. */
  private readonly seconds = new WeakMap<LiveRecord, Found>();

  constructor(types: ReadonlyMap<string, ResourceType>, cycles: CreationCycles, source: RecordSource) {
    this.types = types;
    this.cycles = cycles;
    this.source = source;
  }

  /**
   * Records for the steps of a plan; those of `type` itself are not needed.
   * @param exclusive resources of which a new record each is created, as its identifier will be that of another one
   */
  async find(
    { steps }: Pick<CreationPlan, 'steps'>,
    type: ResourceType | undefined,
    given: Context = new Map(),
    exclusive: readonly string[] = [],
  ): Promise<{ readonly records: (LiveRecord | undefined)[] } | Unavailable> {
    const records: (LiveRecord | undefined)[] = [];
    for (const step of steps) {
      const isOwn = step.resource === type?.name;
      const isExclusive = exclusive.includes(step.resource) && step.source === 'create';
      const record = isOwn
        ? undefined
        : isExclusive
          ? await this.createExclusive(step.resource, given, records)
          : await this.needed(step, given, type);
      if (record !== undefined && 'problem' in record && step.required) return record;
      records.push(record !== undefined && 'problem' in record ? undefined : record);
    }
    return { records };
  }

  /** A record with those that a request about it needs; others than those it was created with are shared. */
  async around(plan: Pick<CreationPlan, 'steps'>, record: LiveRecord): Promise<{ readonly context: Context }> {
    const { context } = record;
    if (plan.steps.every((step) => !step.required || recordFor(context, step))) return record;
    const found = await this.find(plan, undefined, context);
    return 'problem' in found ? record : { context: new Map([...contextMap(found.records), ...context]) };
  }

  private createExclusive(resource: string, given: Context, around: readonly (LiveRecord | undefined)[]): Found {
    const type = this.types.get(resource);
    const context = new Map([...given, ...contextMap(around)]);
    context.delete(resource);
    return type ? this.source.create(type, context) : this.source.share(resource);
  }

  private async needed(step: PlanStep, given: Context, type: ResourceType | undefined): Found {
    const { resource } = step;
    const known = recordFor(given, step);
    if (known && !this.isElsewhere(known, given)) return known;
    const found = () => (step.isSecond ? this.second(resource, given) : this.shareNear(resource, given));
    if (!type) return step.isSecond ? found() : this.source.share(resource);
    const isMutual = this.cycles.isCut(type, resource) || this.waiting.has(resource, type.name);
    if (isMutual) return { problem: `${type.name} and ${resource} need each other` };
    return this.waiting.during(type.name, resource, found);
  }

  /** A shared record, or one below the given records if that is below others: a tenant may know its own members alone. */
  private async shareNear(resource: string, given: Context): Found {
    const shared = await this.source.share(resource);
    if ('problem' in shared || !this.isElsewhere(shared, given)) return shared;
    const above = this.above(shared.type);
    const near = await this.source.create(shared.type, new Map([...given].filter(([name]) => above.includes(name))));
    return 'problem' in near ? shared : near;
  }

  /** A record beside the one that is given or shared, below the same others; that one if no second can be created. */
  private async second(resource: string, given: Context): Found {
    const first = given.get(resource) ?? (await this.shareNear(resource, given));
    if ('problem' in first) return first;
    const known = await this.seconds.get(first);
    if (known && !('problem' in known) && !known.isDeleted) return known;
    const above = this.above(first.type);
    const making = this.source.create(first.type, new Map([...first.context].filter(([name]) => above.includes(name))));
    this.seconds.set(first, making);
    const made = await making;
    return 'problem' in made ? first : made;
  }

  /** True if a record is below another one of the same type than the given one. */
  private isElsewhere({ type, context }: LiveRecord, given: Context): boolean {
    return this.above(type).some((name) => given.has(name) && context.get(name) !== given.get(name));
  }

  /** The types above one in its path. */
  private above({ parent }: ResourceType): string[] {
    const type = parent === undefined ? undefined : this.types.get(parent);
    return type ? [type.name, ...this.above(type)] : [];
  }
}
