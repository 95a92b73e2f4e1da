import { isNumber } from '../../core/json/decimal.ts';
import { isObject } from '../../core/json/index.ts';
import { getAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { isOrderParameter } from '../../openapi/resources/operations/ordering.ts';
import { changedList } from './changed-list.ts';
import { canNameEmptyPage, emptyPageAfter, fullPages } from './full-pages.ts';
import type { RecordBehavior, RecordExchange } from './record-mutation.ts';
import { creates, lists, type RecordMutator } from './record-mutator.ts';
import { always } from './triggers.ts';

/** Mutants that break the pages of lists. */
export const PAGE_MUTATORS: readonly RecordMutator[] = [
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
    check: 'pages-are-complete',
    description: 'skips records between two pages that are equal in the order',
    triggers: [always],
    operationOf: (types) => {
      const list = creates(types) && pagedList(types);
      return list?.operation.parameters.some(({ name }) => isOrderParameter(name)) ? list : undefined;
    },
    behavior: (_, list) =>
      laterPages(list, (items, last, { request }) => {
        const by = orderIn(request.query)?.replace(/^[-+]/, '');
        const rest = items.findIndex((item) => by === undefined || shownIn(item, by) !== shownIn(last, by));
        return by === undefined ? items : rest < 0 ? [] : items.slice(rest);
      }),
  },
  {
    check: 'pages-are-complete',
    description: 'names a page after the last one, which is full',
    triggers: [always],
    operationOf: (types, contract) => {
      const list = creates(types) && pagedList(types);
      return list?.paging?.next?.hasRecords && canNameEmptyPage(contract, list) ? list : undefined;
    },
    behavior: (_, list) => emptyPageAfter(list),
  },
  miscounting('counts one page too many if the last one is full', (pages) => pages + 1),
  miscounting('counts the pages that are full alone', (pages, total, size) =>
    total % size === 0 ? pages : Math.floor(total / size),
  ),
];

/** A mutant that shows another number of pages on a page that is full. */
function miscounting(
  description: string,
  change: (pages: number, total: number, size: number) => number,
): RecordMutator {
  return {
    check: 'pages-are-complete',
    description,
    triggers: [always],
    operationOf: (types) => {
      const list = creates(types) && pagedList(types);
      return list && pageCount(list) !== undefined ? list : undefined;
    },
    behavior: (_, list) =>
      fullPages(list, (body, { request }) => {
        const [pages, total] = [pageCount(list), list.paging?.total?.at].map((at) => getAt(body, at ?? ''));
        const size = Number(new URLSearchParams(request.query).get(list.paging?.size ?? ''));
        if (!isNumber(pages) || !isNumber(total)) return undefined;
        const changed = change(Number(String(pages)), Number(String(total)), size);
        return changed === Number(String(pages)) ? undefined : replaceAt(body, pageCount(list) ?? '', changed);
      }),
  };
}

function pagedList(types: TypeWorld): ResourceOperation | undefined {
  const list = lists(types);
  const { size, position, in: place } = list?.paging ?? {};
  return place === 'query' && size !== undefined && position !== undefined ? list : undefined;
}

/** Where the number of pages is; undefined if it is not shown, or not with the total. */
function pageCount({ paging }: ResourceOperation): string | undefined {
  const isTotal = paging?.total?.in === 'body' && !paging.total.isAmbiguous;
  return isTotal ? paging.facts.find(({ kind }) => kind === 'pages')?.at : undefined;
}

/** What a query orders a list by, as it says it: `-price`. */
export function orderIn(query: string): string | undefined {
  return [...new URLSearchParams(query)].find(([name]) => isOrderParameter(name))?.[1];
}

function shownIn(item: JsonValue, name: string): string {
  return String(isObject(item) ? item[name] : undefined);
}

/**
 * Changes the pages after the first one.
 * @param change gets the items of a page and the last item of the one that was sent before it
 */
function laterPages(
  list: ResourceOperation,
  change: (items: readonly JsonValue[], last: JsonValue, exchange: RecordExchange) => readonly JsonValue[],
): RecordBehavior {
  let last: JsonValue | undefined;
  return changedList(list, (items, exchange) => {
    const position = new URLSearchParams(exchange.request.query).get(list.paging?.position ?? '');
    const isFirst = position === null || position === String(list.paging?.first);
    const before = last;
    last = items.at(-1);
    return isFirst || items.length === 0 || before === undefined ? undefined : change(items, before, exchange);
  });
}
