import { getOwn, isObject } from '../../core/json/index.ts';
import { getAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Reference } from '../../openapi/resources/model.ts';
import { enumAt } from '../../openapi/resources/record-facts.ts';
import { type Column, readStatistics, type Statistic, type Statistics } from '../../openapi/resources/statistics.ts';
import { type NegotiationResult, NOT_ACCEPTABLE, type PrismEngine } from '../prism/prism-engine.ts';
import type { MockResponse } from '../types.ts';
import { ListQuery } from './lists/list-query.ts';
import { recordPath } from './records/record-path.ts';
import { partOf, pathName, type RecordPath, type StoredRecord } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';
import type { Missing, World } from './world.ts';
import type { WorldCall } from './world-responder.ts';

type Response = MockResponse | Promise<MockResponse>;

/** So many rows have the records with the greatest numbers. */
const MAX_RANKED = 10;

/** Makes the numbers of responses such as that of `GET /orders/summary` those of the records. */
export class StatisticsResponder {
  private readonly contract: Contract;
  private readonly engine: PrismEngine;
  private readonly world: World;
  private readonly known = new Map<string, Statistics | undefined>();
  /** How each operation selects the records that it is about. */
  private readonly queries = new Map<string, ListQuery>();

  constructor(contract: Contract, engine: PrismEngine, world: World) {
    this.contract = contract;
    this.engine = engine;
    this.world = world;
  }

  /** The statistics of an operation. @returns undefined if its response has none that are known */
  find(id: string): Statistics | undefined {
    if (!this.known.has(id)) {
      const operation = this.world.model.operations.get(id);
      this.known.set(id, operation && readStatistics(this.contract.document, this.world.model, operation));
    }
    return this.known.get(id);
  }

  respond(call: WorldCall, statistics: Statistics, fail: (missing: Missing) => Response): Response {
    const { operation, status: code, seed, accept } = call;
    const pending = this.prepare(statistics);
    if (pending) return pending.then(() => this.respond(call, statistics, fail));
    const resource = this.world.model.operations.get(operation.id);
    const path = resource && recordPath(resource, call);
    if (!path) return call.stateless();
    const missing = this.missingIn(path, resource.resource);
    if (missing) return fail(missing);
    const show = (negotiated: NegotiationResult): Response => {
      if (negotiated === NOT_ACCEPTABLE || negotiated.status >= 300) return call.stateless();
      const { status, headers, content, body, write } = negotiated;
      if (content?.schema === undefined || body === undefined) return call.stateless();
      return { status, headers, body: write(this.fill(body, content.schema, call, path)) };
    };
    const negotiated = this.engine.negotiationFor({ operation, code, seed, accept });
    return negotiated instanceof Promise ? negotiated.then(show) : show(negotiated);
  }

  /** Reads the examples of what is counted. @returns undefined if that is done */
  private prepare({ list }: Statistics): Promise<void> | undefined {
    const named = list.flatMap(({ resource, columns = [] }) => [
      resource,
      ...columns.flatMap((each) => ('counted' in each ? each.counted.resource : [])),
    ]);
    const types = new Set(named.flatMap((resource) => this.world.type(resource) ?? []));
    const pending = [...types].flatMap((each) => this.world.prepare(each) ?? []);
    return pending.length === 0 ? undefined : Promise.all(pending).then(() => {});
  }

  private missingIn(path: RecordPath, resource = ''): Missing | undefined {
    const types = this.world.type(resource);
    if (!types?.isPrepared || types.paths.keyIn(path) === undefined) return undefined;
    const found = this.world.finder.lookup(types, path);
    return 'isDeleted' in found ? found : undefined;
  }

  /** The body with the numbers of the records, as far as its schema allows them. */
  private fill(body: JsonValue, schema: string, call: WorldCall, path: RecordPath): JsonValue {
    const { list = [], subject } = this.find(call.operation.id) ?? {};
    return list.reduce((before, statistic) => {
      const types = this.world.type(statistic.resource);
      const all = types && this.recordsOf(types, path);
      if (!all || (statistic.at !== '' && getAt(before, statistic.at) === undefined)) return before;
      const records = subject === types.type.name ? this.queryOf(types, call).select(all, call) : all;
      const made =
        statistic.kind === 'rows' ? this.rowsOf(types, statistic, records, getAt(before, statistic.at)) : undefined;
      const after = replaceAt(before, statistic.at, made ?? this.valueOf(types, statistic, records));
      return this.contract.schemas.accepts(schema, after, 'response') ? after : before;
    }, body);
  }

