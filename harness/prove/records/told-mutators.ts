import { getAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation, SchemaProperty } from '../../openapi/resources/model.ts';
import { nameKey, topName } from '../../openapi/resources/names.ts';
import { toldChangeCount } from '../../openapi/resources/prose/change-counts.ts';
import { lineEffectsOf } from '../../openapi/resources/prose/line-effects.ts';
import { orderedBy, toldOrders } from '../../openapi/resources/prose/order.ts';
import { sumsIn, type ToldSum, toldSums } from '../../openapi/resources/prose/sums.ts';
import { jsonOf, withBody } from '../json-response.ts';
import { changedList } from './changed-list.ts';
import { assign, isSuccess } from './record-mutation.ts';
import { creates, lists, operationWith, patches, type RecordMutator, reads, replaces } from './record-mutator.ts';
import { always } from './triggers.ts';
import { afterSuccess } from './update-mutators.ts';
import { flaggedIn } from './world-flags.ts';

/** Mutants that break what the document says in words of lines, of the order of a list, of sums and of the number of changes. */
export function toldMutators(contract: Contract): RecordMutator[] {
  const { document } = contract;
  /** The property that a list is ordered by first, if records with the same one have an order of their own. */
  const firstKey = (types: TypeWorld): string | undefined => {
    const list = lists(types);
    const sent = new Set(creates(types)?.request?.properties.map(({ pointer }) => pointer));
    const find = (name: string) =>
      list?.response?.properties.find(
        (each) => nameKey(topName(each.pointer) ?? '') === nameKey(name) && sent.has(each.pointer),
      );
    const [first, second] = (list ? toldOrders(document, list.operation) : []).flatMap((order) =>
      orderedBy(order, types.type.words, find),
    );
    const isTold = second && (second.isDescending !== undefined || first?.isDescending !== true);
    return first && second && isTold && isText(first.property) && isText(second.property)
      ? first.property.pointer
      : undefined;
  };
  return [
    {
      check: 'action-is-visible',
      description: 'leaves the numbers that the document says are changed by lines',
      triggers: [always],
      operationOf: (types) =>
        operationWith(types, (each) => {
          const isTold = each.creates && each.scope === 'collection';
          return isTold && lineEffectsOf(contract, types.documentTypes, each).shifts.length > 0;
        }),
      behavior: flaggedIn('ignoresLines'),
    },
    {
      check: 'update-is-visible',
      description: 'counts the first change of a record alone',
      triggers: [always],
      operationOf: (types) => {
        const by = toldChangeCount(contract, types.type)?.by ?? [];
        const counted = [patches(types), replaces(types)].find((each) =>
          by.some((method) => method === each?.operation.method),
        );
        return creates(types) && reads(types) ? counted : undefined;
      },
      behavior: ({ type }, operation, isDue) => {
        const name = topName(toldChangeCount(contract, type)?.pointer ?? '') ?? '';
        return afterSuccess(operation, isDue, ({ types, record, old }) => {
          if (Number(old[name]) > 1) assign(types, record, { ...record.value, [name]: old[name] ?? null });
        });
      },
    },
    {
      check: 'list-follows-query',
      description: 'lists records with the same first value in the reverse order of the next',
      triggers: [always],
      operationOf: (types) => (creates(types) && firstKey(types) !== undefined ? lists(types) : undefined),
      behavior: (types, list) => {
        const at = `${list.response?.envelope ?? ''}${firstKey(types) ?? ''}`;
        return changedList(list, (items) => withReversedTies(items, at));
      },
    },
    {
      check: 'created-is-readable',
      description: 'shows a sum that is one more than what it adds up',
      triggers: [always],
      operationOf: (types) =>
        reads(types) && sumsOf(contract, types, creates(types)).length > 0 ? creates(types) : undefined,
      behavior: (types, create) => ({
        after: ({ operation }, response) => {
          const isShown = operation === create || operation === reads(types);
          const body = isShown && isSuccess(response) ? jsonOf(response) : undefined;
          const at = operation.response?.envelope ?? '';
          const record = body === undefined ? undefined : getAt(body, at);
          if (body === undefined || record === undefined) return undefined;
          const changed = sumsOf(contract, types, operation).reduce(withMore, record);
          return changed === record ? undefined : withBody(response, replaceAt(body, at, changed));
        },
      }),
    },
  ];
}

function isText({ types, format, enumerated, pointer }: SchemaProperty): boolean {
  return !enumerated && format === undefined && types.every((type) => type === 'string') && !/id$/i.test(pointer);
}

function sumsOf(
  contract: Contract,
  { type, above }: TypeWorld,
  operation: ResourceOperation | undefined,
): readonly ToldSum[] {
  return operation ? toldSums(contract, operation.response?.schemas ?? [], [type, ...above]) : [];
}

function withMore(record: JsonValue, sum: ToldSum): JsonValue {
  return [...sumsIn(record, sum)].reduce((whole, { at, actual }) => replaceAt(whole, at, actual + 1), record);
}

/** Records in a row that have the same value are in reverse. @returns undefined if there are none */
function withReversedTies(items: readonly JsonValue[], at: string): JsonValue[] | undefined {
  const rows: JsonValue[][] = [];
  for (const item of items) {
    const last = rows.at(-1);
    if (last && String(getAt(last[0] ?? null, at)) === String(getAt(item, at))) last.push(item);
    else rows.push([item]);
  }
  return rows.length === items.length ? undefined : rows.flatMap((row) => row.toReversed());
}
