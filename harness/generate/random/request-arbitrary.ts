import { type Arbitrary, constant, constantFrom } from 'fast-check';
import { jsonEqual } from '../../core/json/equal.ts';
import type { JsonValue, MediaType, Operation, Parameter } from '../../core/model.ts';
import { concreteMediaType, isBinaryMediaType } from '../../openapi/body/concrete-media-type.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isJsonType, isMultipart } from '../../openapi/media-type.ts';
import { emptyRequestSpec, type RequestSpec, requestMediaType, withParameter } from '../requests/build-request.ts';
import { withSampleFiles } from '../values/file-parts.ts';
import { placeholderBody } from '../values/placeholder-body.ts';
import { BoundedFilterArbitrary } from '../values/random/arbitraries/bounded-filter.ts';
import { ABSENT, type Maybe, type Property, RecordArbitrary } from '../values/random/arbitraries/record.ts';
import { StringArbitrary } from '../values/random/arbitraries/string.ts';
import type { CharacterSet } from '../values/random/characters.ts';
import { isSatisfiable } from '../values/random/generate.ts';
import { schemaArbitrary } from '../values/random/schema-arbitrary.ts';
import { survivesFormRoundTrip } from './form-round-trip.ts';
import { compileRoundTrip } from './parameter-round-trip.ts';

/** A parameter or the body: its arbitrary, and how to set it in a request. */
interface Part extends Property<JsonValue> {
  readonly set: (spec: RequestSpec, value: JsonValue) => RequestSpec;
}

/** In how many of ten requests an optional part is present. */
const OPTIONAL_PRESENCE = 6;

/**
 * Returns an arbitrary of valid requests, with random parameters and body.
 * @returns undefined if a required part has no valid value
 */
export function requestArbitrary(
  contract: Contract,
  operation: Operation,
  characters: Exclude<CharacterSet, 'token'>,
): Arbitrary<RequestSpec> | undefined {
  const parts: Part[] = [];
  for (const parameter of operation.parameters) {
    const arbitrary = parameterValues(contract, parameter, characters);
    if (!arbitrary && parameter.required) return undefined;
    const set = (spec: RequestSpec, value: JsonValue) => withParameter(spec, parameter, value);
    if (arbitrary) parts.push({ arbitrary, presence: parameter.required ? 10 : OPTIONAL_PRESENCE, set });
  }
  const type = requestMediaType(operation);
  const required = operation.requestBody?.required === true;
  const bodies = type && bodyValues(contract, type, characters);
  if (!bodies && required) return undefined;
  if (bodies)
    parts.push({
      arbitrary: bodies,
      presence: required ? 10 : OPTIONAL_PRESENCE,
      set: (spec, body) => ({ ...spec, body }),
    });
  return new RecordArbitrary(parts).map((values) => assemble(parts, values));
}

function assemble(parts: readonly Part[], values: readonly Maybe<JsonValue>[]): RequestSpec {
  return parts.reduce((spec, { set }, index) => {
    const value = values[index];
    return value === undefined || value === ABSENT ? spec : set(spec, value);
  }, emptyRequestSpec);
}

function parameterValues(
  contract: Contract,
  parameter: Parameter,
  characters: CharacterSet,
): Arbitrary<JsonValue> | undefined {
  const { in: place, schema } = parameter;
  const carriable = place === 'header' || place === 'cookie' ? 'token' : characters;
  const values = schema ? schemaArbitrary(contract, schema, 'request', carriable) : new StringArbitrary('token', 1, 12);
  const read = compileRoundTrip(contract.document, parameter);
  const isCarried = (value: JsonValue) => {
    const back = read(value);
    return back !== undefined && jsonEqual(back, value);
  };
  const carried = values && new BoundedFilterArbitrary<JsonValue>(values, isCarried);
  return carried && isSatisfiable(carried) ? carried : undefined;
}

function bodyValues(contract: Contract, type: MediaType, characters: CharacterSet): Arbitrary<JsonValue> | undefined {
  if (!type.schema) return examplesOf(type);
  // The encoding of multipart strings is unspecified (RFC 7578 section 5.1.2), and binary bodies have no characters.
  const isPlain = isMultipart(type.type) || isBinaryMediaType(type.type);
  const values = schemaArbitrary(contract, type.schema, 'request', isPlain ? 'token' : characters);
  if (!values || isJsonType(concreteMediaType(type.type))) return values;
  const written = new BoundedFilterArbitrary(values, survivesFormRoundTrip(contract.document, type)).map((body) =>
    withSampleFiles(contract, type, body),
  );
  return isSatisfiable(written) ? written : undefined;
}

function examplesOf({ examples, type }: MediaType): Arbitrary<JsonValue> {
  return examples.length === 0 ? constant(placeholderBody(type)) : constantFrom(...examples.map(({ value }) => value));
}
