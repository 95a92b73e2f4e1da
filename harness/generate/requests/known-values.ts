import { jsonEqual } from '../../core/json/equal.ts';
import { isObject } from '../../core/json/index.ts';
import { appendTokens, getAt, parsePointer, removeAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue, Operation, ParameterIn } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { acceptsBody } from './accepts-body.ts';
import { getParameter, type RequestSpec, requestMediaType, withParameter } from './build-request.ts';

/** A value of the user for one part of the requests of an operation. */
export interface KnownValue {
  readonly in: ParameterIn | 'body';
  /** Name of the parameter, or JSON Pointer in the body, with `*` for every item. */
  readonly at: string;
  readonly value: JsonValue;
  /** True if it is sent also where a request would not have that part. */
  readonly isAdded: boolean;
}

/** Returns the request with the known values of its operation, except those that would make its body invalid. */
export function withKnownValues(
  contract: Contract,
  operation: Operation,
  spec: RequestSpec,
  known: readonly KnownValue[],
): RequestSpec {
  return known.reduce((next, value) => withKnownValue(contract, operation, next, value), spec);
}

function withKnownValue(contract: Contract, operation: Operation, spec: RequestSpec, known: KnownValue): RequestSpec {
  const { in: location, at, value, isAdded } = known;
  if (location !== 'body') {
    const part = { in: location, name: at };
    return isAdded || getParameter(spec, part) !== undefined ? withParameter(spec, part, value) : spec;
  }
  if (spec.body === undefined || spec.bytes !== undefined) return spec;
  const body = knownPointers(spec.body, at, isAdded).reduce<JsonValue>(
    (whole, pointer) => replaceAt(whole, pointer, value),
    spec.body,
  );
  return acceptsBody(contract, operation, body) ? { ...spec, body } : spec;
}

/**
 * Returns the request without what is at a pointer into its body, with `*` for every item, or without the innermost
 * value around it that the schema does not require; unchanged if there is none.
 */
export function withoutPlace(contract: Contract, operation: Operation, spec: RequestSpec, at: string): RequestSpec {
  const { body } = spec;
  const schema = requestMediaType(operation)?.schema;
  if (body === undefined || spec.bytes !== undefined || schema === undefined) return spec;
  if (knownPointers(body, at, false).length === 0) return spec;
  for (let place = at; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
    const reduced = knownPointers(body, place, false).reverse().reduce(removeAt, body);
    if (contract.schemas.accepts(schema, reduced, 'request')) return { ...spec, body: reduced };
  }
  return spec;
}

/** True if the user has given a value for exactly this part of the requests. */
export function hasKnownValue(known: readonly KnownValue[], part: Pick<KnownValue, 'in' | 'at'>): boolean {
  return known.some((each) => each.in === part.in && each.at === part.at);
}

/** True if a request has another value in a place of a known one, or lacks one that is always sent. */
export function replacesKnownValue(spec: RequestSpec, known: readonly KnownValue[]): boolean {
  return known.some((each) => {
    const values = valuesAt(spec, each);
    const isRaw = each.in === 'body' && spec.bytes !== undefined;
    return (values.length === 0 && each.isAdded && !isRaw) || values.some((value) => !jsonEqual(value, each.value));
  });
}

function valuesAt(spec: RequestSpec, { in: location, at }: KnownValue): JsonValue[] {
  const { body } = spec;
  const parameter = location === 'body' ? undefined : getParameter(spec, { in: location, name: at });
  if (location !== 'body') return parameter === undefined ? [] : [parameter];
  return body === undefined ? [] : knownPointers(body, at, false).map((pointer) => getAt(body, pointer) ?? null);
}

/** True if a place in a body, or what is in it, has a known value. */
export function isKnownPlace(known: readonly KnownValue[], pointer: string): boolean {
  const tokens = parsePointer(pointer);
  return known.some(({ in: location, at }) => {
    const own = parsePointer(at);
    return (
      location === 'body' &&
      own.length <= tokens.length &&
      own.every((token, i) => token === '*' || token === tokens[i])
    );
  });
}

/** The pointers that one with `*` stands for; without it, also that of an absent property if it may be added. */
function knownPointers(value: JsonValue, at: string, isAdded: boolean): string[] {
  return pointersBelow(value, '', parsePointer(at), isAdded);
}

function pointersBelow(
  value: JsonValue | undefined,
  prefix: string,
  [token, ...rest]: readonly string[],
  isAdded: boolean,
): string[] {
  if (token === undefined) return value === undefined && !isAdded ? [] : [prefix];
  if (token === '*' && Array.isArray(value))
    return value.flatMap((item, index) => pointersBelow(item, appendTokens(prefix, index), rest, isAdded));
  if (Array.isArray(value)) {
    const item = value[Number(token)];
    return item === undefined ? [] : pointersBelow(item, appendTokens(prefix, token), rest, isAdded);
  }
  if (!isObject(value)) return [];
  const child = Object.hasOwn(value, token) ? value[token] : undefined;
  return pointersBelow(child, appendTokens(prefix, token), rest, isAdded);
}
