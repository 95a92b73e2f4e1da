import { isObject, stringifyJson } from '../../core/json/index.ts';
import { getAt, parsePointer, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { MockResponse } from '../../mock/types.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { nameKey } from '../../openapi/resources/names.ts';
import { isOrderParameter } from '../../openapi/resources/operations/ordering.ts';
import { isPagingParameter } from '../../openapi/resources/operations/paging.ts';
import { jsonOf } from '../json-response.ts';
import { isSuccess, type RecordBehavior } from './record-mutation.ts';
import { creates, lists, operationWith, type RecordMutator, reads } from './record-mutator.ts';
import { always } from './triggers.ts';

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
  ...(['loses', 'repeats'] as const).map(
    (fault): RecordMutator => ({
      check: 'pages-are-complete',
      description: `${fault} a record between two pages`,
      triggers: [always],
      operationOf: (types) => creates(types) && pagedList(types),
      behavior: (_, list) =>
        laterPages(list, (items, last) => (fault === 'loses' ? items.slice(1) : [last, ...items.slice(1)])),
    }),
  ),
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

type IsUsed = (list: ResourceOperation, name: string) => boolean;

function listWith(types: TypeWorld, isUsed: IsUsed): ResourceOperation | undefined {
  const list = lists(types);
  return list?.operation.parameters.some((each) => each.in === 'query' && isUsed(list, each.name)) ? list : undefined;
}

/** A parameter that is named like an enumerated property or a switch. */
function isFilter({ response }: ResourceOperation, name: string): boolean {
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
export function isOrdered(query: string): boolean {
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
function reversedOrder(list: ResourceOperation): RecordBehavior {
  const pointer = list.response?.items ?? '';
  return {
    after: ({ operation, request }, response) => {
      const isAsked = isOrdered(request.query);
      const body = operation === list && isAsked && isSuccess(response) ? jsonOf(response) : undefined;
      const items = body === undefined ? undefined : getAt(body, pointer);
      return body !== undefined && Array.isArray(items)
        ? withBody(response, replaceAt(body, pointer, items.toReversed()))
        : undefined;
    },
  };
}

function pagedList(types: TypeWorld): ResourceOperation | undefined {
  const list = lists(types);
  const { size, position, in: place } = list?.paging ?? {};
  return place === 'query' && size !== undefined && position !== undefined ? list : undefined;
}

/**
 * Changes the pages after the first one.
 * @param change gets the items of a page and the last item of the one that was sent before it
 */
function laterPages(
  list: ResourceOperation,
  change: (items: readonly JsonValue[], last: JsonValue) => readonly JsonValue[],
): RecordBehavior {
  const pointer = list.response?.items ?? '';
  let last: JsonValue | undefined;
  return {
    after: ({ operation, request }, response) => {
      const body = operation === list && isSuccess(response) ? jsonOf(response) : undefined;
      const items = body === undefined ? undefined : getAt(body, pointer);
      if (body === undefined || !Array.isArray(items)) return undefined;
      const position = new URLSearchParams(request.query).get(list.paging?.position ?? '');
      const isFirst = position === null || position === String(list.paging?.first);
      const before = last;
      last = items.at(-1);
      if (isFirst || items.length === 0 || before === undefined) return undefined;
      return withBody(response, replaceAt(body, pointer, [...change(items, before)]));
    },
  };
}

function hiddenNames({ request }: ResourceOperation): string[] {
  return (request?.properties ?? []).flatMap(({ pointer, writeOnly, types, enumerated }) => {
    const [name = '', ...inner] = parsePointer(pointer);
    return writeOnly && inner.length === 0 && types.includes('string') && !enumerated ? [name] : [];
  });
}

export function withBody(response: MockResponse, body: JsonValue): MockResponse {
  return { ...response, body: Buffer.from(stringifyJson(body)) };
}
