import { InputError, unknownName } from '../../core/errors.ts';
import { isObject } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { KnownValue } from '../../generate/requests/known-values.ts';
import type { ResourceModel } from '../../openapi/resources/model.ts';
import type { MockState } from '../types.ts';
import { settled } from '../world/child-counts.ts';
import { knownRecords } from '../world/known-records.ts';
import { splitParents, withParents } from '../world/records/record-parents.ts';
import type { TypeWorld } from '../world/type-world.ts';
import type { World } from '../world/world.ts';

/** Reads and changes the records of the current world. */
export class WorldState implements MockState {
  private readonly world: () => World | undefined;

  /** @param world undefined if the mock keeps no records */
  constructor(world: () => World | undefined) {
    this.world = world;
  }

  get model(): ResourceModel | undefined {
    return this.world()?.model;
  }

  get types(): readonly TypeWorld[] {
    return this.world()?.all ?? [];
  }

  async all(): Promise<JsonObject> {
    const entries: [string, JsonValue][] = [];
    for (const { type } of this.types) entries.push([type.name, await this.list(type.name)]);
    return Object.fromEntries(entries);
  }

  async list(type: string): Promise<JsonObject[]> {
    const world = this.require();
    const types = this.find(type);
    await world.prepare(types);
    world.finder.enterAll(types);
    return settled(world, types, types.store.list()).list.map((record) => withParents(types, record));
  }

  /** Returns values for a request to an operation that name records of the world; none if the mock keeps no records. */
  async knownFor(operation: string): Promise<KnownValue[]> {
    const world = this.world();
    return world ? knownRecords(world, operation) : [];
  }

  async add(type: string, record: JsonObject): Promise<JsonObject> {
    const world = this.require();
    const types = this.find(type);
    await world.prepare(types);
    types.validate(splitParents(types, record).value, record);
    return withParents(types, world.add(types, record, 'created'));
  }

  async replace(records: JsonObject): Promise<void> {
    const world = this.require();
    const lists = Object.entries(records).map(([name, list]) => {
      if (!Array.isArray(list) || !list.every(isObject)) throw new InputError(`${name} must be an array of records`);
      return { types: this.find(name), list: list.filter(isObject) };
    });
    for (const { types } of lists) await world.prepare(types);
    for (const { types, list } of lists)
      for (const record of list) types.validate(splitParents(types, record).value, record);
    for (const { types } of lists) world.empty(types);
    // The model has parents before children.
    lists.sort((a, b) => this.types.indexOf(a.types) - this.types.indexOf(b.types));
    for (const { types, list } of lists) for (const record of list) world.add(types, record, 'seed');
  }

  reset(): void {
    this.world()?.reset();
  }

  private require(): World {
    const world = this.world();
    if (!world) throw new InputError('this mock keeps no records (it is stateless, static or dynamic)');
    return world;
  }

  private find(name: string): TypeWorld {
    const found = this.require().type(name);
    if (found) return found;
    const known = this.types.map(({ type }) => type.name);
    throw unknownName(`the mock keeps no records of type ${name}`, name, known, undefined);
  }
}
