import { isNumber } from '../../../core/json/decimal.ts';
import { isObject } from '../../../core/json/index.ts';
import { escapeToken } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { acceptsBody } from '../../../generate/requests/accepts-body.ts';
import type { RequestSpec } from '../../../generate/requests/build-request.ts';
import { replaceWhereValid } from '../../../generate/values/replace-where-valid.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { ResourceModel, ResourceOperation, ResourceType } from '../../../openapi/resources/model.ts';
import { effectsOf, shiftedBy } from '../../../openapi/resources/prose/target.ts';
import { requiredInBody } from '../../../openapi/resources/references/required-references.ts';
import { isDone } from '../journal.ts';
import type { LiveRecord } from '../live-record.ts';
import type { ResourcePool } from '../resource-pool.ts';
import { ENOUGH, type Supply, suppliesOf, supply } from './supplies.ts';

/** So many are tried before a creation that is a conflict. */
const MAX_TRIED = 4;

/** Something that may have to be done to a record before another one can be created with it. */
export interface Preparer {
  readonly operation: ResourceOperation;
  /** The type of the record to which it is done. */
  readonly resource: string;
  /** What is then done to the records that a new one names: the product that is put into a cart comes into stock. */
  readonly raising?: readonly Preparer[];
  /** Set if records of another type are created with the same ones: goods come into stock. */
  readonly supply?: Supply;
}

/**
 * What may be done to the records that a creation names, so that it is no conflict: money is paid into an account before it is moved to
 * another. What the document says to raise a number comes first.
 */
export function preparersOf(model: ResourceModel, contract: Contract, creation: ResourceOperation): Preparer[] {
  const { types } = model;
  const isRaising = ({ operation }: Preparer) =>
    effectsOf(contract, operation.operation).some(({ change }) => 'sign' in change && change.sign > 0);
  const named = new Set([...creation.path, ...requiredInBody(creation)].map(({ resource }) => resource));
  const found = types.flatMap((type): Preparer[] => {
    const { name: resource } = type;
    const filling = named.has(type.parent ?? '') ? fillingOf(type) : undefined;
    if (filling) {
      const others = type.identifiers.flatMap(({ sameAs }) => types.filter(({ name }) => name === sameAs?.resource));
      const raising = others.flatMap(preparing).filter(isRaising);
      return raising.length > 0 ? [filling, { ...filling, raising }] : [filling];
    }
    if (named.has(type.parent ?? '') && isWrittenOnly(type))
      return type.operations.filter(isCreation).map((operation) => ({ operation, resource: type.parent ?? '' }));
    return named.has(resource) ? preparing(type) : [];
  });
  for (const each of suppliesOf(model, creation))
    found.push({ operation: each.operation, resource: each.type.name, supply: each });
  const rank = (each: Preparer) => (isRaising(each) ? 0 : each.operation.creates ? 1 : 2);
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_TRIED);
}

/** How something is put into the record above by the name of another one: the products of a cart. */
function fillingOf({ identifiers, operations, parent = '' }: ResourceType): Preparer | undefined {
  const operation = operations.find(({ creates, scope }) => creates && scope === 'item');
  return operation && identifiers.some(({ sameAs }) => sameAs) ? { operation, resource: parent } : undefined;
}

function preparing(type: ResourceType): Preparer[] {
  return actionsOf(type).map((operation) => ({ operation, resource: type.name }));
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
  preparer: Preparer,
  records: readonly (LiveRecord | undefined)[],
  request: { readonly purpose: string; readonly body: JsonValue | undefined },
): Promise<boolean> {
  if (preparer.supply) return supply(pool, preparer.supply, records, request.body);
  const own = records.filter((each) => each?.isOwn && each.type.name === preparer.resource);
  for (const record of new Set(own)) {
    const prepare = fills(preparer) ? fill : act;
    if (!record || !(await prepare(pool, preparer, record, request))) return false;
  }
  return own.length > 0;
}

/** Whether something is put into a record. */
export function fills({ operation }: Preparer): boolean {
  return operation.creates && operation.scope === 'item';
}

type Act = (...parameters: [ResourcePool, Preparer, LiveRecord, Parameters<typeof doBefore>[3]]) => Promise<boolean>;

const act: Act = async (pool, { operation }, record, { purpose, body }) => {
  const [candidate] = pool.candidates.of(operation.operation, 0);
  const spec = candidate && pool.request(operation, record, withNumbersOf(pool, operation, candidate, body));
  if (!spec || 'problem' in spec) return false;
  const step = await pool.send(operation.operation, spec, purpose);
  record.changes.push(step);
  return isDone(step);
};

/** Puts something into a record, and what it needs to it. */
const fill: Act = async (pool, { operation: { resource }, raising = [] }, { context }, request) => {
  const type = pool.model.types.find(({ name }) => name === resource);
  const line = type && (await pool.create(type, { context }));
  if (!line || 'problem' in line) return false;
  for (const each of raising) await doBefore(pool, each, [...line.context.values()], request);
  return true;
};

function withNumbersOf(
  { journal }: ResourcePool,
  { operation }: ResourceOperation,
  spec: RequestSpec,
  body: JsonValue | undefined,
): RequestSpec {
  const { body: own } = spec;
  if (!isObject(own)) return spec;
  const { contract } = journal.sender;
  const isValid = (each: JsonValue) => acceptsBody(contract, operation, each);
  const numbers = Object.entries(isObject(body) ? body : {});
  const same = numbers.filter(([name, value]) => isNumber(value) && Object.hasOwn(own, name));
  const replacements = [
    ...Object.keys(own)
      .filter((name) => shiftedBy(contract, operation, name).some(({ change }) => change.sign > 0))
      .map((name) => ({ at: `/${escapeToken(name)}`, candidates: ENOUGH })),
    ...same.map(([name, value]) => ({ at: `/${escapeToken(name)}`, candidates: [value] })),
  ];
  return { ...spec, body: replaceWhereValid(own, replacements, isValid) };
}
