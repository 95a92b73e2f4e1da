import { isObject } from '../../../core/json/index.ts';
import { expandPointer, getAt, removeAt, replaceAt } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { acceptsBody } from '../../../generate/requests/accepts-body.ts';
import { type RequestSpec, withParameter } from '../../../generate/requests/build-request.ts';
import { hasKnownValue, type KnownValue } from '../../../generate/requests/known-values.ts';
import { replaceWhereValid } from '../../../generate/values/replace-where-valid.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { isPathSegment, serializePathParameter } from '../../../openapi/parameters/serialize.ts';
import type { CreationPlan, PlanBinding } from '../../../openapi/resources/creation-plan.ts';
import type { ResourceOperation } from '../../../openapi/resources/model.ts';
import type { LiveRecord } from '../live-record.ts';
import { fittingValue, writtenLike } from './fitting-value.ts';

interface Bindings extends Pick<CreationPlan, 'bindings'> {
  readonly records: readonly (LiveRecord | undefined)[];
  /** Values of the user, which the request has already. */
  readonly known: readonly KnownValue[];
}

/** Puts identifiers of live records into a request, and removes optional references that no record is known for. */
export function bindRequest(
  contract: Contract,
  operation: ResourceOperation,
  spec: RequestSpec,
  { bindings, records, known }: Bindings,
): RequestSpec | { readonly problem: string } {
  let bound = spec;
  for (const binding of bindings) {
    if (binding.in === 'body' && isReadOnly(operation, binding.at)) continue;
    const record = records[binding.step];
    if (hasKnownValue(known, binding) && !isChanged(operation, record)) continue;
    const value = record?.identifiers.get(binding.identifier);
    if (value === undefined) {
      if (binding.required) return { problem: `the ${binding.identifier} of another record is not known` };
      continue;
    }
    const next = bindValue(contract, operation, bound, binding, value);
    if (next === undefined && binding.required)
      return { problem: `the value ${String(value)} is not valid for ${binding.in} ${binding.at}` };
    bound = next ?? bound;
  }
  const filled = new Set(bindings.filter(({ step }) => records[step]).map(({ in: place, at }) => `${place} ${at}`));
  const isKnown = (reference: KnownPlace) => hasKnownValue(known, reference);
  return withoutUnboundReferences(contract, operation, bound, filled, isKnown);
}

type KnownPlace = Parameters<typeof hasKnownValue>[1];

/** Whether an operation changes or deletes a record of the harness: that one is sent, never the user's. */
function isChanged({ role, resource }: ResourceOperation, record: LiveRecord | undefined): boolean {
  const changes = role === 'update' || role === 'patch' || role === 'delete' || role === 'action';
  return changes && record?.isOwn === true && record.type.name === resource;
}

/** A readOnly property is not sent (OpenAPI 3.0.3, Schema Object). */
function isReadOnly({ request }: ResourceOperation, at: string): boolean {
  const own = at.slice(request?.envelope.length);
  return request?.properties.some(({ pointer, readOnly }) => readOnly && pointer === own) ?? false;
}

/** @returns undefined if the value is not valid there */
function bindValue(
  contract: Contract,
  { operation }: ResourceOperation,
  spec: RequestSpec,
  { in: location, at, required }: PlanBinding,
  value: JsonValue,
): RequestSpec | undefined {
  if (location === 'body') return bindInBody(contract, operation, spec, at, value, required);
  const parameter = operation.parameters.find((each) => each.in === location && each.name === at);
  if (!parameter) return undefined;
  if (!required && !Object.hasOwn(spec.parameters[location], at)) return spec;
  const fits = (each: JsonValue) => !parameter.schema || contract.schemas.accepts(parameter.schema, each, 'request');
  const candidate = fittingValue(value, fits);
  if (candidate === undefined) return undefined;
  if (location === 'path' && !isPathSegment(serializePathParameter(parameter, candidate))) return undefined;
  return withParameter(spec, parameter, candidate);
}

function bindInBody(
  contract: Contract,
  operation: ResourceOperation['operation'],
  spec: RequestSpec,
  at: string,
  value: JsonValue,
  required: boolean,
): RequestSpec | undefined {
  const { body } = spec;
  if (body === undefined) return required && operation.requestBody?.required ? undefined : spec;
  const pointers = placesOf(body, at, required);
  const [present] = pointers.map((pointer) => getAt(body, pointer));
  const withForm = (form: JsonValue) => pointers.reduce((whole, pointer) => replaceAt(whole, pointer, form), body);
  const isValid = (each: JsonValue) => acceptsBody(contract, operation, each);
  const isAlike = (form: JsonValue) => present === undefined || Array.isArray(present) === Array.isArray(form);
  // Of a body that is invalid on purpose, the identifier is not to blame.
  if (!isValid(body)) return { ...spec, body: withForm(present === undefined ? value : writtenLike(value, present)) };
  const form = fittingValue(value, (each) => isAlike(each) && isValid(withForm(each)));
  return form === undefined ? undefined : { ...spec, body: withForm(form) };
}

/** The pointers of a reference in a body; also one that is absent, if it is required. An optional one that is null refers to no record. */
function placesOf(body: JsonValue, at: string, isRequired: boolean): string[] {
  return expandPointer(body, at).filter((pointer) => isRequired || (getAt(body, pointer) ?? null) !== null);
}

/** A made-up identifier of another record would be rejected; the document may give that of the first. */
function withoutUnboundReferences(
  contract: Contract,
  { references, operation }: ResourceOperation,
  spec: RequestSpec,
  filled: ReadonlySet<string>,
  isKnown: (reference: KnownPlace) => boolean,
): RequestSpec {
  let bound = spec;
  for (const reference of references) {
    const { in: location, at, required, example } = reference;
    if (filled.has(`${location} ${at}`)) continue;
    if (example !== undefined && !isKnown(reference))
      bound = bindInBody(contract, operation, bound, at, example, required) ?? bound;
    if (required) continue;
    if (location !== 'body') bound = withParameter(bound, { in: location, name: at }, undefined);
    else if (isObject(bound.body)) {
      const body = placesOf(bound.body, at, false).reduceRight<JsonValue>(removeAt, bound.body);
      if (acceptsBody(contract, operation, body)) bound = { ...bound, body };
    }
  }
  return bound;
}

/** Puts other items into arrays of a body, as far as its schema permits them. */
export function withItems(
  contract: Contract,
  { operation }: ResourceOperation,
  spec: RequestSpec,
  lists: ReadonlyMap<string, readonly JsonValue[]>,
): RequestSpec {
  const { body } = spec;
  if (body === undefined) return spec;
  const replacements = [...lists]
    .filter(([at]) => Array.isArray(getAt(body, at)))
    .map(([at, items]) => ({ at, candidates: [[...items]] }));
  const isValid = (each: JsonValue) => acceptsBody(contract, operation, each);
  return { ...spec, body: replaceWhereValid(body, replacements, isValid) };
}