  /** A row for each record, or for each value of a property; what is not known is as in the rows that were made up. */
  private rowsOf(
    types: TypeWorld,
    { columns = [], property, isRanked }: Statistic,
    records: readonly StoredRecord[],
    madeUp: JsonValue | undefined,
  ): JsonValue[] {
    const others = Array.isArray(madeUp) ? madeUp.filter(isObject) : [];
    const groups = property === undefined ? [] : this.groupsOf(types, property, records);
    const subjects =
      property === undefined ? records.map((record) => ({ record })) : groups.map((group) => ({ group }));
    const rows = subjects.map((about, index) => {
      const own = columns.flatMap((column) => {
        const value = this.cellOf(types, column, about, records);
        return value === undefined ? [] : [[column.name, value] as const];
      });
      return { ...others[index % others.length], ...Object.fromEntries(own) };
    });
    const [ranked] = isRanked ? columns.flatMap((each) => ('counted' in each ? each.name : [])) : [];
    if (ranked === undefined) return rows;
    return rows.toSorted((a, b) => Number(getOwn(b, ranked)) - Number(getOwn(a, ranked))).slice(0, MAX_RANKED);
  }

  private cellOf(
    types: TypeWorld,
    column: Column,
    { record, group }: { readonly record?: StoredRecord; readonly group?: string },
    records: readonly StoredRecord[],
  ): JsonValue | undefined {
    if ('group' in column) return group;
    if ('property' in column) return record && getAt(record.value, column.property);
    if ('identifier' in column) return record?.path.get(pathName(types.type.name, column.identifier));
    const { counted } = column;
    if (group !== undefined)
      return records.filter(({ value }) => getAt(value, counted.property ?? '') === group).length;
    const children = this.world.type(counted.resource);
    const below = record && children && this.recordsOf(children, partOf(record.path, types.paths.ownNames));
    return below && this.valueOf(children, { ...counted, at: '' }, below);
  }

  private groupsOf(types: TypeWorld, property: string, records: readonly StoredRecord[]): string[] {
    const listed = enumAt(this.contract.document, types.shape.representation.schemas, property);
    const values = records.map(({ value }) => getAt(value, property));
    return [...new Set([...listed, ...values])].filter((value) => typeof value === 'string');
  }

  /** The records that are counted. @returns undefined if nothing says which of them belong to what the path names */
  private recordsOf(types: TypeWorld, path: RecordPath): readonly StoredRecord[] | undefined {
    const references = types.type.references.filter((each) => isSingle(each) && path.has(nameOf(each)));
    const known = new Set([...types.paths.names, ...types.owners.map(({ name }) => name), ...references.map(nameOf)]);
    if (types.paths.scopeOf(path) === undefined || ![...path.keys()].every((name) => known.has(name))) return undefined;
    this.world.finder.enterAll(types);
    if (this.world.finder.enter(types, path)) return undefined;
    return types
      .within(path)
      .filter(({ value }) =>
        references.every((each) => String(getAt(value, each.at)) === String(path.get(nameOf(each)))),
      );
  }

  private queryOf(types: TypeWorld, { operation }: WorldCall): ListQuery {
    const known = this.queries.get(operation.id);
    const query = known ?? new ListQuery(this.contract.document, operation, types.shape.representation, types.type);
    this.queries.set(operation.id, query);
    return query;
  }

  private valueOf(types: TypeWorld, statistic: Statistic, records: readonly StoredRecord[]): JsonValue {
    const { kind, property, value: wanted } = statistic;
    if (property === undefined) return records.length;
    const values = records.map(({ value }) => getAt(value, property));
    if (kind === 'count') return values.filter((value) => value === wanted).length;
    const groups = this.groupsOf(types, property, records);
    return Object.fromEntries(groups.map((group) => [group, values.filter((value) => value === group).length]));
  }
}

const isSingle = ({ in: place, at }: Reference) => place === 'body' && !at.includes('*');
const nameOf = ({ resource, identifier }: Reference) => pathName(resource, identifier);
