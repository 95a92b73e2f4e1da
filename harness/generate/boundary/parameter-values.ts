import { isSamePart } from '../../core/clause-part.ts';
import { canCarryName } from '../../core/http-field.ts';
import { isBeyondDouble, isNumber } from '../../core/json/decimal.ts';
import { isObject } from '../../core/json/index.ts';
import { getAllAt, getAt, parsePointer } from '../../core/json/pointer.ts';
import { type Clause, ExactNumber, type JsonValue, type Parameter } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isOfPrimitive } from '../../openapi/parameters/delimited.ts';
import { typesOfItem, typesOfProperty } from '../../openapi/parameters/part-types.ts';
import { declaredTypes, parsePrimitive } from '../../openapi/parameters/primitive.ts';
import {
  isPathSegment,
  MAX_SERIALIZED_LENGTH,
  serializeHeader,
  serializePathParameter,
  serializePrimitive,
  serializeQueryOrCookie,
} from '../../openapi/parameters/serialize.ts';
import type { TypeName } from '../../openapi/schema/instance-types.ts';
import { getParameter, withParameter } from '../requests/build-request.ts';
import { mutateValue, type ValueMutation } from '../values/boundary/mutate-value.ts';
import { randomValues } from '../values/random-value.ts';
import { isAmbiguous } from './ambiguous-parameter.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';
import { parameterClauseLookup, parameterLabel } from './parameter-label.ts';
import { schemaOfClause } from './uncovered-clauses.ts';

/** Random values to reach clauses that those of the base do not. */
const RANDOM_VALUES = 20;

/** Yields a parameter at every boundary and with every violation, then values for the clauses that these do not target. */
export function* parameterValueCases(context: BoundaryContext, parameter: Parameter): Generator<CaseSpec> {
  const { contract, operation, unique } = context;
  const { schema } = parameter;
  const base = getParameter(context.allParts, parameter);
  if (!schema || base === undefined) return;
  const seen = new Set([serialized(parameter, base)]);
  const covered = new Set<string>();
  for (const each of casesOf(context, parameter, schema, base, seen)) {
    for (const { id } of each.targets) covered.add(id);
    yield each;
  }
  const part = clauseParts.parameter(parameter);
  const left = contract.clausesOf(operation).filter(({ id, part: own }) => isSamePart(own, part) && !covered.has(id));
  if (left.length === 0 || namesRecord(context, parameter)) return;
  const others = randomValues(contract, unique, schema, 'request', RANDOM_VALUES);
  yield* otherValueCases(context, parameter, schema, left, others, seen);
}

/** Yields a valid and an invalid value for each clause that no mutation of the base targets, such as those of another alternative. */
function* otherValueCases(
  context: BoundaryContext,
  parameter: Parameter,
  schema: string,
  left: readonly Clause[],
  values: readonly JsonValue[],
  seen: Set<string | undefined>,
): Generator<CaseSpec> {
  const { contract, allParts } = context;
  const done = new Set<string>();
  const isNew = ({ id }: Clause, expectation: string) =>
    left.some((each) => each.id === id) && !done.has(`${expectation} ${id}`);
  for (const [index, value] of values.entries()) {
    if (!left.some((clause) => reaches(value, clause))) continue;
    const held = left.filter((clause) => isNew(clause, 'accept') && holds(contract, clause, value));
    const id = `${parameterLabel(parameter)} is other value ${index + 1}`;
    const own: CaseSpec = { id, spec: withParameter(allParts, parameter, value), expectation: 'accept', targets: held };
    const mayName = context.changesRecord && parameter.in === 'path';
    const isPlain = held.length > 0 && !mayName && isUnambiguous(context, parameter, value);
    for (const each of [...(isPlain ? [own] : []), ...casesOf(context, parameter, schema, value, seen)]) {
      const [first] = each.targets;
      const sent = getParameter(each.spec, parameter) ?? null;
      if (!first || !isNew(first, each.expectation) || each.expectation === 'any') continue;
      if (isValidAsText(context, parameter, sent)) continue;
      for (const target of each.targets) done.add(`${each.expectation} ${target.id}`);
      yield each === own ? own : { ...each, id: `${each.id} in other value ${index + 1}` };
    }
  }
}

function reaches(value: JsonValue, { instancePath }: Clause): boolean {
  return getAllAt(value, parsePointer(instancePath)).length > 0;
}

/** Whether a value is valid by the schema of a clause, which is that of one alternative of several. */
function holds({ schemas }: Contract, { schemaPointer, instancePath }: Clause, value: JsonValue): boolean {
  const schema = schemaOfClause(schemaPointer);
  return getAllAt(value, parsePointer(instancePath)).some((each) => schemas.accepts(schema, each, 'request'));
}

