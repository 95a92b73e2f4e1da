import { isNumber } from '../../core/json/decimal.ts';
import { getAt, getChild } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { nameKey, topName } from '../../openapi/resources/names.ts';
import { isSearchParameter } from '../../openapi/resources/operations/filter-names.ts';
import { defaultOrder, isOrderParameter } from '../../openapi/resources/operations/ordering.ts';
import { selectorsOf } from '../../openapi/resources/operations/selectors.ts';
import { saysAllFilters, selectorText, toldAnyPart } from '../../openapi/resources/prose/filters.ts';
import { changedList } from './changed-list.ts';
import { isFilter } from './list-mutators.ts';
import { orderIn } from './page-mutators.ts';
import type { RecordBehavior } from './record-mutation.ts';
import { creates, lists, type RecordMutator } from './record-mutator.ts';
import { always } from './triggers.ts';

/** Mutants that break what the document says of the filters of a list, and of its order. */
export function toldListMutators({ document }: Contract): RecordMutator[] {
  return [
    {
      check: 'list-follows-query',
      description: 'lists what fulfills any of the filters',
      triggers: [always],
      operationOf: (types) => {
        const list = creates(types) && lists(types);
        const filters = list?.operation.parameters.filter((each) => each.in === 'query' && isFilter(list, each.name));
        return list && (filters ?? []).length > 1 && saysAllFilters(document, list.operation) ? list : undefined;
      },
      behavior: (_, list) => withAnyFilter(list),
    },
    {
      check: 'list-follows-query',
      description: 'searches the first of several properties alone',
      triggers: [always],
      operationOf: (types) => {
        const list = creates(types) && lists(types);
        return list && searched(document, list) ? list : undefined;
      },
      behavior: (_, list) =>
        changedList(list, (items, { request }) => {
          const { name = '', first = '' } = searched(document, list) ?? {};
          const text = new URLSearchParams(request.query).get(name)?.toLowerCase() ?? '';
          const found = items.filter((item) => String(getChild(item, first)).toLowerCase().includes(text));
          return found.length === items.length ? undefined : found;
        }),
    },
    {
      check: 'list-follows-query',
      description: 'orders numbers as texts',
      triggers: [always],
      operationOf: (types) => {
        const list = creates(types) && lists(types);
        return list?.operation.parameters.some(({ name }) => isOrderParameter(name)) ? list : undefined;
      },
      behavior: (_, list) =>
        changedList(list, (items, { request }) => {
          const by = orderIn(request.query) ?? '';
          return inOrderOfTexts(items, by.replace(/^[-+]/, ''), by.startsWith('-'));
        }),
    },
    {
      check: 'list-follows-query',
      description: 'lists records the other way round than by default',
      triggers: [always],
      operationOf: (types) => {
        const list = creates(types) && lists(types);
        return list && defaultKey(document, list) !== undefined ? list : undefined;
      },
      behavior: (_, list) => {
        const key = defaultKey(document, list) ?? '';
        return changedList(list, (items, { request: { query } }) => {
          const [first = null, last = null] = [items[0], items.at(-1)];
          const isShown = String(getChild(first, key)) !== String(getChild(last, key));
          return orderIn(query) === undefined && isShown ? items.toReversed() : undefined;
        });
      },
    },
  ];
}

/** A search in several properties, and the first of them. */
function searched(
  document: OpenApiDocument,
  { operation, response }: ResourceOperation,
): { readonly name: string; readonly first: string } | undefined {
  for (const by of selectorsOf(document, operation)) {
    const told = toldAnyPart(selectorText(document, operation, by));
    const [first, ...others] = told.map((name) =>
      response?.properties
        .map(({ pointer }) => topName(pointer))
        .find((each) => each && nameKey(each) === nameKey(name)),
    );
    if (isSearchParameter(by.name) && first && others.some((each) => each) && response?.envelope === '')
      return { name: by.name, first };
  }
  return undefined;
}

/** The property at the top of the items by which a list is ordered unless a request says otherwise. */
function defaultKey(document: OpenApiDocument, list: ResourceOperation): string | undefined {
  const { operation, response } = list;
  const [by] = operation.parameters.filter(({ name }) => isOrderParameter(name));
  const value = by && defaultOrder(document, operation, by.name);
  const key = typeof value === 'string' ? value.replace(/^[-+]/, '') : undefined;
  const property = response?.properties.find(({ pointer }) => topName(pointer) === key);
  return property && !property.enumerated && response?.envelope === '' ? key : undefined;
}

/** Items with numbers, in the order of their digits; undefined if that is their order anyway. */
function inOrderOfTexts(items: readonly JsonValue[], key: string, isDescending: boolean): JsonValue[] | undefined {
  const sign = isDescending ? -1 : 1;
  if (items.length === 0 || !items.every((item) => isNumber(getChild(item, key)))) return undefined;
  const textOf = (item: JsonValue) => String(getChild(item, key));
  const sorted = items.toSorted((a, b) => sign * (textOf(a) < textOf(b) ? -1 : Number(textOf(a) > textOf(b))));
  return sorted.every((item, index) => textOf(item) === textOf(items[index] ?? null)) ? undefined : sorted;
}

/** Lists of all records those that one of several filters selects. */
function withAnyFilter(list: ResourceOperation): RecordBehavior {
  let whole: readonly JsonValue[] = [];
  return changedList(list, (items, { request }) => {
    const chosen = [...new URLSearchParams(request.query)].flatMap(([name, value]) => {
      const property = list.response?.properties.find(
        ({ pointer }) => nameKey(topName(pointer) ?? '') === nameKey(name),
      );
      return property && isFilter(list, name)
        ? [{ at: `${list.response?.envelope ?? ''}${property.pointer}`, value }]
        : [];
    });
    if (chosen.length === 0) whole = items;
    return chosen.length < 2
      ? undefined
      : whole.filter((item) => chosen.some(({ at, value }) => String(getAt(item, at)) === value));
  });
}
