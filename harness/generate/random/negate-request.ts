import type { Random } from 'fast-check';
import { getAt, replaceAt } from '../../core/json/pointer.ts';
import type { Clause } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ValidationError } from '../../openapi/schema/messages.ts';
import type { RequestSpec } from '../requests/build-request.ts';
import { type ValueViolation, valueViolations } from './negate-value.ts';
import type { RequestLocation } from './request-location.ts';
import { nodeCount, pickLocation, type ValueLocation } from './value-location.ts';

/** A request that breaks one clause. */
export interface NegatedRequest {
  readonly requestLocation: RequestLocation;
  readonly valueLocation: ValueLocation;
  /** The place and what is there: `body /name is null`. */
  readonly label: string;
  readonly clauses: readonly Clause[];
  readonly spec: RequestSpec;
  /** True where what identifies the record is what is wrong. */
  readonly uniqueFieldUnderTest: boolean;
}

/** Breaks one clause of a valid request: the site, the place, the clause and the way each at random; undefined where nothing can be broken. */
export function negateRequest(
  contract: Contract,
  sites: readonly RequestLocation[],
  spec: RequestSpec,
  random: Random,
): NegatedRequest | undefined {
  let left = sites.flatMap((site) => {
    const value = site.value(spec);
    return value === undefined ? [] : Array.from({ length: nodeCount(value) }, () => ({ site, value }));
  });
  while (left.length > 0) {
    const { site, value } = oneOf(random, left);
    const root = { path: '', schema: site.schema, value };
    const place = pickLocation(contract, root, random);
    const found = pickAt(contract, site, place, spec, random) ?? pickAt(contract, site, root, spec, random);
    if (found) return found;
    left = left.filter((other) => other.site !== site);
  }
  return undefined;
}

/** The same violation in another request; undefined where it has no place there. */
export function reapplyNegation(
  contract: Contract,
  known: NegatedRequest,
  spec: RequestSpec,
): NegatedRequest | undefined {
  const { requestLocation, valueLocation } = known;
  const whole = requestLocation.value(spec);
  const value = whole === undefined ? undefined : getAt(whole, valueLocation.path);
  if (value === undefined) return undefined;
  for (const breakage of breakagesAt(contract, requestLocation, { ...valueLocation, value })) {
    if (`${requestLocation.name} ${breakage.label}` !== known.label) continue;
    const same = violationOf(requestLocation, { ...valueLocation, value }, breakage, spec);
    return same?.clauses[0] === known.clauses[0] ? same : undefined;
  }
  return undefined;
}

function pickAt(
  contract: Contract,
  site: RequestLocation,
  place: ValueLocation,
  spec: RequestSpec,
  random: Random,
): NegatedRequest | undefined {
  let left = breakagesAt(contract, site, place);
  while (left.length > 0) {
    const clause = oneOf(random, [...new Set(left.map(clauseKey))]);
    const breakage = oneOf(
      random,
      left.filter((each) => clauseKey(each) === clause),
    );
    const violation = violationOf(site, place, breakage, spec);
    if (violation) return violation;
    left = left.filter((each) => each !== breakage);
  }
  return undefined;
}

function clauseKey({ violated }: ValueViolation): string {
  return violated.join(' ');
}

function breakagesAt(contract: Contract, { required }: RequestLocation, place: ValueLocation): ValueViolation[] {
  const all = valueViolations(contract, place);
  if (place.path !== '' || required === undefined) return all;
  return [{ label: 'is absent', path: '', value: undefined, violated: [required] }, ...all];
}

/** The breakage as a request; undefined where what is sent breaks nothing, or something elsewhere, too. */
function violationOf(
  site: RequestLocation,
  place: ValueLocation,
  breakage: ValueViolation,
  spec: RequestSpec,
): NegatedRequest | undefined {
  const whole = site.value(spec);
  if (whole === undefined) return undefined;
  const value = breakage.value === undefined ? undefined : replaceAt(whole, place.path, breakage.value);
  const errors = value === undefined ? [] : site.errors(value);
  const broken = value === undefined ? breakage.violated : errors.map(({ pointer }) => pointer);
  if (broken.length === 0 || !errors.every((error) => isAbout(breakage.path, error))) return undefined;
  return {
    requestLocation: site,
    valueLocation: place,
    label: `${site.name} ${breakage.label}`,
    clauses: [...new Set(broken)].map((pointer) => site.clause(pointer)),
    spec: site.withValue(spec, value),
    uniqueFieldUnderTest: site.uniqueFields.has(breakage.path),
  };
}

/** Inside of the place; or at the value that holds it, where its members and items are counted. */
function isAbout(path: string, error: ValidationError): boolean {
  const holder = path.slice(0, path.lastIndexOf('/'));
  return error.instancePath === path || error.instancePath === holder || error.instancePath.startsWith(`${path}/`);
}

function oneOf<T>(random: Random, list: readonly T[]): T {
  return list[random.nextInt(0, list.length - 1)] as T;
}
