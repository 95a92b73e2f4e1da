import { isNumber } from '../../../core/json/decimal.ts';
import { isObject } from '../../../core/json/index.ts';
import { escapeToken } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { acceptsBody } from '../../../generate/requests/accepts-body.ts';
import type { RequestSpec } from '../../../generate/requests/build-request.ts';
import { replaceWhereValid } from '../../../generate/values/replace-where-valid.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { ResourceModel, ResourceOperation, ResourceType } from '../../../openapi/resources/model.ts';
import { effectsOf } from '../../../openapi/resources/prose/target.ts';
import { isDone } from '../journal.ts';
import type { LiveRecord } from '../live-record.ts';
import type { ResourcePool } from '../resource-pool.ts';

/** So many are tried before a creation that is a conflict. */
const MAX_TRIED = 4;

/** Something that may have to be done to a record before another one can be created with it. */
export interface Preparer {
  readonly operation: ResourceOperation;
  /** The type of the record to which it is done. */
  readonly resource: string;
}

/**
 * What may be done to the records that a creation names, so that it is no conflict: money is paid into an account before it is moved to
 * another. What the document says to raise a number comes first.
 */
export function preparersOf(
  { types }: ResourceModel,
  contract: Contract,
  { path, references }: ResourceOperation,
): Preparer[] {
  const inBody = references.filter(({ in: place, required, many }) => place === 'body' && required && !many);
  const named = new Set([...path, ...inBody].map(({ resource }) => resource));
  const found = types.flatMap((type): Preparer[] => {
    const { name: resource } = type;
    if (named.has(type.parent ?? '') && isWrittenOnly(type))
      return type.operations.filter(isCreation).map((operation) => ({ operation, resource: type.parent ?? '' }));
    return named.has(resource) ? actionsOf(type).map((operation) => ({ operation, resource })) : [];
  });
  const raises = ({ operation }: Preparer) =>
    effectsOf(contract, operation.operation).some(({ change }) => 'sign' in change && change.sign > 0);
  return [...found.filter(raises), ...found.filter((each) => !raises(each))].slice(0, MAX_TRIED);
}

/** Such as the deposits into an account, which nothing shows. */
function isWrittenOnly({ operations }: ResourceType): boolean {
  return !operations.some(({ role }) => role === 'read' || role === 'list');
}

function isCreation({ creates, scope }: ResourceOperation): boolean {
  return creates && scope === 'collection';
}

function actionsOf({ name, operations }: ResourceType): ResourceOperation[] {
  return operations.filter(
    ({ role, ends, path, operation }) =>
      role === 'action' &&
      ends === undefined &&
      operation.method !== 'DELETE' &&
      path.some(({ resource }) => resource === name),
  );
}

/**
 * Does it to the records of its type.
 * @param body what is to be sent afterwards: its numbers are taken where they have the same names, such as the amount
 * @returns false if the service rejects it
 */
export async function doBefore(
  pool: ResourcePool,
  { operation, resource }: Preparer,
  records: readonly (LiveRecord | undefined)[],
  { purpose, body }: { readonly purpose: string; readonly body: JsonValue | undefined },
): Promise<boolean> {
  const own = new Set(records.filter((each) => each?.isOwn && each.type.name === resource));
  for (const record of own) {
    const [candidate] = pool.candidates.of(operation.operation, 0);
    const spec =
      record && candidate && pool.request(operation, record, withNumbersOf(pool, operation, candidate, body));
    if (!spec || 'problem' in spec) return false;
    const step = await pool.send(operation.operation, spec, purpose);
    record.changes.push(step);
    if (!isDone(step)) return false;
  }
  return own.size > 0;
}

function withNumbersOf(
  { journal }: ResourcePool,
  { operation }: ResourceOperation,
  spec: RequestSpec,
  body: JsonValue | undefined,
): RequestSpec {
  const { body: own } = spec;
  if (!isObject(own) || !isObject(body)) return spec;
  const isValid = (each: JsonValue) => acceptsBody(journal.sender.contract, operation, each);
  const numbers = Object.entries(body).filter(([name, value]) => isNumber(value) && Object.hasOwn(own, name));
  const replacements = numbers.map(([name, value]) => ({ at: `/${escapeToken(name)}`, candidates: [value] }));
  return { ...spec, body: replaceWhereValid(own, replacements, isValid) };
}
