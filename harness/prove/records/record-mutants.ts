import { STATEFUL_CHECKS } from '../../core/check-ids.ts';
import { jsonEqual } from '../../core/json/equal.ts';
import type { JsonObject } from '../../core/model.ts';
import type { MockResponse } from '../../mock/types.ts';
import type { StoredRecord } from '../../mock/world/records/stored-record.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { createMutant, type Mutant, type Mutation } from '../mutant.ts';
import { ACTION_MUTATORS } from './action-mutators.ts';
import { CONFLICT_MUTATORS, possibleMutators } from './conflict-mutators.ts';
import { COUNT_MUTATORS } from './count-mutators.ts';
import { CREATION_MUTATORS } from './creation-mutators.ts';
import { LIST_MUTATORS } from './list-mutators.ts';
import { PAGE_MUTATORS } from './page-mutators.ts';
import { promiseMutators } from './promise-mutators.ts';
import { READ_MUTATORS } from './read-mutators.ts';
import {
  addedRecord,
  interceptRecords,
  isSuccess,
  type RecordBehavior,
  type RecordExchange,
} from './record-mutation.ts';
import type { RecordMutator } from './record-mutator.ts';
import { rejectionMutators } from './rejection-mutators.ts';
import { toldListMutators } from './told-list-mutators.ts';
import { toldMutators } from './told-mutators.ts';
import type { Trigger } from './triggers.ts';
import { UPDATE_MUTATORS } from './update-mutators.ts';
import { VALIDATOR_MUTATORS } from './validator-mutators.ts';

const MUTATORS: readonly RecordMutator[] = [
  ...CREATION_MUTATORS,
  ...COUNT_MUTATORS,
  ...UPDATE_MUTATORS,
  ...ACTION_MUTATORS,
  ...CONFLICT_MUTATORS,
  ...READ_MUTATORS,
  ...VALIDATOR_MUTATORS,
  ...LIST_MUTATORS,
  ...PAGE_MUTATORS,
];
const IDS: ReadonlySet<string> = new Set(STATEFUL_CHECKS);

/** A mutant that breaks what HTTP promises over several requests, about records of one type. */
export interface RecordMutant extends Mutant {
  readonly resource: string;
}

/** Creates the mutants of a resource type. */
export function recordMutants(contract: Contract, types: TypeWorld): RecordMutant[] {
  const told = [toldMutators, toldListMutators, promiseMutators, rejectionMutators, possibleMutators].flatMap(
    (mutators) => mutators(contract),
  );
  return [...MUTATORS, ...told].flatMap((mutator) => {
    const operation = mutator.operationOf(types, contract);
    return operation
      ? mutator.triggers.map((trigger) => toMutant(contract, types, { mutator, operation, trigger }))
      : [];
  });
}

interface Parts {
  readonly mutator: RecordMutator;
  readonly operation: ResourceOperation;
  readonly trigger: Trigger;
}

function toMutant(contract: Contract, types: TypeWorld, parts: Parts): RecordMutant {
  const { mutator, operation, trigger } = parts;
  const clause = contract.clauseAt(operation.operation, clauseParts.anyResponse, operation.operation.pointer);
  const mutant = createMutant(operation.operation, {
    clause,
    mutator: 'records',
    description: `${mutator.description}${trigger.description} (${mutator.check})`,
    dependsOnDocument: true,
    equivalentFindings: {
      reason: 'a broken promise about a record may show in any check of records',
      matches: ({ check }) => IDS.has(check),
    },
    mutate: (onTriggered) => mutationOf(types, parts, onTriggered),
  });
  return { ...mutant, resource: types.type.name };
}

function mutationOf(types: TypeWorld, { mutator, operation, trigger }: Parts, onTriggered: () => void): Mutation {
  const created: StoredRecord[] = [];
  const updated = new Set<StoredRecord>();
  const isTriggered = trigger.create();
  let count = 0;
  const behavior = mutator.behavior(types, operation, (record) =>
    isTriggered({ count: ++count, record }, { created, updated }),
  );
  const observed: RecordBehavior = {
    before: (exchange) => {
      const state = snapshot(types);
      const status = behavior.before?.(exchange);
      if (status !== undefined || hasChanged(types, state)) onTriggered();
      return status;
    },
    after: (exchange, response) => {
      const added = addedRecord(exchange);
      if (added) created.push(added);
      const state = snapshot(types);
      const changed = behavior.after?.(exchange, response);
      if (changed || hasChanged(types, state)) onTriggered();
      if (exchange.record && isUpdate(exchange, response)) updated.add(exchange.record);
      return changed;
    },
  };
  return interceptRecords(types, types.type.operations, observed);
}

function isUpdate({ operation: { role } }: RecordExchange, response: MockResponse): boolean {
  return (role === 'update' || role === 'patch') && isSuccess(response);
}

/** The records of a type, and those that count them. */
function recordsOf(types: TypeWorld): readonly StoredRecord[] {
  const above = types.counts.above(types);
  return above.length === 0 ? types.store.list() : [types, ...above].flatMap(({ store }) => store.list());
}

function snapshot(types: TypeWorld): ReadonlyMap<StoredRecord, JsonObject> {
  return new Map(recordsOf(types).map((record) => [record, record.value]));
}

function hasChanged(types: TypeWorld, before: ReadonlyMap<StoredRecord, JsonObject>): boolean {
  const now = recordsOf(types);
  return now.length !== before.size || now.some((record) => !isSame(before.get(record), record.value));
}

function isSame(before: JsonObject | undefined, now: JsonObject): boolean {
  return before === now || (before !== undefined && jsonEqual(before, now));
}
