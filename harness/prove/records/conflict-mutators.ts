import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { Contract } from '../../openapi/contract.ts';
import { conflictText, isConflictIn, toldUnique } from '../../openapi/resources/documented-conflicts.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { entityTagParameter } from '../../openapi/resources/representations/version-mark.ts';
import { stateProperty } from '../../openapi/resources/state-property.ts';
import type { RecordBehavior } from './record-mutation.ts';
import { creates, operationWith, type RecordMutator, reads } from './record-mutator.ts';
import { always } from './triggers.ts';

/** The first change of a type's records that may be conditional on an entity tag. */
function conditionalChange(types: TypeWorld): ResourceOperation | undefined {
  return operationWith(
    types,
    ({ role, scope, operation, patch }) =>
      (role === 'update' || role === 'patch') &&
      scope === 'item' &&
      patch !== 'json-patch' &&
      operation.response(412) !== undefined &&
      entityTagParameter(operation) !== undefined,
  );
}

/** The first action or deletion that is a conflict in a state of its record, as the document says in words. */
function transition(types: TypeWorld, contract: Contract): ResourceOperation | undefined {
  const states = stateProperty(contract, types.shape.representation.schemas);
  return operationWith(types, ({ role, scope, operation }) => {
    const text = role === 'action' || role === 'delete' ? conflictText(contract, operation) : undefined;
    const isConflict = (state: string) => text !== undefined && isConflictIn(state, states?.listed ?? [], text);
    return scope === 'item' && (states?.listed ?? []).some(isConflict);
  });
}

/** Does what it is asked to, whatever stands in the way. */
function unconditional(types: TypeWorld): RecordBehavior {
  return {
    before: () => {
      types.ignoresConditions = true;
      return undefined;
    },
    after: () => {
      types.ignoresConditions = false;
      return undefined;
    },
  };
}

/** Mutants that ignore preconditions (RFC 9110 section 13.1.1), and what the document calls a conflict. */
export const CONFLICT_MUTATORS: readonly RecordMutator[] = [
  {
    check: 'stale-change-is-rejected',
    description: 'ignores If-Match',
    triggers: [always],
    operationOf: (types) => reads(types) && conditionalChange(types),
    behavior: unconditional,
  },
  {
    check: 'values-stay-unique',
    description: 'takes a value that the document calls taken',
    triggers: [always],
    operationOf: (types, contract) => {
      const create = creates(types);
      return create && reads(types) && toldUnique(contract, create).length > 0 ? create : undefined;
    },
    behavior: unconditional,
  },
  {
    check: 'conflict-is-rejected',
    description: 'does what is a conflict in the state of a record',
    triggers: [always],
    operationOf: (types, contract) => reads(types) && transition(types, contract),
    behavior: unconditional,
  },
];
