import { isNumber } from '../../core/json/decimal.ts';
import { canonicalize, jsonEqual } from '../../core/json/equal.ts';
import { isObject, stringifyJson } from '../../core/json/index.ts';
import { getAt, parsePointer } from '../../core/json/pointer.ts';
import type { Clause, JsonValue, Parameter } from '../../core/model.ts';
import { toReceivedRequest } from '../../core/received-request.ts';
import { isUnambiguous } from '../../generate/boundary/parameter-values.ts';
import { buildRequest, getParameter, requestMediaType, withParameter } from '../../generate/requests/build-request.ts';
import { isOwnPath } from '../../generate/requests/own-path.ts';
import { isVariedText } from '../../generate/requests/varied-text.ts';
import { mutateValue } from '../../generate/values/boundary/mutate-value.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import { isFreeForm, mayRejectForm } from '../../runner/conclude/inconclusive.ts';
import type { MutationContext } from '../operation-context.ts';
import type { ParsedRequest } from '../request-parser.ts';

/** A value at one location of a request, recognizable in other requests. */
export interface RequestValue {
  /** The location and its value, e.g. `body /id is a numeric string`. */
  readonly label: string;
  /** The clauses that it violates; empty if it is valid. */
  readonly violated: readonly Clause[];
  /** The clause that a valid value targets. */
  readonly targetClause: Clause;
  /** The value; undefined if absent. */
  readonly value: JsonValue | undefined;
  /** Returns the value at this location of a request. */
  read(parsed: ParsedRequest): JsonValue | undefined;
  /** Returns whether a request has this value. */
  isIn(parsed: ParsedRequest): boolean;
}

const known = new WeakMap<MutationContext, readonly RequestValue[]>();

/** Returns the specified values of all request locations, valid and invalid; computed once per operation. */
export function requestValues(context: MutationContext): readonly RequestValue[] {
  const values = known.get(context) ?? [...makeValues(context)];
  known.set(context, values);
  return values;
}

/** Returns those that are valid, and that a service has to accept. */
export function acceptableValues(context: MutationContext): readonly RequestValue[] {
  const isOpen = mayRejectForm(context.operation);
  return requestValues(context).filter(
    ({ violated, targetClause, value }) => violated.length === 0 && !(isOpen && isFreeForm(targetClause, value)),
  );
}

function* makeValues(context: MutationContext): Generator<RequestValue> {
  yield* bodyValues(context);
  for (const parameter of context.operation.parameters) yield* parameterValues(context, parameter);
}

function* bodyValues({ contract, operation, allParts }: MutationContext): Generator<RequestValue> {
  const type = requestMediaType(operation);
  if (!type?.schema || !isJsonType(type.type) || allParts?.body === undefined) return;
  const clause = (pointer: string) => contract.clauseAt(operation, clauseParts.requestBody(type.type), pointer);
  for (const mutation of mutateValue(contract, type.schema, allParts.body, 'request')) {
    if (mutation.isUnspecified) continue;
    const { label, path, violated, targets } = mutation;
    const value = getAt(mutation.value, path);
    const base = getAt(allParts.body, path);
    const read = ({ body }: ParsedRequest) => (body === undefined ? undefined : getAt(body, path));
    yield {
      label: `body ${label}`,
      violated: violated.map(clause),
      targetClause: clause(targets),
      value,
      read,
      isIn: (parsed) =>
        parsed.body !== undefined && isSameValue(read(parsed), value, base) && hasParent(parsed.body, path),
    };
  }
}

/** Compares by structure if the value contains the valid one, e.g. in an array: that differs between requests. */
function isSameValue(a: JsonValue | undefined, b: JsonValue | undefined, base: JsonValue | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (isVariedText(a, b)) return true;
  // A list that is repeated, or whose item is alone, contains the valid item.
  const valid = Array.isArray(base) && isObject(base[0]) ? base[0] : base;
  const derived =
    base !== undefined &&
    structureOf(b) !== structureOf(base) &&
    stringifyJson(b).includes(stringifyJson(valid ?? base));
  return derived ? structureOf(a) === structureOf(b) : jsonEqual(a, b);
}

function structureOf(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(structureOf)}]`;
  if (isObject(value)) return `{${Object.keys(value).map((name) => `${name}:${structureOf(value[name] ?? null)}`)}}`;
  if (typeof value === 'string') return /^-?\d+$/.test(value) ? 'digits' : 'text';
  return isNumber(value) ? 'number' : String(value);
}

function hasParent(body: JsonValue, path: string): boolean {
  return parsePointer(path).length < 2 || getAt(body, path.slice(0, path.lastIndexOf('/'))) !== undefined;
}

/** Yields parameter values as they are parsed; skips those that serialize like another one. */
function* parameterValues(context: MutationContext, parameter: Parameter): Generator<RequestValue> {
  const { contract, operation, allParts, reader, boundary } = context;
  const { schema } = parameter;
  const base = allParts && getParameter(allParts, parameter);
  if (!boundary || !allParts || schema === undefined || base === undefined) return;
  const clause = (pointer: string) => contract.clauseAt(operation, clauseParts.parameter(parameter), pointer);
  const own = reader.read(toReceivedRequest(buildRequest(operation, allParts)))?.parameters.get(parameter);
  const parsed = new Set(own === undefined ? [] : [canonicalize(own)]);
  for (const mutation of mutateValue(contract, schema, base, 'request')) {
    if (mutation.isUnspecified || !isUnambiguous(boundary, parameter, mutation.value)) continue;
    const spec = withParameter(allParts, parameter, mutation.value);
    if (parameter.in === 'path' && !isOwnPath(contract, operation, spec)) continue;
    const value = reader.read(toReceivedRequest(buildRequest(operation, spec)))?.parameters.get(parameter);
    if (value === undefined || parsed.has(canonicalize(value))) continue;
    parsed.add(canonicalize(value));
    const violated = contract.schemas.validate(schema, value, 'request').map(({ pointer }) => clause(pointer));
    if (violated.length > 0 !== mutation.violated.length > 0) continue;
    yield {
      label: `${parameter.in} ${parameter.name} ${mutation.label}`,
      violated: violated,
      targetClause: clause(mutation.targets),
      value,
      read: ({ parameters }) => parameters.get(parameter),
      isIn: ({ parameters }) => isSameValue(parameters.get(parameter), value, base),
    };
  }
}
