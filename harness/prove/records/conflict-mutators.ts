import { getAt } from '../../core/json/pointer.ts';
import type { StoredRecord } from '../../mock/world/records/stored-record.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { conflictText, isConflictIn } from '../../openapi/resources/prose/conflicts.ts';
import { lineArrays, rejectsEmpty } from '../../openapi/resources/prose/emptiness.ts';
import { flowOf } from '../../openapi/resources/prose/flow.ts';
import { statesOfAcceptance } from '../../openapi/resources/prose/possible-states.ts';
import { changeText, isOnce } from '../../openapi/resources/prose/transitions.ts';
import { ignoresCase, toldUnique } from '../../openapi/resources/prose/uniqueness.ts';
import { entityTagParameter } from '../../openapi/resources/representations/version-mark.ts';
import { stateChoice, stateProperty } from '../../openapi/resources/state-property.ts';
import { texts } from './plain-text.ts';
import { creates, deletes, operationWith, type RecordMutator, reads } from './record-mutator.ts';
import { always } from './triggers.ts';
import { flagged, flaggedIn } from './world-flags.ts';

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

/** The first action that can be done once alone, as the document says in words. */
function onceOnly(types: TypeWorld, contract: Contract): ResourceOperation | undefined {
  return operationWith(types, ({ role, scope, operation }) => {
    const text = role === 'action' && scope !== 'collection' ? conflictText(contract, operation) : undefined;
    return text !== undefined && isOnce(operation.path, text);
  });
}

/** The last of several states in which alone an operation depends on the state, as the document says in words. */
function lastPossible(
  contract: Contract,
  types: TypeWorld,
  { operation }: ResourceOperation,
): { readonly pointer: string; readonly state: string } | undefined {
  const states = stateProperty(contract, types.shape.representation.schemas);
  const text = conflictText(contract, operation);
  const possible = states && text ? statesOfAcceptance(states.listed, text) : [];
  const state = possible.length > 1 ? possible.at(-1) : undefined;
  return states && state !== undefined ? { pointer: states.pointer, state } : undefined;
}

/** The first action that is rejected for a record with nothing in it, as the document says in words. */
function onEmpty(types: TypeWorld, contract: Contract): ResourceOperation | undefined {
  const isShown = lineArrays(reads(types)?.response?.properties ?? []).length > 0;
  const isMeant = ({ role, path, operation }: ResourceOperation) =>
    role === 'action' &&
    path.some(({ resource }) => resource === types.type.name) &&
    rejectsEmpty(contract, operation, types.type.words);
  return isShown && creates(types) ? operationWith(types, isMeant) : undefined;
}

/** The first operation that sets a state where the document calls it a conflict in words: there is no way back, or none at all. */
function lockedChange(types: TypeWorld, contract: Contract): ResourceOperation | undefined {
  const states = stateProperty(contract, types.shape.representation.schemas);
  return operationWith(types, (each) => {
    const isChange = each.scope === 'item' && (each.role === 'update' || each.role === 'patch');
    if (!states || !isChange || each.patch === 'json-patch' || !stateChoice(contract, each, states)) return false;
    const text = changeText(contract, each);
    const isLocked = (state: string) => text !== undefined && isConflictIn(state, states.listed, text);
    return flowOf(contract, each.operation, states.listed) !== undefined || states.listed.some(isLocked);
  });
}

/** A creation with values that the document calls taken if another record has them. */
function uniqueCreation(types: TypeWorld, contract: Contract): ResourceOperation | undefined {
  const create = creates(types);
  return create && reads(types) && toldUnique(contract, create).length > 0 ? create : undefined;
}

/** Does what a request asks for, whatever stands in the way. */
const ignored = flaggedIn('ignoresConditions');

/** Fails where it should reject. */
const failing =
  (...statuses: readonly number[]): RecordMutator['behavior'] =>
  (_, operation) => ({
    after: (exchange, response) =>
      exchange.operation === operation && statuses.includes(response.status) ? { ...response, status: 500 } : undefined,
  });

