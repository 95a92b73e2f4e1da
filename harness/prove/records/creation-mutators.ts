import { listsStatus } from '../../core/operation.ts';
import type { StoredRecord } from '../../mock/world/records/stored-record.ts';
import { pathName } from '../../mock/world/records/stored-record.ts';
import { toldUnique } from '../../openapi/resources/prose/uniqueness.ts';
import { isBulkCreation } from '../../runner/suites/stateful/rules/bulk-creation.ts';
import { texts } from './plain-text.ts';
import { addedRecord, afterCreation, assign, type RecordExchange } from './record-mutation.ts';
import { creates, lists, operationWith, type RecordMutator, reads, replaces } from './record-mutator.ts';
import { always, TRIGGERS } from './triggers.ts';

const CREATION_TRIGGERS = TRIGGERS.filter(({ description }) => !description.includes('update'));

/** Mutants that break creations, and lists of what was created. */
export const CREATION_MUTATORS: readonly RecordMutator[] = [
  {
    check: 'created-is-readable',
    description: 'stores nothing that it creates',
    triggers: CREATION_TRIGGERS,
    operationOf: (types) => reads(types) && creates(types),
    behavior: (types, operation, isDue) => afterCreation(operation, isDue, (added) => types.store.evict(added)),
  },
  {
    check: 'created-is-readable',
    description: 'loses a text of what it creates',
    triggers: CREATION_TRIGGERS,
    operationOf: (types) => reads(types) && creates(types),
    behavior: (types, operation, isDue) => ({
      after: (exchange) => {
        const added = exchange.operation === operation ? addedRecord(exchange) : undefined;
        const [name] = added && exchange.sent ? (texts(types, exchange.sent).at(-1) ?? []) : [];
        if (!added || name === undefined || !isDue(added)) return undefined;
        const { [name]: _, ...rest } = added.value;
        assign(types, added, rest);
        return undefined;
      },
    }),
  },
  {
    check: 'created-is-readable',
    description: 'sends a Location that leads nowhere',
    triggers: [always],
    operationOf: (types) =>
      reads(types) &&
      [creates(types)].find((create) =>
        create?.operation.responses.some(
          ({ key, headers }) => key === '201' && headers.some(({ name }) => /^location$/i.test(name)),
        ),
      ),
    behavior: (_, operation, isDue) => ({
      after: (exchange, response) => {
        const added = exchange.operation === operation ? addedRecord(exchange) : undefined;
        if (!added || !isDue(added)) return undefined;
        const headers = response.headers.map(([name, value]) =>
          /^location$/i.test(name) ? ([name, `${value}-nowhere`] as const) : ([name, value] as const),
        );
        return { ...response, headers };
      },
    }),
  },
  {
    check: 'created-is-readable',
    description: 'stores only the first of several that it creates',
    triggers: [always],
    operationOf: (types) => {
      const create = reads(types) && creates(types);
      return create && operationWith(types, (each) => isBulkCreation(each, create));
    },
    behavior: (types, operation) => ({
      after: ({ operation: own, before }) => {
        const added = own === operation ? types.store.list().filter((record) => !before.has(record)) : [];
        for (const record of added.slice(1)) types.store.evict(record);
        return undefined;
      },
    }),
  },
  {
    check: 'created-is-listed',
    description: 'does not list a record',
    triggers: TRIGGERS.filter(({ description }) => !description.includes('second time')),
    operationOf: (types) => creates(types) && lists(types),
    behavior: (types, operation, isDue) => {
      let hidden: StoredRecord[] = [];
      return {
        before: (exchange) => {
          if (exchange.operation !== operation) return undefined;
          hidden = types.store.list().filter((record) => record.origin === 'created' && isDue(record));
          for (const record of hidden) types.store.evict(record);
          return undefined;
        },
        after: () => {
          for (const record of hidden.splice(0)) types.store.add(record);
          return undefined;
        },
      };
    },
  },
  {
    check: 'rejected-changes-nothing',
    description: 'stores a record that it rejects',
    triggers: [always],
    operationOf: (types) => lists(types) && creates(types),
    behavior: (_, operation, isDue) => ({
      after: (exchange) => {
        if (exchange.operation !== operation || !exchange.isRejected || !exchange.sent) return undefined;
        const other = [...exchange.before.keys()].at(-1);
        if (other && isDue(other)) storeCopy(exchange, other);
        return undefined;
      },
    }),
  },
  {
    check: 'values-stay-unique',
    description: 'rejects a text of another record in creations, but not in updates',
    triggers: [always],
    operationOf: (types, contract) => {
      const [create, replace] = [creates(types), replaces(types)];
      // What the document calls taken, the mock rejects in updates too.
      const isTold = [create, replace].some((each) => each && toldUnique(contract, each).length > 0);
      const areConflicts = [create, replace].every((each) => each && listsStatus(each.operation, 409));
      return areConflicts && !isTold ? create : undefined;
    },
    behavior: (types, operation, isDue) => ({
      before: ({ operation: own, sent, isRejected }) => {
        if (own !== operation || !sent || isRejected) return undefined;
        const [first] = texts(types, sent);
        const twin = first && types.store.list().find(({ value }) => value[first[0]] === first[1]);
        return twin && isDue(twin) ? 409 : undefined;
      },
    }),
  },
];

/** Stores the texts that were sent in a copy of a record with identifiers of its own. */
function storeCopy({ types, sent }: RecordExchange, other: StoredRecord): void {
  const own = new Set(types.type.identifiers.map(({ name }) => pathName(types.type.name, name)));
  const path = new Map([...other.path].filter(([name]) => !own.has(name)));
  types.create({ value: { ...other.value, ...Object.fromEntries(texts(types, sent ?? {})) }, origin: 'created', path });
}
