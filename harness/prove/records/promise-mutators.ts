import { isNumber } from '../../core/json/decimal.ts';
import { jsonEqual } from '../../core/json/equal.ts';
import { isObject } from '../../core/json/index.ts';
import { getAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { StoredRecord } from '../../mock/world/records/stored-record.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { conflictFacts } from '../../openapi/resources/prose/conflict-facts.ts';
import { isDetached } from '../../openapi/resources/prose/detached.ts';
import { type ToldNumbering, toldNumbering } from '../../openapi/resources/prose/numbering.ts';
import { deletesTree, isAbove, toldCycles, treeReference } from '../../openapi/resources/prose/trees.ts';
import { assignedUnique } from '../../openapi/resources/prose/uniqueness.ts';
import { addedRecord, afterCreation, assign, type RecordBehavior } from './record-mutation.ts';
import { creates, deletes, operationWith, patches, type RecordMutator, reads, replaces } from './record-mutator.ts';
import { always } from './triggers.ts';
import { flaggedIn } from './world-flags.ts';

/** Mutants that break what the document promises in words of the records above and of those that name others. */
export function promiseMutators(contract: Contract): RecordMutator[] {
  const numbering = ({ type, documentTypes }: TypeWorld) => toldNumbering(contract, type, documentTypes);
  const isNamed = ({ type }: TypeWorld, each: TypeWorld['documentTypes'][number]) =>
    each !== type &&
    each.references.some(({ resource, in: place }) => resource === type.name && place === 'body') &&
    isDetached(contract.document, type, each);
  const assignedTo = (types: TypeWorld) => {
    const read = reads(types);
    return read ? assignedUnique(contract, types.type, read) : [];
  };
  return [
    {
      check: 'created-is-readable',
      description: 'numbers records over all those above',
      triggers: [always],
      operationOf: (types) => (numbering(types) && reads(types) ? creates(types) : undefined),
      behavior: (types) => numbered(types, numbering(types), () => true),
    },
    {
      check: 'identity-is-stable',
      description: 'gives the number of a record that was deleted to the next',
      triggers: [always],
      operationOf: (types) =>
        numbering(types)?.isNeverReused && reads(types) && deletes(types) ? creates(types) : undefined,
      behavior: (types) => numbered(types, numbering(types), isBeside(numbering(types))),
    },
    {
      check: 'delete-removes',
      description: 'leaves the deleted record with those that name it',
      triggers: [always],
      operationOf: (types) =>
        creates(types) && types.documentTypes.some((each) => isNamed(types, each)) ? deletes(types) : undefined,
      behavior: flaggedIn('staysNamed'),
    },
    {
      check: 'values-stay-unique',
      description: 'gives a record the number of another',
      triggers: [always],
      operationOf: (types) => (assignedTo(types).length > 0 ? creates(types) : undefined),
      behavior: (types, create) =>
        afterCreation(
          create,
          () => true,
          (added) => {
            const [at = ''] = assignedTo(types);
            const other = types.store.list().find((each) => each !== added && each.origin === 'created');
            const changed = other && replaceAt(added.value, at, getAt(other.value, at) ?? null);
            if (isObject(changed)) assign(types, added, changed);
          },
        ),
    },
    {
      check: 'conflict-is-rejected',
      description: 'puts a record below itself',
      triggers: [always],
      operationOf: (types) => {
        const isTold = (each: ResourceOperation) => {
          const reference = treeReference(types.type, each);
          return reference !== undefined && toldCycles(contract, each, reference.at) !== undefined;
        };
        return isTree(types) ? [patches(types), replaces(types)].find((each) => each && isTold(each)) : undefined;
      },
      behavior: flaggedIn('ignoresConditions'),
    },
    {
      check: 'delete-removes',
      description: 'leaves what is below a deleted record of its type',
      triggers: [always],
      operationOf: (types) => {
        const deletion = isTree(types) ? deletes(types) : undefined;
        return deletion && deletesTree(contract.document, deletion.operation, types.type) ? deletion : undefined;
      },
      behavior: flaggedIn('staysNamed'),
    },
    {
      check: 'conflict-is-rejected',
      description: 'creates a record of one that is in a state which forbids it',
      triggers: [always],
      operationOf: (types) =>
        operationWith(types, ({ creates: isCreation, scope, operation, references }) => {
          const named = types.documentTypes.filter(
            ({ name }) =>
              name !== types.type.name &&
              (name === types.type.parent || references.some(({ resource }) => resource === name)),
          );
          const isForbidden = named.some((each) => conflictFacts(contract, operation, each).length > 0);
          return isCreation && scope === 'collection' && isForbidden;
        }),
      behavior: flaggedIn('ignoresConditions'),
    },
    {
      check: 'conflict-is-rejected',
      description: 'changes what is below one in a state which forbids it',
      triggers: [always],
      operationOf: (types) => {
        const above = types.documentTypes.find(({ name }) => name === types.type.parent);
        return operationWith(types, ({ role, scope, patch, operation }) => {
          const isChange = ['update', 'patch', 'delete'].includes(role) && patch !== 'json-patch';
          return (
            isChange && scope === 'item' && above !== undefined && conflictFacts(contract, operation, above).length > 0
          );
        });
      },
      behavior: flaggedIn('ignoresConditions'),
    },
  ];
}

/** Whether records can be created below others of their type, and be read. */
function isTree(types: TypeWorld): boolean {
  const creation = creates(types);
  const reference = creation && treeReference(types.type, creation);
  return reads(types) !== undefined && reference !== undefined && isAbove(reference);
}

/** Gives each new record the number after the greatest of those that count. */
function numbered(
  types: TypeWorld,
  told: ToldNumbering | undefined,
  counts: (one: StoredRecord, added: StoredRecord) => boolean,
): RecordBehavior {
  const numberOf = ({ value }: StoredRecord) => {
    const number = told && getAt(value, told.pointer);
    return number !== undefined && isNumber(number) ? Number(String(number)) : 0;
  };
  return {
    after: (exchange) => {
      const added = addedRecord(exchange);
      if (!added || !told) return undefined;
      const others = types.store.list().filter((each) => each !== added && counts(each, added));
      const next = Math.max(told.start - 1, ...others.map(numberOf)) + 1;
      const changed: JsonValue = replaceAt(added.value, told.pointer, next);
      if (isObject(changed)) types.force(added, changed);
      return undefined;
    },
  };
}

/** Whether two records are below the same one. */
function isBeside(told: ToldNumbering | undefined): (one: StoredRecord, other: StoredRecord) => boolean {
  const at = told?.at;
  return (one, other) =>
    at === undefined
      ? one.scope === other.scope
      : jsonEqual(getAt(one.value, at) ?? null, getAt(other.value, at) ?? null);
}
