import { canCarryName, isFieldValue } from '../../core/http-field.ts';
import { getOwn, isObject, setProperty } from '../../core/json/index.ts';
import type { JsonObject, JsonValue, MediaType, Operation, Parameter } from '../../core/model.ts';
import { RepeatedSteps, TIMED_OUT } from '../../core/util/deadline.ts';
import { formProblems } from '../../openapi/body/sent-form.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isForm } from '../../openapi/media-type.ts';
import { fieldMask } from '../../openapi/parameters/field-mask.ts';
import {
  isPathSegment,
  serializeHeader,
  serializePathParameter,
  serializeQueryOrCookie,
} from '../../openapi/parameters/serialize.ts';
import { type CanonicalValueOptions, canonicalValue } from '../values/canonical-value.ts';
import { withSampleFiles } from '../values/file-parts.ts';
import { placeholderBody } from '../values/placeholder-body.ts';
import { randomValues } from '../values/random-value.ts';
import { acceptsBody } from './accepts-body.ts';
import { emptyRequestSpec, type RequestSpec, requestMediaType, withParameter } from './build-request.ts';
import { withKnownValues } from './known-values.ts';
import { isOwnPath } from './own-path.ts';
import type { UniqueValues } from './unique-values.ts';

/** Random values tried for a path parameter or a form. */
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
  const steps = contract.derived(createSteps)[properties];
  const spec = steps.run(operation, () => buildValidRequest(contract, unique, operation, properties));
  return spec === TIMED_OUT ? undefined : spec;
}

const createSteps = () => ({ all: new RepeatedSteps<Operation>(), required: new RepeatedSteps<Operation>() });

function buildValidRequest(
  contract: Contract,
  unique: UniqueValues,
  operation: Operation,
  properties: CanonicalValueOptions['properties'],
): RequestSpec | undefined {
  const options: CanonicalValueOptions = { direction: 'request', properties };
  const known = unique.knownFor(operation.id);
  let spec = emptyRequestSpec;
  for (const parameter of operation.parameters) {
    if (!parameter.required && properties === 'required') continue;
    const own = known.find((each) => each.in === parameter.in && each.at === parameter.name);
    const value = own?.value ?? parameterValue(contract, unique, parameter, options);
    if (value !== undefined) spec = withParameter(spec, parameter, value);
    else if (parameter.required) return undefined;
  }
  spec = onOwnPath(contract, unique, operation, spec);
  const type = requestMediaType(operation);
  if (!type || (!operation.requestBody?.required && properties === 'required'))
    return withKnownValues(contract, operation, spec, known);
  const body = validBody(contract, unique, type, options);
  if (body === undefined) return undefined;
  const whole = withKnownValues(contract, operation, { ...spec, body }, known);
  return withFieldMask(contract, operation, repeatPathParameters(contract, operation, whole));
}

/** Where an example names another operation, as `mine` of `/pets/{name}` does beside `/pets/mine`, paths have other values. */
function onOwnPath(contract: Contract, unique: UniqueValues, operation: Operation, spec: RequestSpec): RequestSpec {
  const known = unique.knownFor(operation.id);
  const inPath = operation.parameters.filter(
    (parameter) => parameter.in === 'path' && !known.some((each) => each.in === 'path' && each.at === parameter.name),
  );
  if (inPath.length === 0 || isOwnPath(contract, operation, spec)) return spec;
  const own = unique.fork(operation.id, { takesExamples: false, dateShift: unique.dateShift });
  const other = inPath.reduce((next, parameter) => {
    const value = parameterValue(contract, own, { ...parameter, examples: [] });
    return value === undefined ? next : withParameter(next, parameter, value);
  }, spec);
  return isOwnPath(contract, operation, other) ? other : spec;
}

/** An `updateMask` has the properties of the body. */
function withFieldMask(contract: Contract, operation: Operation, spec: RequestSpec): RequestSpec {
  const mask = fieldMask(operation);
  if (!mask || !isObject(spec.body) || !Object.hasOwn(spec.parameters.query, mask.name)) return spec;
  const names = Object.keys(spec.body);
  const value = [names.join(','), names].find(
    (each) => !mask.schema || contract.schemas.accepts(mask.schema, each, 'request'),
  );
  return value === undefined ? spec : withParameter(spec, mask, value);
}

