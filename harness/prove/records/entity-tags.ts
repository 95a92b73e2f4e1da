import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { entityTagParameter } from '../../openapi/resources/representations/version-mark.ts';
import type { RecordBehavior } from './record-mutation.ts';
import { operationWith, type RecordMutator, reads } from './record-mutator.ts';
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

/** Makes changes whatever they are conditional on (RFC 9110 section 13.1.1). */
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

/** Mutants that ignore preconditions. */
export const ENTITY_TAG_MUTATORS: readonly RecordMutator[] = [
  {
    check: 'stale-change-is-rejected',
    description: 'ignores If-Match',
    triggers: [always],
    operationOf: (types) => reads(types) && conditionalChange(types),
    behavior: unconditional,
  },
];
