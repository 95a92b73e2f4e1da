import { isObject } from '../../core/json/index.ts';
import { getAt, parsePointer, replaceAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { MockResponse } from '../../mock/types.ts';
import type { StoredRecord } from '../../mock/world/records/stored-record.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { nameKey, topName } from '../../openapi/resources/names.ts';
import { isOrderParameter } from '../../openapi/resources/operations/ordering.ts';
import type { Paging } from '../../openapi/resources/operations/page-facts.ts';
import { isPagingParameter } from '../../openapi/resources/operations/paging.ts';
import { jsonOf, withBody } from '../json-response.ts';
import { changedList } from './changed-list.ts';
import { textNames } from './plain-text.ts';
import { assign, isSuccess, type RecordBehavior } from './record-mutation.ts';
import { creates, lists, operationWith, patches, type RecordMutator, reads, replaces } from './record-mutator.ts';
import { always } from './triggers.ts';

/** As many records as pages of many services have. */
const MOST = 20;

/** Mutants that break lists which a request selects or orders, and what no response shows. */
export const LIST_MUTATORS: readonly RecordMutator[] = [
  {
    check: 'list-follows-query',
    description: 'ignores the filters of a list',
    triggers: [always],
    operationOf: (types) => creates(types) && listWith(types, isFilter),
    behavior: (_, list) => rememberedList(list),
  },
  {
    check: 'list-follows-query',
    description: 'finds records by the first of several values alone',
    triggers: [always],
    operationOf: (types) =>
      creates(types) && reads(types) && listWith(types, (list, name) => arrayNamed(list, name) !== undefined),
    behavior: (_, list) =>
      changedList(list, (items, { request }) => {
        const chosen = [...new URLSearchParams(request.query)].flatMap(([name, value]) => {
          const array = arrayNamed(list, name);
          return array === undefined ? [] : [{ at: `${list.response?.envelope ?? ''}${array}/0`, value }];
        });
        const isFound = (item: JsonValue) => chosen.every(({ at, value }) => String(getAt(item, at)) === value);
        return items.every(isFound) ? undefined : items.filter(isFound);
      }),
  },
  {
    check: 'list-follows-query',
    description: 'ignores the filters of a search',
    triggers: [always],
    operationOf: (types) => creates(types) && searches(types),
    behavior: (_, search) => rememberedList(search),
  },
  {
    check: 'list-follows-query',
    description: 'ignores the order that a list is asked for',
    triggers: [always],
    operationOf: (types) => creates(types) && listWith(types, isOrder),
    behavior: (_, list) => reversedOrder(list),
  },
  {
    check: 'created-is-listed',
    description: `lists no more than ${MOST} records`,
    triggers: [always],
    operationOf: (types) => {
      const list = lists(types);
      return creates(types) && isWhole(list?.paging) ? list : undefined;
    },
    behavior: (_, list) => changedList(list, (items) => (items.length > MOST ? items.slice(0, MOST) : undefined)),
  },
  {
    check: 'created-is-listed',
    description: 'lists records as they were before an update',
    triggers: [always],
    operationOf: (types) => reads(types) && (replaces(types) ?? patches(types)) && listWithTexts(types),
    behavior: outdatedList,
  },
  {
    check: 'nested-stays-with-parent',
    description: 'lists records below any parent',
    triggers: [always],
    operationOf: (types) => {
      const list = lists(types);
      const isBelow = list?.path.some(({ in: place, resource }) => place === 'path' && resource === types.type.parent);
      return creates(types) && reads(types) && isBelow ? list : undefined;
    },
    behavior: (_, list) => withForeignItems(list),
  },
  {
    check: 'write-only-is-hidden',
    description: 'shows a writeOnly text',
    triggers: [always],
    operationOf: (types) => reads(types) && [creates(types)].find((create) => create && hiddenNames(create).length > 0),
    behavior: (_, create) => ({
      after: ({ operation, sent }, response) => {
        if (operation !== create || !sent || !isSuccess(response)) return undefined;
        const texts = Object.entries(sent).filter(
          ([name, value]) => hiddenNames(create).includes(name) && typeof value === 'string' && value.length >= 8,
        );
        const body = jsonOf(response);
        const at = create.response?.envelope ?? '';
        const record = body === undefined ? undefined : getAt(body, at);
        if (body === undefined || texts.length === 0 || !isObject(record)) return undefined;
        return withBody(response, replaceAt(body, at, { ...record, ...Object.fromEntries(texts) }));
      },
    }),
  },
];

/** The array of texts that a filter is named after. */
function arrayNamed({ response }: ResourceOperation, name: string): string | undefined {
  const found = response?.properties.find(
    ({ pointer, types }) => types.includes('array') && nameKey(topName(pointer) ?? '') === nameKey(name),
  );
  const items = response?.properties.find(({ pointer }) => pointer === `${found?.pointer}/*`);
  return items?.types.every((type) => type === 'string') && items.format === undefined ? found?.pointer : undefined;
}

/** True for a list that has all records in one response. */
function isWhole(paging: Paging | undefined): boolean {
  return paging === undefined || paging.style === 'none';
}

/** A list that shows a text which updates change. */
function listWithTexts(types: TypeWorld): ResourceOperation | undefined {
  const list = lists(types);
  const names = textNames(types);
  return list?.response?.properties.some(({ pointer }) => names.includes(topName(pointer) ?? '')) ? list : undefined;
}

type IsUsed = (list: ResourceOperation, name: string) => boolean;

function listWith(types: TypeWorld, isUsed: IsUsed): ResourceOperation | undefined {
  const list = lists(types);
  return list?.operation.parameters.some((each) => each.in === 'query' && isUsed(list, each.name)) ? list : undefined;
}

/** A parameter that is named like an enumerated property or a switch. */
export function isFilter({ response }: ResourceOperation, name: string): boolean {
  return (response?.properties ?? []).some(({ pointer, enumerated, types }) => {
    const [own = '', ...inner] = parsePointer(pointer);
    const isTried = enumerated || types.every((type) => type === 'boolean');
    return isTried && inner.length === 0 && !isPagingParameter(name) && nameKey(own) === nameKey(name);
  });
}

function isOrder(_: ResourceOperation, name: string): boolean {
  return isOrderParameter(name);
}

/** Whether a query asks for an order. */
export function asksForOrder(query: string): boolean {
  return [...new URLSearchParams(query).keys()].some((name) => isOrderParameter(name));
}

/** A POST that takes such a filter in its body. */
function searches(types: TypeWorld): ResourceOperation | undefined {
  return operationWith(
    types,
    (search) =>
      search.role === 'list' &&
      search.operation.method === 'POST' &&
      (search.request?.properties ?? []).some(({ pointer }) => isFilter(search, parsePointer(pointer).at(-1) ?? '')),
  );
}

/** Responds to a request that selects something as to the last one that selects nothing. */
function rememberedList(list: ResourceOperation): RecordBehavior {
  let whole: MockResponse | undefined;
  return {
    after: ({ operation, request, sent = {} }, response) => {
      if (operation !== list || !isSuccess(response)) return undefined;
      const groups = Object.values(sent).flatMap((value) => (isObject(value) ? Object.keys(value) : []));
      const names = [...new URLSearchParams(request.query).keys(), ...Object.keys(sent), ...groups];
      if (names.some((name) => isFilter(list, name))) return whole;
      if (names.length === 0) whole = response;
      return undefined;
    },
  };
}

/** Lists what is asked for in an order the other way round. */
const reversedOrder = (list: ResourceOperation): RecordBehavior =>
  changedList(list, (items, { request }) => (asksForOrder(request.query) ? items.toReversed() : undefined));

/** Lists what was listed below other parents, too. */
function withForeignItems(list: ResourceOperation): RecordBehavior {
  const shown = new Map<string, readonly JsonValue[]>();
  return changedList(list, (items, { request: { path } }) => {
    shown.set(path, items);
    const foreign = [...shown].flatMap(([other, own]) => (other === path ? [] : own));
    return foreign.length === 0 ? undefined : [...items, ...foreign];
  });
}

/** Lists the records that an update has changed as they were before it. */
function outdatedList(
  types: TypeWorld,
  list: ResourceOperation,
  isDue: (record: StoredRecord) => boolean,
): RecordBehavior {
  const old = new Map<StoredRecord, JsonObject>();
  let current: [StoredRecord, JsonObject][] = [];
  return {
    before: ({ operation }) => {
      if (operation !== list) return undefined;
      current = [...old.keys()].filter(isDue).map((record) => [record, record.value]);
      for (const [record] of current) assign(types, record, old.get(record) ?? record.value);
      return undefined;
    },
    after: ({ operation: { role }, record, before }, response) => {
      for (const [each, value] of current.splice(0)) assign(types, each, value);
      const value = record && before.get(record);
      const isUpdate = (role === 'update' || role === 'patch') && isSuccess(response);
      if (record && value && isUpdate && !old.has(record)) old.set(record, value);
      return undefined;
    },
  };
}

function hiddenNames({ request }: ResourceOperation): string[] {
  return (request?.properties ?? []).flatMap(({ pointer, writeOnly, types, enumerated }) => {
    const [name = '', ...inner] = parsePointer(pointer);
    return writeOnly && inner.length === 0 && types.includes('string') && !enumerated ? [name] : [];
  });
}