/** Mutants that call a conflict what the document says is possible. */
export function possibleMutators(contract: Contract): RecordMutator[] {
  return [
    {
      check: 'conflict-is-rejected',
      description: 'calls a conflict what is possible in another state',
      triggers: [always],
      operationOf: (types) =>
        creates(types) &&
        reads(types) &&
        operationWith(types, (each) => each.role === 'action' && lastPossible(contract, types, each) !== undefined),
      behavior: (types, action) => ({
        before: ({ operation, record }) => {
          const last = operation === action ? lastPossible(contract, types, action) : undefined;
          return last && record && getAt(record.value, last.pointer) === last.state ? 409 : undefined;
        },
      }),
    },
  ];
}

/** Mutants that ignore preconditions (RFC 9110 section 13.1.1), and what the document calls a conflict. */
export const CONFLICT_MUTATORS: readonly RecordMutator[] = [
  {
    check: 'stale-change-is-rejected',
    description: 'ignores If-Match',
    triggers: [always],
    operationOf: (types) => reads(types) && conditionalChange(types),
    behavior: ignored,
  },
  {
    check: 'current-change-is-accepted',
    description: 'rejects If-Match whatever the record is now',
    triggers: [always],
    operationOf: (types) => reads(types) && conditionalChange(types),
    behavior: (_, change) => ({
      before: ({ operation, request, record }) => {
        const isConditional = operation === change && record !== undefined && request.headers['if-match'] !== undefined;
        return isConditional ? 412 : undefined;
      },
    }),
  },
  {
    check: 'values-stay-unique',
    description: 'takes a value that the document calls taken',
    triggers: [always],
    operationOf: uniqueCreation,
    behavior: ignored,
  },
  {
    check: 'conflict-is-rejected',
    description: 'does what is a conflict in the state of a record',
    triggers: [always],
    operationOf: (types, contract) => reads(types) && transition(types, contract),
    behavior: ignored,
  },
  {
    check: 'conflict-is-rejected',
    description: 'does a second time what can be done once',
    triggers: [always],
    operationOf: (types, contract) => reads(types) && onceOnly(types, contract),
    behavior: ignored,
  },
  {
    check: 'conflict-is-rejected',
    description: 'acts on a record with nothing in it',
    triggers: [always],
    operationOf: onEmpty,
    behavior: ignored,
  },
  {
    check: 'conflict-is-rejected',
    description: 'changes what is in a final state',
    triggers: [always],
    operationOf: (types, contract) => reads(types) && lockedChange(types, contract),
    behavior: ignored,
  },
  {
    check: 'stale-change-is-rejected',
    description: 'ignores the version of a change',
    triggers: [always],
    operationOf: (types) => reads(types) && operationWith(types, ({ version }) => version?.locks === true),
    behavior: ignored,
  },
  {
    check: 'values-stay-unique',
    description: 'takes in other letter case what the document calls taken',
    triggers: [always],
    operationOf: (types, contract) => {
      const create = uniqueCreation(types, contract);
      return create && ignoresCase(contract, create) ? create : undefined;
    },
    behavior: (types, create) =>
      flagged(types, 'ignoresConditions', ({ operation, sent = {} }) => {
        const isOtherCase = ([name, text]: readonly [string, string], { value }: StoredRecord) =>
          value[name] !== text && String(value[name]).toLowerCase() === text.toLowerCase();
        const isTaken = texts(types, sent).some((own) => types.store.list().some((each) => isOtherCase(own, each)));
        return operation === create && isTaken;
      }),
  },
  {
    check: 'values-stay-unique',
    description: 'fails for a value that the document calls taken',
    triggers: [always],
    operationOf: uniqueCreation,
    behavior: failing(409),
  },
  {
    check: 'delete-removes',
    description: 'fails for what is deleted',
    triggers: [always],
    operationOf: (types) => creates(types) && reads(types) && deletes(types),
    behavior: failing(404, 410),
  },
];