/** Yields the mutations of a value, each serialization once. */
function* casesOf(
  context: BoundaryContext,
  parameter: Parameter,
  schema: string,
  base: JsonValue,
  seen: Set<string | undefined>,
): Generator<CaseSpec> {
  const { contract, allParts } = context;
  const clause = parameterClauseLookup(context, parameter);
  for (const each of mutateValue(contract, schema, base, 'request')) {
    const mutation = parameter.in === 'path' ? { ...each, value: inOtherNotation(each.value, base) } : each;
    if (context.changesRecord && parameter.in === 'path' && mayExist(mutation)) continue;
    const text = serialized(parameter, mutation.value);
    if (text === undefined || text === '' || text.length > MAX_SERIALIZED_LENGTH) continue;
    const open = mutation.isUnspecified || isAmbiguous(context, parameter, mutation.value);
    const isUnknown = namesRecord(context, parameter) && mutation.violated.length === 0;
    // An ambiguous value may serialize like an unambiguous one.
    if (seen.has(text) || seen.has(`${open} ${text}`)) continue;
    const read = readBack(context, parameter, mutation.value);
    const violated = contract.schemas.validate(schema, read, 'request');
    if (violated.length === 0 && contract.schemas.lastNotEvaluated.size > 0) continue;
    if (violated.length > 0 !== mutation.violated.length > 0 && !open) continue;
    seen.add(open ? `${open} ${text}` : text);
    const isOpen = open || isUnknown || (violated.length > 0 && isValidAsText(context, parameter, mutation.value));
    const expectation = isOpen ? 'any' : violated.length > 0 ? 'reject' : 'accept';
    const targets = violated.length > 0 ? violated.map(({ pointer }) => clause(pointer)) : [clause(mutation.targets)];
    yield {
      id: `${parameterLabel(parameter)} ${labelOf(parameter, mutation)}`,
      spec: withParameter(allParts, parameter, mutation.value),
      expectation,
      targets,
      leniency: isBeyondDouble(mutation.value),
      changeKind: mutation.kind,
    };
  }
}

/** A number in the same notation for the record of the base: another one may exist, or not. */
function inOtherNotation(value: JsonValue, base: JsonValue): JsonValue {
  if (!(value instanceof ExactNumber) || !isNumber(base) || !/^\d+$/.test(String(base))) return value;
  const suffix = { '1.0': '.0', '1e1': 'e0' }[String(value)];
  return suffix === undefined ? value : new ExactNumber(`${base}${suffix}`);
}

/** Whether a valid identifier may be that of a record that the run has not created. */
function mayExist({ value, violated }: ValueMutation): boolean {
  if (violated.length > 0) return false;
  return isNumber(value) ? Math.abs(Number(value)) < 2 ** 31 : typeof value === 'string' && value.length < 8;
}

/** Whether other values of a parameter name records that need not exist, or are none that the service gave. */
function namesRecord({ unique, operation }: BoundaryContext, { in: location, name }: Parameter): boolean {
  return unique.referencesOf(operation.id).some((each) => each.in === location && each.at === name);
}

/** Returns the label of what is sent: null is serialized as an empty string, except in JSON. */
function labelOf({ style }: Parameter, { label, path, value }: ValueMutation): string {
  return getAt(value, path) === null && style !== 'content' ? label.replace(/is null$/, 'is an empty value') : label;
}

/** Returns whether every service parses the same value from the serialized parameter. */
export function isUnambiguous(context: BoundaryContext, parameter: Parameter, value: JsonValue): boolean {
  const text = serialized(parameter, value);
  return (
    text !== undefined && text !== '' && text.length <= MAX_SERIALIZED_LENGTH && !isAmbiguous(context, parameter, value)
  );
}

/** Returns the serialized parameter, undefined if its location cannot carry the value. */
function serialized(parameter: Parameter, value: JsonValue): string | undefined {
  if (!canCarryName(parameter)) return undefined;
  if (isObject(value) && parameter.style !== 'deepObject' && parameter.style !== 'content' && !parameter.schema)
    return undefined;
  const write = {
    query: serializeQueryOrCookie,
    cookie: serializeQueryOrCookie,
    path: serializePathParameter,
    header: serializeHeader,
  };
  const text = write[parameter.in](parameter, value);
  if (parameter.in === 'header' && (/[^\x21-\x7e ]/.test(text) || text !== text.trim())) return undefined;
  if (parameter.in === 'path' && !isPathSegment(text)) return undefined;
  return text;
}

/** Returns the value that a service parses by the schema: every primitive is sent as a string. */
function readBack({ contract: { document } }: BoundaryContext, parameter: Parameter, value: JsonValue): JsonValue {
  const { schema, style } = parameter;
  if (style === 'content' || !schema) return value;
  const read = (types: ReadonlySet<TypeName>, inner: JsonValue) =>
    isPrimitive(inner) ? parsePrimitive(types, serializePrimitive(inner)) : inner;
  if (Array.isArray(value)) return value.map((item, index) => read(typesOfItem(document, schema, index), item));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, property]) => [name, read(typesOfProperty(document, schema, name), property)]),
    );
  const types = declaredTypes(document, schema);
  const alone = parsePrimitive(types, serializePrimitive(value));
  const isList = types.has('array') && !isOfPrimitive(types, alone);
  return isList ? [read(typesOfItem(document, schema, 0), value)] : alone;
}

/** Whether a value that is no array is valid, too: of a string or an array of strings, `?a=b` may be either. */
function isValidAsText({ contract }: BoundaryContext, { schema, explode }: Parameter, value: JsonValue): boolean {
  const items = Array.isArray(value) ? value : [value];
  if (schema === undefined || isObject(value) || (explode && items.length !== 1)) return false;
  const types = new Set(declaredTypes(contract.document, schema));
  if (!types.delete('array') || types.size === 0) return false;
  return contract.schemas.accepts(schema, parsePrimitive(types, items.map(serializePrimitive).join()), 'request');
}

function isPrimitive(value: JsonValue): boolean {
  return !Array.isArray(value) && !isObject(value);
}
