import type { ResourceModel, ResourceType } from '../../../openapi/resources/model.ts';
import { planCreation } from './plan-creation.ts';

/** Finds the types whose creations need each other, such as orders of a customer who has a last order. */
export class CreationCycles {
  private readonly model: ResourceModel;
  private readonly order: ReadonlyMap<string, number>;
  private readonly known = new Map<string, ReadonlySet<string>>();

  constructor(model: ResourceModel) {
    this.model = model;
    this.order = new Map(model.types.map(({ name }, index) => [name, index]));
  }

  /** True if a record of a type has to be created without one of another that it needs, so that both can be. */
  isCut({ name }: ResourceType, other: string): boolean {
    return this.orderOf(other) > this.orderOf(name) && this.needs(other, name);
  }

  /** True if the creation of a type needs a record of another, or one that does. */
  needs(name: string, other: string): boolean {
    return this.needsOf(name).has(other);
  }

  private orderOf(name: string): number {
    return this.order.get(name) ?? 0;
  }

  /** Names of the types that the creation of a type needs, and of those that these need. */
  private needsOf(name: string): ReadonlySet<string> {
    const known = this.known.get(name);
    if (known) return known;
    const found = new Set<string>();
    const pending = [name];
    for (let next = pending.pop(); next !== undefined; next = pending.pop())
      for (const needed of this.directNeeds(next)) {
        if (found.has(needed)) continue;
        found.add(needed);
        pending.push(needed);
      }
    this.known.set(name, found);
    return found;
  }

  private directNeeds(name: string): string[] {
    const type = this.model.types.find((each) => each.name === name);
    const creation = type && planCreation(this.model, type);
    return creation && !('problem' in creation) ? creation.plan.steps.map(({ resource }) => resource) : [];
  }
}
