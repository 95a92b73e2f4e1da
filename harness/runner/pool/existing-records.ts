import { withArticle } from '../../core/util/pluralize.ts';
import { creationPlan } from '../../openapi/resources/creation-plan.ts';
import type { ResourceModel, ResourceType } from '../../openapi/resources/model.ts';
import type { RecordCreator } from './creation/record-creator.ts';
import { isAccepted, type Journal } from './journal.ts';
import { listedRecords } from './listed-records.ts';
import { contextMap, type LiveRecord } from './live-record.ts';
import type { Surroundings } from './surroundings.ts';

/** Records that exist already, which are never changed: those of the first list that shows some. */
export class ExistingRecords {
  private readonly model: ResourceModel;
  private readonly surroundings: Surroundings;
  private readonly creator: RecordCreator;
  private readonly journal: Journal;
  private readonly found = new Map<string, Promise<LiveRecord | undefined>>();

  constructor(model: ResourceModel, surroundings: Surroundings, creator: RecordCreator, journal: Journal) {
    this.model = model;
    this.surroundings = surroundings;
    this.creator = creator;
    this.journal = journal;
  }

  /** The first record of a list, or a later one, which is asked for once. */
  at(resource: string, index: number): Promise<LiveRecord | undefined> {
    const type = this.model.types.find(({ name }) => name === resource);
    if (!type || index === 0) return type ? this.find(type, 0) : Promise.resolve(undefined);
    const key = `${resource} ${index}`;
    const known = this.found.get(key) ?? this.find(type, index);
    this.found.set(key, known);
    return known;
  }

  private async find(type: ResourceType, index: number): Promise<LiveRecord | undefined> {
    const lists = type.operations.filter(
      ({ role, operation }) => role === 'list' && !this.creator.isBlocked(operation.id),
    );
    for (const operation of lists) {
      const plan = creationPlan(this.model, operation);
      const context = await this.surroundings.find(plan, type);
      const base = this.creator.candidates.base(operation.operation, []);
      if ('problem' in context || !base) continue;
      const bound = this.creator.bind(operation, base, { bindings: plan.bindings, records: context.records });
      if ('problem' in bound) continue;
      const step = await this.journal.send(operation.operation, bound, `find ${withArticle(type.name)}`);
      const item = isAccepted(step) ? listedRecords(type, operation, step)[index] : undefined;
      if (!item) continue;
      const origin = { type, origin: operation, step, isOwn: false };
      return this.creator.registry.record({
        ...origin,
        identifiers: item.identifiers,
        context: contextMap(context.records),
      });
    }
    return undefined;
  }
}
