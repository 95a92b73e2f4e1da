import { getAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { nameKey, topName } from '../../openapi/resources/names.ts';
import { saysAllFilters } from '../../openapi/resources/prose/filters.ts';
import { changedList } from './changed-list.ts';
import { isFilter } from './list-mutators.ts';
import type { RecordBehavior } from './record-mutation.ts';
import { creates, lists, type RecordMutator } from './record-mutator.ts';
import { always } from './triggers.ts';

/** Mutants that break what the document says of the filters of a list. */
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
  ];
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
