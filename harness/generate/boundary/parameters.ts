import { canCarryName } from '../../core/http-field.ts';
import { isBeyondDouble, isNumber } from '../../core/json/decimal.ts';
import { isObject } from '../../core/json/index.ts';
import { appendTokens, getAt } from '../../core/json/pointer.ts';
import { ExactNumber, type JsonValue, type Parameter } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
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
import { isOwnPath } from '../requests/own-path.ts';
import { mutateValue, type ValueMutation } from '../values/boundary/mutate-value.ts';
import { isAmbiguous } from './ambiguous-parameter.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';
import { parameterClauseLookup, parameterLabel } from './parameter-label.ts';
import { nonNumericTextCases, querySyntaxCases } from './query-syntax.ts';

/** Yields each parameter absent, at every boundary and with every violation, in its declared style. */
export function* parameterCases(context: BoundaryContext): Generator<CaseSpec> {
  for (const parameter of context.operation.parameters) {
    yield* presenceCases(context, parameter);
    for (const each of [valueCases, nonNumericTextCases].flatMap((family) => [...family(context, parameter)]))
      if (parameter.in !== 'path' || isOwnPath(context.contract, context.operation, each.spec)) yield each;
    if (parameter.in === 'query') yield* querySyntaxCases(context, parameter);
  }
  if (context.operation.parameters.some((parameter) => parameter.in === 'query'))
    yield* undeclaredParameterCases(context);
}

function* presenceCases(context: BoundaryContext, parameter: Parameter): Generator<CaseSpec> {
  const clause = parameterClauseLookup(context, parameter);
  const name = parameterLabel(parameter);
  const value = getParameter(context.allParts, parameter);
  if (parameter.in !== 'path') {
    const targets = [clause(parameter.required ? appendTokens(parameter.pointer, 'required') : parameter.pointer)];
    const absent = withParameter(context.allParts, parameter, undefined);
    yield {
      id: `${name} is absent`,
      spec: absent,
      expectation: parameter.required ? 'reject' : 'accept',
      targets,
    };
  }
  if (value === undefined || parameter.required) return;
  const alone = withParameter(context.requiredOnly, parameter, value);
  yield {
    id: `${name} is the only optional parameter`,
    spec: alone,
    expectation: 'accept',
    targets: [clause(parameter.pointer)],
  };
}

function* valueCases(context: BoundaryContext, parameter: Parameter): Generator<CaseSpec> {
  const { contract, allParts } = context;
  const { schema } = parameter;
  const base = getParameter(allParts, parameter);
  if (!schema || base === undefined) return;
  const clause = parameterClauseLookup(context, parameter);
  const seen = new Set([serialized(parameter, base)]);
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
  return types.has('array')
    ? [read(typesOfItem(document, schema, 0), value)]
    : parsePrimitive(types, serializePrimitive(value));
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

function* undeclaredParameterCases(context: BoundaryContext): Generator<CaseSpec> {
  const { contract, operation, allParts } = context;
  const query = { ...allParts.parameters.query, unknown_parameter: 'x' };
  const targets = [contract.clauseAt(operation, clauseParts.anyResponse, operation.pointer)];
  const spec = { ...allParts, parameters: { ...allParts.parameters, query } };
  yield { id: 'an undeclared query parameter', spec, expectation: 'any', targets };
}
