import { jsonEqual } from '../../core/json/equal.ts';
import { expandPointer, getAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import { getParameter, type RequestSpec, withParameter } from '../../generate/requests/build-request.ts';
import type { PlanBinding } from '../../openapi/resources/creation-plan.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { bulkReference } from '../../openapi/resources/operations/bulk-actions.ts';
import { isSafeMethod } from '../settings/select-operations.ts';
import { fittingValue, writtenLike } from './creation/fitting-value.ts';
import type { LiveRecord } from './live-record.ts';

/** The live records that the requests of an operation name. */
export interface Lease {
  readonly bindings: readonly PlanBinding[];
  /** By the step of the bindings. */
  readonly records: readonly (LiveRecord | undefined)[];
}

/** Who uses the record that an operation is about: every reader, the requests of the operation, or one request. */
export type Sharing = 'all' | 'operation' | 'request';

export function sharingOf(each: ResourceOperation): Sharing {
  const { role, resource, path, operation } = each;
  const isAboutRecord = path.some((step) => step.resource === resource) || bulkReference(each) !== undefined;
  if (!isAboutRecord || isSafeMethod(operation.method) || role === 'create') return 'all';
  return role === 'update' || role === 'patch' ? 'operation' : 'request';
}

/** The record that an operation is about, not one around it. */
export function ownRecord(
  { resource }: Pick<ResourceOperation, 'resource'>,
  { records }: Lease,
): LiveRecord | undefined {
  return records.find((record) => record?.type.name === resource);
}

/** Whether the path of a request names the records of a lease. */
export function namesRecords(lease: Lease, spec: RequestSpec): boolean {
  return lease.bindings.every((binding) => binding.in !== 'path' || isNamed(lease, spec, binding));
}

/** The records of a lease that a request names, parents first. */
export function usedRecords(lease: Lease, spec: RequestSpec): LiveRecord[] {
  const steps = new Set(lease.bindings.filter((each) => isNamed(lease, spec, each)).map(({ step }) => step));
  return lease.records.flatMap((record, step) => (record && steps.has(step) ? record : []));
}

function isNamed({ records }: Lease, spec: RequestSpec, { in: location, at, step, identifier }: PlanBinding): boolean {
  const value = records[step]?.identifiers.get(identifier);
  if (value === undefined) return false;
  const given =
    location === 'body'
      ? expandPointer(spec.body ?? null, at).map((pointer) => getAt(spec.body ?? null, pointer))
      : [getParameter(spec, { in: location, name: at })];
  return given.some((each) => each !== undefined && isSame(each, value));
}

/** The request with the identifiers of other records, wherever it has those of the first ones. */
export function moveTo(spec: RequestSpec, first: Lease, other: Lease): RequestSpec {
  return first.bindings.reduce((moved, { in: location, at, step, identifier }) => {
    const [from, to] = [first, other].map(({ records }) => records[step]?.identifiers.get(identifier));
    if (from === undefined || to === undefined) return moved;
    if (location === 'body') return moveInBody(moved, at, from, to);
    const parameter = { in: location, name: at };
    const value = getParameter(moved, parameter);
    if (value === undefined || !isSame(value, from)) return moved;
    return withParameter(moved, parameter, writtenLike(to, value));
  }, spec);
}

function moveInBody(spec: RequestSpec, at: string, from: JsonValue, to: JsonValue): RequestSpec {
  if (spec.body === undefined) return spec;
  const body = expandPointer(spec.body, at).reduce((whole, pointer) => {
    const value = getAt(whole, pointer);
    if (value === undefined || !isSame(value, from)) return whole;
    return replaceAt(whole, pointer, writtenLike(to, value));
  }, spec.body);
  return body === spec.body ? spec : { ...spec, body };
}

function isSame(value: JsonValue, identifier: JsonValue): boolean {
  return fittingValue(identifier, (form) => jsonEqual(form, value)) !== undefined;
}
