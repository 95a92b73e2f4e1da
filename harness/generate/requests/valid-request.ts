import { getOwn, isObject, setProperty } from '../../core/json/index.ts';
import type { JsonObject, JsonValue, MediaType, Operation, Parameter } from '../../core/model.ts';
import { runStep, TIMED_OUT } from '../../core/util/deadline.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isPathSegment, serializePathParameter } from '../../openapi/parameters/serialize.ts';
import { type CanonicalValueOptions, canonicalValue } from '../values/canonical-value.ts';
import { withSampleFiles } from '../values/file-parts.ts';
import { placeholderBody } from '../values/placeholder-body.ts';
import { randomValues } from '../values/random-value.ts';
import { emptyRequestSpec, type RequestSpec, requestMediaType, withParameter } from './build-request.ts';
import type { UniqueValues } from './unique-values.ts';

/** Random values tried for a path parameter. */
const RANDOM_ATTEMPTS = 20;

/**
 * Returns a small valid request with new unique values; parameters prefer the examples of the document.
 * @returns undefined if a required part has no valid value
 */
export function validRequest(
  contract: Contract,
  unique: UniqueValues,
  operation: Operation,
  properties: CanonicalValueOptions['properties'],
): RequestSpec | undefined {
  const timedOut = contract.derived(createTimedOut);
  if (timedOut.has(operation)) return undefined;
  const spec = runStep(() => buildValidRequest(contract, unique, operation, properties));
  if (spec !== TIMED_OUT) return spec;
  timedOut.add(operation);
  return undefined;
}

/** Operations for which no valid request was made in time. */
const createTimedOut = () => new Set<Operation>();

function buildValidRequest(
  contract: Contract,
  unique: UniqueValues,
  operation: Operation,
  properties: CanonicalValueOptions['properties'],
): RequestSpec | undefined {
  const options: CanonicalValueOptions = { direction: 'request', properties };
  let spec = emptyRequestSpec;
  for (const parameter of operation.parameters) {
    if (!parameter.required && properties === 'required') continue;
    const value = parameterValue(contract, unique, parameter, options);
    if (value !== undefined) spec = withParameter(spec, parameter, value);
    else if (parameter.required) return undefined;
  }
  const type = requestMediaType(operation);
  if (!type || (!operation.requestBody?.required && properties === 'required')) return spec;
  const body = validBody(contract, unique, type, options);
  if (body === undefined) return undefined;
  const repeated = repeatPathParameters({ ...spec, body }, operation);
  const isValid = !type.schema || contract.schemas.accepts(type.schema, repeated.body ?? null, 'request');
  return isValid ? repeated : { ...spec, body };
}

/** A property of the body that repeats a path parameter takes its value: a service may compare them. */
export function repeatPathParameters(spec: RequestSpec, { parameters }: Operation): RequestSpec {
  if (!isObject(spec.body)) return spec;
  const body: JsonObject = { ...spec.body };
  for (const { in: location, name } of parameters) {
    const value = getOwn(spec.parameters.path, name);
    if (location !== 'path' || value === undefined || !Object.hasOwn(body, name)) continue;
    if (typeof body[name] === typeof value) setProperty(body, name, value);
  }
  return { ...spec, body };
}

function validBody(
  contract: Contract,
  unique: UniqueValues,
  type: MediaType,
  options: CanonicalValueOptions,
): JsonValue | undefined {
  if (!type.schema) return type.examples[0]?.value ?? placeholderBody(type.type);
  const body = canonicalValue(contract, unique, type.schema, options);
  return body === undefined ? undefined : withSampleFiles(contract, type, body);
}

function parameterValue(
  contract: Contract,
  unique: UniqueValues,
  parameter: Parameter,
  options: CanonicalValueOptions,
): JsonValue | undefined {
  const { schema } = parameter;
  const example = parameter.examples.find(({ value }) => !schema || contract.schemas.accepts(schema, value, 'request'));
  if (example) return example.value;
  if (!schema) return unique.word();
  const value = canonicalValue(contract, unique, schema, options);
  const fits = (each: JsonValue) => parameter.in !== 'path' || isPathSegment(serializePathParameter(parameter, each));
  if (value === undefined || fits(value)) return value;
  return randomValues(contract, unique, schema, 'request', RANDOM_ATTEMPTS).find(fits);
}
