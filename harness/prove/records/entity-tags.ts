import { stringifyJson } from '../../core/json/index.ts';
import { fnv1a } from '../../core/util/random.ts';
import type { StoredRecord } from '../../mock/world/records/stored-record.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { entityTagParameter } from '../../runner/pool/conditions.ts';
import { isSuccess, type RecordBehavior } from './record-mutation.ts';
import { operationWith, type RecordMutator, reads } from './record-mutator.ts';
import { always } from './triggers.ts';

/** The first change of a type's records that may be conditional on an entity tag. */
export function conditionalChange(types: TypeWorld): ResourceOperation | undefined {
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

/** Gives reads the entity tag of their record, which changes with it. */
export function taggedReads(types: TypeWorld): Required<Pick<RecordBehavior, 'after'>> {
  const read = reads(types);
  return {
    after: ({ operation, record }, response) => {
      if (operation !== read || !record || !isSuccess(response)) return undefined;
      const others = response.headers.filter(([name]) => name.toLowerCase() !== 'etag');
      return { ...response, headers: [...others, ['etag', tagOf(record)]] };
    },
  };
}

/** The same, and rejects a change whose `If-Match` is out of date (RFC 9110 section 13.1.1). */
export function conditionalChanges(types: TypeWorld): RecordBehavior {
  return {
    ...taggedReads(types),
    before: ({ operation: { operation }, request, record, isRejected }) => {
      const condition = request.headers['if-match'];
      const isStale = condition !== undefined && condition !== '*' && record && condition !== tagOf(record);
      return isStale && !isRejected && operation.response(412) ? 412 : undefined;
    },
  };
}

function tagOf({ value }: StoredRecord): string {
  return `"${fnv1a(stringifyJson(value)).toString(16)}"`;
}

/** Mutants that ignore preconditions. */
export const ENTITY_TAG_MUTATORS: readonly RecordMutator[] = [
  {
    check: 'stale-change-is-rejected',
    description: 'ignores If-Match',
    triggers: [always],
    operationOf: (types) => reads(types) && conditionalChange(types),
    behavior: taggedReads,
  },
];
