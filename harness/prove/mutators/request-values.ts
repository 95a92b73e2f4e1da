import { isNumber } from '../../core/json/decimal.ts';
import { canonicalize, jsonEqual } from '../../core/json/equal.ts';
import { isObject, stringifyJson } from '../../core/json/index.ts';
import { getAt, parsePointer } from '../../core/json/pointer.ts';
import type { Clause, JsonValue, Parameter } from '../../core/model.ts';
import { toReceivedRequest } from '../../core/received-request.ts';
import { isUnambiguous } from '../../generate/boundary/parameters.ts';
import { buildRequest, requestMediaType, withParameter } from '../../generate/requests/build-request.ts';
import { mutateValue } from '../../generate/values/boundary/mutate-value.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import type { MutationContext } from '../operation-context.ts';
import type { ParsedRequest } from '../request-parser.ts';

/** A value that a request may carry in one place, told from all others. */
export interface RequestValue {
  /** The place and what is there, e.g. `body /id is a numeric string`. */
  readonly label: string;
  /** The clauses that it breaks. */
  readonly violated: readonly Clause[];
  /** The clause that it keeps, where it breaks none. */
  readonly targetClause: Clause;
  /** The value itself; undefined where the place is empty. */
  readonly value: JsonValue | undefined;
  /** What a request has in this place. */
  read(seen: ParsedRequest): JsonValue | undefined;
  /** True for a request that carries it. */
  isIn(seen: ParsedRequest): boolean;
}

const known = new WeakMap<MutationContext, readonly RequestValue[]>();

/** Each value of a request, right or wrong, about which the contract speaks; made once for all breaks. */
export function requestValues(subject: MutationContext): readonly RequestValue[] {
  const values = known.get(subject) ?? [...makeValues(subject)];
  known.set(subject, values);
  return values;
}

function* makeValues(subject: MutationContext): Generator<RequestValue> {
  yield* bodyValues(subject);
  for (const parameter of subject.operation.parameters) yield* parameterValues(subject, parameter);
}

function* bodyValues({ contract, operation, allParts }: MutationContext): Generator<RequestValue> {
  const type = requestMediaType(operation);
  if (!type?.schema || !isJsonType(type.type) || allParts?.body === undefined) return;
  const clause = (pointer: string) => contract.clauseAt(operation, clauseParts.requestBody(type.type), pointer);
  for (const variant of mutateValue(contract, type.schema, allParts.body, 'request')) {
    if (variant.isUnspecified) continue;
    const { label, path, violated, targets } = variant;
    const value = getAt(variant.value, path);
    const base = getAt(allParts.body, path);
    const read = ({ body }: ParsedRequest) => (body === undefined ? undefined : getAt(body, path));
    yield {
      label: `body ${label}`,
      violated: violated.map(clause),
      targetClause: clause(targets),
      value,
      read,
      isIn: (seen) => seen.body !== undefined && same(read(seen), value, base) && parentIsThere(seen.body, path),
    };
  }
}

/** What is made of the valid value, such as a list of it, differs from request to request: it is told by its form. */
function same(a: JsonValue | undefined, b: JsonValue | undefined, base: JsonValue | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const derived = base !== undefined && form(b) !== form(base) && stringifyJson(b).includes(stringifyJson(base));
  return derived ? form(a) === form(b) : jsonEqual(a, b);
}

function form(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(form)}]`;
  if (isObject(value)) return `{${Object.keys(value).map((name) => `${name}:${form(value[name] ?? null)}`)}}`;
  if (typeof value === 'string') return /^-?\d+$/.test(value) ? 'digits' : 'text';
  return isNumber(value) ? 'number' : String(value);
}

function parentIsThere(body: JsonValue, path: string): boolean {
  return parsePointer(path).length < 2 || getAt(body, path.slice(0, path.lastIndexOf('/'))) !== undefined;
}

/** As they are read from the wire: what cannot be told from another value there is left out. */
function* parameterValues(subject: MutationContext, parameter: Parameter): Generator<RequestValue> {
  const { contract, operation, allParts, reader, boundary } = subject;
  const { schema } = parameter;
  const base = allParts?.parameters[parameter.in][parameter.name];
  if (!boundary || !allParts || schema === undefined || base === undefined) return;
  const clause = (pointer: string) => contract.clauseAt(operation, clauseParts.parameter(parameter), pointer);
  const own = reader.read(toReceivedRequest(buildRequest(operation, allParts)))?.parameters.get(parameter);
  const seen = new Set(own === undefined ? [] : [canonicalize(own)]);
  for (const variant of mutateValue(contract, schema, base, 'request')) {
    if (variant.isUnspecified || !isUnambiguous(boundary, parameter, variant.value)) continue;
    const request = buildRequest(operation, withParameter(allParts, parameter, variant.value));
    const value = reader.read(toReceivedRequest(request))?.parameters.get(parameter);
    if (value === undefined || seen.has(canonicalize(value))) continue;
    seen.add(canonicalize(value));
    const broken = contract.schemas.validate(schema, value, 'request').map(({ pointer }) => clause(pointer));
    if (broken.length > 0 !== variant.violated.length > 0) continue;
    yield {
      label: `${parameter.in} ${parameter.name} ${variant.label}`,
      violated: broken,
      targetClause: clause(variant.targets),
      value,
      read: ({ parameters }) => parameters.get(parameter),
      isIn: ({ parameters }) => same(parameters.get(parameter), value, base),
    };
  }
}
