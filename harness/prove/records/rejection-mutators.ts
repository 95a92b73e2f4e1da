import { jsonEqual } from '../../core/json/equal.ts';
import { getAt } from '../../core/json/pointer.ts';
import type { JsonObject } from '../../core/model.ts';
import type { StoredRecord } from '../../mock/world/records/stored-record.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { boundsIn, overlaps } from '../../openapi/resources/operations/date-bounds.ts';
import { freedNames } from '../../openapi/resources/prose/freed-values.ts';
import { freeStates, type ToldOverlap, toldOverlap } from '../../openapi/resources/prose/overlaps.ts';
import { toldWithin } from '../../openapi/resources/prose/unique-within.ts';
import { stateProperty } from '../../openapi/resources/state-property.ts';
import type { RecordBehavior } from './record-mutation.ts';
import { creates, deletes, type RecordMutator, reads } from './record-mutator.ts';
import { always } from './triggers.ts';

type IsTaken = (sent: JsonObject, other: StoredRecord) => boolean;

/** Mutants that reject what the document says is no conflict. */
export function rejectionMutators(contract: Contract): RecordMutator[] {
  const within = (types: TypeWorld, create: ResourceOperation) => toldWithin(contract, types.type, create);
  const overlap = (create: ResourceOperation | undefined) => {
    const told = create && toldOverlap(contract, create);
    return told?.taken.length === 1 ? told : undefined;
  };
  const states = ({ shape }: TypeWorld) => stateProperty(contract, shape.representation.schemas);
  const free = (types: TypeWorld, told: ToldOverlap) => freeStates(told, states(types)?.listed ?? []);
  const freed = (types: TypeWorld, create: ResourceOperation) => freedNames(contract, types.type, create);
  return [
    {
      check: 'values-stay-unique',
      description: 'rejects a value of a record below another one, within which alone it is unique',
      triggers: [always],
      operationOf: (types) => creation(types, (create) => within(types, create).length > 0),
      behavior: (types, create) =>
        rejecting(types, create, (sent, { value }) =>
          within(types, create).some(({ name }) => jsonEqual(sent[name] ?? null, value[name] ?? null)),
        ),
    },
    {
      check: 'values-stay-unique',
      description: 'rejects a value of a deleted record, which is free again',
      triggers: [always],
      operationOf: (types) => deletes(types) && creation(types, (create) => freed(types, create).length > 0),
      behavior: (types, create) => keepingDeleted(create, freed(types, create)),
    },
    {
      check: 'conflict-is-rejected',
      description: 'rejects a record that begins when another ends',
      triggers: [always],
      operationOf: (types) => creation(types, (create) => overlap(create)?.mayTouch === true),
      behavior: (types, create) => {
        const told = overlap(create);
        return rejecting(types, create, (sent, { value }) => {
          const touches = told && boundsIn(told.interval, sent).from === boundsIn(told.interval, value).to;
          return touches === true && isSameTaken(told, sent, value);
        });
      },
    },
    {
      check: 'conflict-is-rejected',
      description: 'rejects a record at the time of one in a state that does not count',
      triggers: [always],
      operationOf: (types) =>
        creation(types, (create) => {
          const told = overlap(create);
          return told !== undefined && free(types, told).length > 0;
        }),
      behavior: (types, create) => {
        const told = overlap(create);
        const over = told ? free(types, told) : [];
        const at = states(types)?.pointer ?? '';
        return rejecting(types, create, (sent, { value }) => {
          const isFree = over.includes(String(getAt(value, at)));
          return told !== undefined && isFree && isSameTaken(told, sent, value) && overlaps(told.interval, sent, value);
        });
      },
    },
  ];
}

function creation(types: TypeWorld, isTold: (create: ResourceOperation) => boolean): ResourceOperation | undefined {
  const create = creates(types);
  return create && reads(types) && isTold(create) ? create : undefined;
}

/** Rejects a creation because of any other record. */
function rejecting(types: TypeWorld, create: ResourceOperation, isTaken: IsTaken): RecordBehavior {
  return {
    before: ({ operation, sent, isRejected }) => {
      const isMeant = operation === create && sent !== undefined && !isRejected;
      return isMeant && types.store.list().some((each) => isTaken(sent, each)) ? 409 : undefined;
    },
  };
}

/** Rejects a creation with a value of a record that was deleted. */
function keepingDeleted(create: ResourceOperation, names: readonly string[]): RecordBehavior {
  const deleted: JsonObject[] = [];
  return {
    before: ({ operation, record, sent, isRejected }) => {
      if (isRejected) return undefined;
      if (operation.role === 'delete' && record) deleted.push(record.value);
      const isTaken = (name: string) =>
        deleted.some((each) => sent?.[name] !== undefined && jsonEqual(each[name] ?? null, sent[name] ?? null));
      return operation === create && names.some(isTaken) ? 409 : undefined;
    },
  };
}

function isSameTaken({ taken }: ToldOverlap, sent: JsonObject, value: JsonObject): boolean {
  return taken.every(({ at }) => jsonEqual(getAt(sent, at) ?? null, getAt(value, at) ?? null));
}
