import type { Random } from 'fast-check';
import { isBeyondDouble } from '../../core/json/decimal.ts';
import { getAt, replaceAt } from '../../core/json/pointer.ts';
import type { Clause } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ValidationError } from '../../openapi/schema/messages.ts';
import type { RequestSpec } from '../requests/build-request.ts';
import { type ValueViolation, valueViolations } from './negate-value.ts';
import type { RequestLocation } from './request-location.ts';
import { nodeCount, pickLocation, type ValueLocation } from './value-location.ts';

/** A request that violates one clause. */
export interface NegatedRequest {
  readonly requestLocation: RequestLocation;
  readonly valueLocation: ValueLocation;
  /** The location and its value: `body /name is null`. */
  readonly label: string;
  readonly clauses: readonly Clause[];
  readonly spec: RequestSpec;
  /** True if a unique field is invalid. */
  readonly uniqueFieldUnderTest: boolean;
  /** JSON Pointer of the invalid value in the body; undefined if it is elsewhere. */
  readonly valueUnderTest: string | undefined;
  /** As in `TestCaseInit`. */
  readonly leniency: boolean;
}

/** Violates one clause of a valid request, choosing location and violation at random; undefined if there is none. */
export function negateRequest(
  contract: Contract,
  requestLocations: readonly RequestLocation[],
  spec: RequestSpec,
  random: Random,
): NegatedRequest | undefined {
  let left = requestLocations.flatMap((requestLocation) => {
    const value = requestLocation.value(spec);
    return value === undefined
      ? []
      : Array.from({ length: nodeCount(value) }, () => ({ site: requestLocation, value }));
  });
  while (left.length > 0) {
    const { site: requestLocation, value } = oneOf(random, left);
    const root = { path: '', schema: requestLocation.schema, value };
    const place = pickLocation(contract, root, random);
    const found =
      pickViolation(contract, requestLocation, place, spec, random) ??
      pickViolation(contract, requestLocation, root, spec, random);
    if (found) return found;
    left = left.filter((other) => other.site !== requestLocation);
  }
  return undefined;
}

/** Applies the same violation to another request; undefined if that lacks the location. */
export function reapplyNegation(
  contract: Contract,
  known: NegatedRequest,
  spec: RequestSpec,
): NegatedRequest | undefined {
  const { requestLocation, valueLocation } = known;
  const result = requestLocation.value(spec);
  const value = result === undefined ? undefined : getAt(result, valueLocation.path);
  if (value === undefined) return undefined;
  for (const violation of violationsAt(contract, requestLocation, { ...valueLocation, value })) {
    if (`${requestLocation.name} ${violation.label}` !== known.label) continue;
    const same = toNegatedRequest(requestLocation, { ...valueLocation, value }, violation, spec);
    return same?.clauses[0] === known.clauses[0] ? same : undefined;
  }
  return undefined;
}

function pickViolation(
  contract: Contract,
  requestLocation: RequestLocation,
  place: ValueLocation,
  spec: RequestSpec,
  random: Random,
): NegatedRequest | undefined {
  let left = violationsAt(contract, requestLocation, place);
  while (left.length > 0) {
    const clause = oneOf(random, [...new Set(left.map(clauseKey))]);
    const breakage = oneOf(
      random,
      left.filter((each) => clauseKey(each) === clause),
    );
    const violation = toNegatedRequest(requestLocation, place, breakage, spec);
    if (violation) return violation;
    left = left.filter((each) => each !== breakage);
  }
  return undefined;
}

function clauseKey({ violated }: ValueViolation): string {
  return violated.join(' ');
}

function violationsAt(contract: Contract, { required }: RequestLocation, place: ValueLocation): ValueViolation[] {
  const all = valueViolations(contract, place);
  if (place.path !== '' || required === undefined) return all;
  return [{ label: 'is absent', path: '', value: undefined, violated: [required] }, ...all];
}

/** Builds the invalid request; undefined if what is sent is valid, or also violates the schema elsewhere. */
function toNegatedRequest(
  requestLocation: RequestLocation,
  place: ValueLocation,
  violation: ValueViolation,
  spec: RequestSpec,
): NegatedRequest | undefined {
  const result = requestLocation.value(spec);
  if (result === undefined) return undefined;
  const value = violation.value === undefined ? undefined : replaceAt(result, place.path, violation.value);
  const errors = value === undefined ? [] : requestLocation.errors(value);
  const violated = value === undefined ? violation.violated : errors.map(({ pointer }) => pointer);
  if (violated.length === 0 || !errors.every((error) => isAtOrBelow(violation.path, error))) return undefined;
  return {
    requestLocation,
    valueLocation: place,
    label: `${requestLocation.name} ${violation.label}`,
    clauses: [...new Set(violated)].map((pointer) => requestLocation.clause(pointer)),
    spec: requestLocation.withValue(spec, value),
    uniqueFieldUnderTest: requestLocation.uniqueFields.has(violation.path),
    valueUnderTest: requestLocation.isBody ? violation.path : undefined,
    leniency: !requestLocation.isBody && isBeyondDouble(violation.value),
  };
}

/** Returns whether an error is at or below the location, or at its parent, where properties and items are counted. */
function isAtOrBelow(path: string, error: ValidationError): boolean {
  const holder = path.slice(0, path.lastIndexOf('/'));
  return error.instancePath === path || error.instancePath === holder || error.instancePath.startsWith(`${path}/`);
}

function oneOf<T>(random: Random, list: readonly T[]): T {
  return list[random.nextInt(0, list.length - 1)] as T;
}
