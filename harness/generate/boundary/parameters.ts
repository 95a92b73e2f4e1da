import { isObject } from '../../core/json/index.ts';
import { appendTokens, getAt } from '../../core/json/pointer.ts';
import type { JsonValue, Parameter } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { declaredTypes, parsePrimitive } from '../../openapi/parameters/primitive.ts';
import {
  isPathSegment,
  serializeHeader,
  serializePathParameter,
  serializePrimitive,
  serializeQueryOrCookie,
} from '../../openapi/parameters/serialize.ts';
import { schemasOfItem, schemasOfProperty } from '../../openapi/schema/applicable-schemas.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { getParameter, withParameter } from '../requests/build-request.ts';
import { mutateValue, type ValueMutation } from '../values/boundary/mutate-value.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';
import { parameterClauseLookup, parameterLabel } from './parameter-label.ts';
import { nonNumericTextCases, querySyntaxCases } from './query-syntax.ts';

/** HTTP servers may reject longer request targets (RFC 9112 section 3 recommends 8,000 octets). */
const MAX_SERIALIZED_LENGTH = 4000;

/** Yields each parameter absent, at every boundary and with every violation, in its declared style. */
export function* parameterCases(context: BoundaryContext): Generator<CaseSpec> {
  for (const parameter of context.operation.parameters) {
    yield* presenceCases(context, parameter);
    yield* valueCases(context, parameter);
    yield* nonNumericTextCases(context, parameter);
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
  for (const mutation of mutateValue(contract, schema, base, 'request')) {
    const text = serialized(parameter, mutation.value);
    if (text === undefined || text === '' || text.length > MAX_SERIALIZED_LENGTH) continue;
    const open = mutation.isUnspecified || isAmbiguous(context, parameter, mutation.value);
    // An ambiguous value may serialize like an unambiguous one.
    if (seen.has(text) || seen.has(`${open} ${text}`)) continue;
    const read = readBack(context, parameter, mutation.value);
    const violated = contract.schemas.validate(schema, read, 'request');
    if (violated.length === 0 && contract.schemas.lastNotEvaluated.size > 0) continue;
    if (violated.length > 0 !== mutation.violated.length > 0 && !open) continue;
    seen.add(open ? `${open} ${text}` : text);
    const expectation = open ? 'any' : violated.length > 0 ? 'reject' : 'accept';
    const targets = violated.length > 0 ? violated.map(({ pointer }) => clause(pointer)) : [clause(mutation.targets)];
    yield {
      id: `${parameterLabel(parameter)} ${labelOf(parameter, mutation)}`,
      spec: withParameter(allParts, parameter, mutation.value),
      expectation,
      targets,
    };
  }
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
  if (parameter.style === 'content' || !parameter.schema) return value;
  const types = declaredTypes(document, parameter.schema);
  const effective = effectiveSchema(document, parameter.schema, 'request');
  const read = (places: readonly string[], inner: JsonValue) =>
    isPrimitive(inner)
      ? parsePrimitive(
          new Set(places.flatMap((place) => [...declaredTypes(document, place)])),
          serializePrimitive(inner),
        )
      : inner;
  if (Array.isArray(value)) return value.map((item, index) => read(schemasOfItem(effective.schemas, index), item));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, property]) => [
        name,
        read(schemasOfProperty(effective.schemas, name) ?? [], property),
      ]),
    );
  return types.has('array')
    ? [read(schemasOfItem(effective.schemas, 0), value)]
    : parsePrimitive(types, serializePrimitive(value));
}

function isPrimitive(value: JsonValue): boolean {
  return !Array.isArray(value) && !isObject(value);
}

/** Returns whether implementations parse the value differently (OpenAPI 3.0.3, Style Values; RFC 3986 section 6). */
function isAmbiguous({ contract }: BoundaryContext, parameter: Parameter, value: JsonValue): boolean {
  const types = parameter.schema ? declaredTypes(contract.document, parameter.schema) : new Set();
  if (types.has('object') && !isObject(value) && parameter.style !== 'content') return true;
  // Some parsers read an empty value as an empty array (OpenAPI 3.0.3, Style Values, `empty`).
  if ((value === null || value === '') && (parameter.allowEmptyValue || types.has('array'))) return true;
  const isFlat = isObject(value) && parameter.style === 'deepObject' && Object.keys(value).length > 0;
  const items = Array.isArray(value) ? value : isFlat ? Object.values(value) : [value];
  if (items.some((item) => Array.isArray(item) || isObject(item))) return true;
  const text = items.map(serializePrimitive);
  const isEmpty = Array.isArray(value) && value.length === 0;
  if (isEmpty || (!isPrimitive(value) && text.some((item) => item === ''))) return true;
  if (!parameter.explode && Array.isArray(value) && text.some((item) => /[, |]/.test(item))) return true;
  if (parameter.in === 'path') return text.some((item) => item === '' || /^\.|[/\\%]/.test(item));
  if (parameter.in === 'query') return false;
  // Header values may have inner spaces (RFC 9110 section 5.5), cookie values not (RFC 6265 section 4.1.1).
  const plain = parameter.in === 'header' ? /^[\x20-\x7e]*$/ : /^[\x21-\x7e]*$/;
  return text.some((item) => !plain.test(item) || /[;,"\\]/.test(item));
}

function* undeclaredParameterCases(context: BoundaryContext): Generator<CaseSpec> {
  const { contract, operation, allParts } = context;
  const query = { ...allParts.parameters.query, unknown_parameter: 'x' };
  const targets = [contract.clauseAt(operation, clauseParts.anyResponse, operation.pointer)];
  const spec = { ...allParts, parameters: { ...allParts.parameters, query } };
  yield { id: 'an undeclared query parameter', spec, expectation: 'any', targets };
}