/** A property of the body that repeats a path parameter takes its value, if it is valid there: a service may compare them. */
export function repeatPathParameters(contract: Contract, operation: Operation, spec: RequestSpec): RequestSpec {
  if (!isObject(spec.body)) return spec;
  const isValid = (each: JsonObject) => acceptsBody(contract, operation, each);
  let body = spec.body;
  for (const { in: location, name } of operation.parameters) {
    const value = getOwn(spec.parameters.path, name);
    if (location !== 'path' || value === undefined || !Object.hasOwn(body, name)) continue;
    if (typeof body[name] !== typeof value) continue;
    const repeated = { ...body };
    setProperty(repeated, name, value);
    // Of a body that is invalid on purpose, this value is not to blame.
    if (isValid(repeated) || !isValid(body)) body = repeated;
  }
  return { ...spec, body };
}

/**
 * Returns a valid body of a media type.
 * @returns undefined if none was found
 */
export function validBody(
  contract: Contract,
  unique: UniqueValues,
  type: MediaType,
  options: CanonicalValueOptions,
): JsonValue | undefined {
  if (!type.schema) return type.examples[0]?.value ?? placeholderBody(type.type);
  const body = canonicalValue(contract, unique, type.schema, options);
  if (body === undefined) return undefined;
  const filled = withSampleFiles(contract, type, body);
  return isForm(type.type) && isObject(filled) ? validForm(contract, unique, type, filled) : filled;
}

/** Other bodies for a form that its texts make invalid, or that has no field and cannot be told from no body. */
function validForm(
  contract: Contract,
  unique: UniqueValues,
  type: MediaType,
  body: JsonObject,
): JsonObject | undefined {
  const { schema = '' } = type;
  const isValid = (each: JsonValue | undefined): each is JsonObject =>
    isObject(each) &&
    contract.schemas.accepts(schema, each, 'request') &&
    formProblems(contract, type, each).length === 0;
  const isEmpty = Object.keys(body).length === 0;
  if (!isEmpty && isValid(body)) return body;
  const all = canonicalValue(contract, unique, schema, { direction: 'request', properties: 'all' });
  const whole = all === undefined ? undefined : withSampleFiles(contract, type, all);
  const alone = isEmpty && isObject(whole) ? Object.entries(whole).map(([name, value]) => ({ [name]: value })) : [];
  return [
    ...alone.slice(0, 1),
    whole,
    ...randomValues(contract, unique, schema, 'request', RANDOM_ATTEMPTS),
    body,
  ].find(isValid);
}

/** The first example of the document that can be sent and is valid. */
export function exampleOf(contract: Contract, parameter: Parameter): JsonValue | undefined {
  const { schema, examples } = parameter;
  const isValid = (value: JsonValue) => !schema || contract.schemas.accepts(schema, value, 'request');
  return examples.find(({ value }) => canBeSent(parameter, value) && isValid(value))?.value;
}

/** A valid value of a parameter that can be sent, an example if there is one; undefined if none was found. */
export function parameterValue(
  contract: Contract,
  unique: UniqueValues,
  parameter: Parameter,
  given: CanonicalValueOptions = { direction: 'request', properties: 'required' },
): JsonValue | undefined {
  const { schema } = parameter;
  const options = { ...given, name: parameter.name };
  if (!canCarryName(parameter)) return undefined;
  const fits = (each: JsonValue) => canBeSent(parameter, each);
  const example = exampleOf(contract, parameter);
  if (example !== undefined) return example;
  if (!schema) return unique.word();
  const value = canonicalValue(contract, unique, schema, options);
  if (value === undefined || fits(value)) return value;
  const whole = canonicalValue(contract, unique, schema, { ...options, properties: 'all' });
  if (whole !== undefined && fits(whole)) return whole;
  return randomValues(contract, unique, schema, 'request', RANDOM_ATTEMPTS).find(fits);
}

/**
 * Whether the value of a parameter has a place in a request: other bytes in a header, none in a path, and empty lists and objects of
 * required parameters do not.
 */
function canBeSent(parameter: Parameter, value: JsonValue): boolean {
  if (parameter.in === 'path') return isPathSegment(serializePathParameter(parameter, value));
  if (parameter.in === 'header') return isFieldValue(serializeHeader(parameter, value));
  return !parameter.required || serializeQueryOrCookie(parameter, value) !== '';
}
