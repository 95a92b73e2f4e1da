import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { afterCreation, isSuccess } from './record-mutation.ts';
import { creates, deletes, type FindOperation, type RecordMutator } from './record-mutator.ts';
import { always } from './triggers.ts';

const countedAnd =
  (find: FindOperation) =>
  (types: TypeWorld): ResourceOperation | undefined =>
    types.counts.above(types).length > 0 && creates(types) ? find(types) : undefined;

/** Mutants that break what records show of the number of those below them. */
export const COUNT_MUTATORS: readonly RecordMutator[] = [
  {
    check: 'created-is-listed',
    description: 'does not count what it creates',
    triggers: [always],
    operationOf: countedAnd(creates),
    behavior: (types, operation, isDue) =>
      afterCreation(operation, isDue, (added) => types.counts.move(types, types.counts.of(types, added), [])),
  },
  {
    check: 'others-are-untouched',
    description: 'counts what it creates elsewhere, too',
    triggers: [always],
    operationOf: countedAnd(creates),
    behavior: (types, operation, isDue) =>
      afterCreation(operation, isDue, (added) => {
        const own = types.counts.of(types, added);
        for (const [index, above] of types.counts.above(types).entries())
          for (const { key } of above.store.list()) {
            const counted = { key, number: undefined };
            const other = Array.from({ length: index + 1 }, (_, at) => (at === index ? counted : undefined));
            if (key !== own[index]?.key) types.counts.move(types, [], other);
          }
      }),
  },
  {
    check: 'delete-removes',
    description: 'still counts what it deleted',
    triggers: [always],
    operationOf: countedAnd(deletes),
    behavior: (types, operation, isDue) => ({
      after: ({ operation: own, record }, response) => {
        const isDeleted = own === operation && record && isSuccess(response) && !types.store.get(record.key);
        if (isDeleted && isDue(record)) types.counts.move(types, [], types.counts.of(types, record));
        return undefined;
      },
    }),
  },
];
