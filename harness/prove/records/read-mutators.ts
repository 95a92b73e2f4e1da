import type { MockResponse } from '../../mock/types.ts';
import type { StoredRecord } from '../../mock/world/records/stored-record.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import { topName } from '../../openapi/resources/names.ts';
import { alterText } from './plain-text.ts';
import { isSuccess, type RecordExchange } from './record-mutation.ts';
import {
  creates,
  deletes,
  type FindOperation,
  lists,
  operationWith,
  type RecordMutator,
  reads,
} from './record-mutator.ts';
import { always, TRIGGERS } from './triggers.ts';

const createdAnd = (find: FindOperation): FindOperation => {
  return (types) => creates(types) && reads(types) && find(types);
};

/** The filter of a list by another record that its records name, such as `categoryId`. */
function referenceFilter(types: TypeWorld): string | undefined {
  const named = creates(types)?.references.map(({ at }) => topName(at));
  const parameters = lists(types)?.operation.parameters ?? [];
  return parameters.find(({ in: place, name }) => place === 'query' && named?.includes(name))?.name;
}

/** Lists what was deleted, too, if a request is such. */
function listsDeleted(isMeant: (exchange: RecordExchange) => boolean): RecordMutator['behavior'] {
  return (types, operation, isDue) => {
    const deleted = new Set<StoredRecord>();
    let list: StoredRecord[] = [];
    return {
      before: (exchange) => {
        if (exchange.operation !== lists(types) || !isMeant(exchange)) return undefined;
        list = [...deleted].filter((record) => !types.store.get(record.key));
        for (const record of list) types.store.add(record);
        return undefined;
      },
      after: ({ operation: own, record }, response) => {
        for (const each of list.splice(0)) types.store.delete(each);
        if (own === operation && record && isSuccess(response) && isDue(record)) deleted.add(record);
        return undefined;
      },
    };
  };
}

/** Mutants that break reads and deletions. */
export const READ_MUTATORS: readonly RecordMutator[] = [
  ...(['GET', 'HEAD'] as const).map(
    (method): RecordMutator => ({
      check: 'safe-changes-nothing',
      description: `changes a record with each ${method}`,
      triggers: method === 'GET' ? TRIGGERS : [always],
      operationOf: createdAnd(reads),
      behavior: (types, operation, isDue) => ({
        after: ({ operation: own, record, request }, response) => {
          const isRead = own === operation && request.method === method && isSuccess(response);
          if (isRead && record && isDue(record)) alterText(types, record);
          return undefined;
        },
      }),
    }),
  ),
  {
    check: 'head-matches-get',
    description: 'finds nothing with HEAD',
    triggers: [always],
    operationOf: (types) =>
      createdAnd(reads)(types) &&
      operationWith(types, ({ role, scope, operation }) => {
        return role === 'head' && scope === 'item' && operation.response(404) !== undefined;
      }),
    behavior: (_, operation, isDue) => ({
      before: ({ operation: own, record }) => (own === operation && record && isDue(record) ? 404 : undefined),
    }),
  },
  {
    check: 'head-matches-get',
    description: 'has another entity tag for HEAD',
    triggers: [always],
    operationOf: (types) => (types.shape.hasEntityTags ? createdAnd(reads)(types) : undefined),
    behavior: (_, operation, isDue) => ({
      after: ({ operation: own, record, request }, response) => {
        if (own !== operation || request.method !== 'HEAD' || !record || !isSuccess(response) || !isDue(record))
          return undefined;
        const isTag = (name: string) => name.toLowerCase() === 'etag';
        const headers = response.headers.map(([name, value]) => [name, isTag(name) ? '"of-head"' : value] as const);
        return { ...response, headers };
      },
    }),
  },
  {
    check: 'nested-stays-with-parent',
    description: 'finds a record below any parent',
    triggers: [always],
    operationOf: (types) => (types.above.length > 0 ? createdAnd(reads)(types) : undefined),
    behavior: (_, operation, isDue) => {
      const shown = new Map<string, { readonly response: MockResponse; readonly record: StoredRecord }>();
      return {
        after: ({ operation: own, record, request }, response) => {
          if (own !== operation) return undefined;
          const id = request.path.slice(request.path.lastIndexOf('/'));
          if (record && isSuccess(response)) shown.set(id, { response, record });
          const other = response.status === 404 ? shown.get(id) : undefined;
          return other && isDue(other.record) ? other.response : undefined;
        },
      };
    },
  },
  {
    check: 'delete-removes',
    description: 'deletes nothing',
    triggers: TRIGGERS,
    operationOf: createdAnd(deletes),
    behavior: (types, operation, isDue) => ({
      after: ({ operation: own, record }, response) => {
        const isDeleted = own === operation && record && isSuccess(response) && !types.store.get(record.key);
        if (isDeleted && isDue(record)) types.store.add(record);
        return undefined;
      },
    }),
  },
  {
    check: 'delete-removes',
    description: 'still lists what it deleted',
    triggers: [always],
    operationOf: (types) => lists(types) && createdAnd(deletes)(types),
    behavior: listsDeleted(() => true),
  },
  {
    check: 'delete-removes',
    description: 'still lists by a filter what it deleted',
    triggers: [always],
    operationOf: (types) => (referenceFilter(types) === undefined ? undefined : createdAnd(deletes)(types)),
    behavior: listsDeleted(({ types, request }) =>
      new URLSearchParams(request.query).has(referenceFilter(types) ?? ''),
    ),
  },
  {
    check: 'others-are-untouched',
    description: 'deletes another record too',
    triggers: TRIGGERS.filter(({ description }) => !description.includes('first record')),
    operationOf: createdAnd(deletes),
    behavior: (types, operation, isDue) => ({
      after: ({ operation: own, record, before }, response) => {
        if (own !== operation || !record || !isSuccess(response) || !isDue(record)) return undefined;
        const isOther = (each: StoredRecord) => each !== record && each.scope === record.scope;
        const other = [...before.keys()].find((each) => each.origin === 'created' && isOther(each));
        if (other) types.store.delete(other);
        return undefined;
      },
    }),
  },
];
