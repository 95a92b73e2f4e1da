import { type Arbitrary, constant, constantFrom } from 'fast-check';
import type { Contract } from '../../openapi/contract.ts';
import { isJsonType, isMultipart } from '../../openapi/media-type.ts';
import { equal } from '../../core/json/equal.ts';
import type { Json, MediaType, Operation, Parameter } from '../../core/model.ts';
import { fitted } from '../values/file-parts.ts';
import { isBytes, plainBody, sentType } from '../values/placeholder-body.ts';
import { bodyType, type Draft, emptyDraft, withParameter } from '../requests/build-request.ts';
import type { Repertoire } from '../values/random/characters.ts';
import { Kept } from '../values/random/arbitraries/bounded-filter.ts';
import { ABSENT, type Drawn, type Member, Members } from '../values/random/arbitraries/record.ts';
import { Text } from '../values/random/arbitraries/string.ts';
import { arbitraryOf } from '../values/random/schema-arbitrary.ts';
import { readBack } from './parameter-round-trip.ts';
import { isSatisfiable } from '../values/random/generate.ts';
import { isWritten } from './form-round-trip.ts';

/** A part of a request: how to draw it, and how to put it in its place. */
interface Part extends Member<Json> {
  readonly set: (draft: Draft, value: Json) => Draft;
}

/** Of ten requests, in how many an optional part is there. */
const OPTIONAL = 6;

/**
 * Valid requests of an operation: every parameter and the body random, each optional one there or not.
 * @returns undefined where no value was found for something that is required
 */
export function draftsOf(
  contract: Contract,
  operation: Operation,
  repertoire: Exclude<Repertoire, 'token'>,
): Arbitrary<Draft> | undefined {
  const parts: Part[] = [];
  for (const parameter of operation.parameters) {
    const arbitrary = parameterValues(contract, parameter, repertoire);
    if (!arbitrary && parameter.required) return undefined;
    const set = (draft: Draft, value: Json) => withParameter(draft, parameter, value);
    if (arbitrary) parts.push({ arbitrary, presence: parameter.required ? 10 : OPTIONAL, set });
  }
  const type = bodyType(operation);
  const required = operation.requestBody?.required === true;
  const bodies = type && bodyValues(contract, type, repertoire);
  if (!bodies && required) return undefined;
  if (bodies)
    parts.push({ arbitrary: bodies, presence: required ? 10 : OPTIONAL, set: (draft, body) => ({ ...draft, body }) });
  return new Members(parts).map((values) => assemble(parts, values));
}

function assemble(parts: readonly Part[], values: readonly Drawn<Json>[]): Draft {
  return parts.reduce((draft, { set }, index) => {
    const value = values[index];
    return value === undefined || value === ABSENT ? draft : set(draft, value);
  }, emptyDraft);
}

function parameterValues(
  contract: Contract,
  parameter: Parameter,
  repertoire: Repertoire,
): Arbitrary<Json> | undefined {
  const { in: place, schema } = parameter;
  const carriable = place === 'header' || place === 'cookie' ? 'token' : repertoire;
  const values = schema ? arbitraryOf(contract, schema, 'request', carriable) : new Text('token', 1, 12);
  const read = readBack(contract.document, parameter);
  const isCarried = (value: Json) => {
    const back = read(value);
    return back !== undefined && equal(back, value);
  };
  const carried = values && new Kept<Json>(values, isCarried);
  return carried && isSatisfiable(carried) ? carried : undefined;
}

function bodyValues(contract: Contract, type: MediaType, repertoire: Repertoire): Arbitrary<Json> | undefined {
  if (!type.schema) return examplesOf(type);
  // Nothing says in which encoding the texts of parts are (RFC 7578 section 5.1.2), and a byte is no character.
  const isPlain = isMultipart(type.type) || isBytes(type.type);
  const values = arbitraryOf(contract, type.schema, 'request', isPlain ? 'token' : repertoire);
  if (!values || isJsonType(sentType(type.type))) return values;
  const written = new Kept(values, isWritten(contract.document, type)).map((body) => fitted(contract, type, body));
  return isSatisfiable(written) ? written : undefined;
}

function examplesOf({ examples, type }: MediaType): Arbitrary<Json> {
  return examples.length === 0 ? constant(plainBody(type)) : constantFrom(...examples.map(({ value }) => value));
}
