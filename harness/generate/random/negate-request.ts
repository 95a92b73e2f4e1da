import type { Random } from 'fast-check';
import { getAt, parsePointer } from '../../core/json/pointer.ts';
import type { Clause } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ValidationError } from '../../openapi/schema/keyword.ts';
import type { RequestSpec } from '../requests/build-request.ts';
import { type ValueViolation, valueViolations } from './negate-value.ts';
import type { RequestLocation } from './request-location.ts';
import { nodeCount, pickLocation, replaceAt, type ValueLocation } from './value-location.ts';

/** A request that breaks one clause. */
export interface NegatedRequest {
  readonly site: RequestLocation;
  readonly place: ValueLocation;
  /** The place and what is there: `body /name is null`. */
  readonly label: string;
  readonly clauses: readonly Clause[];
  readonly draft: RequestSpec;
  /** True where what identifies the record is what is wrong. */
  readonly fixedIdentity: boolean;
}

/** Breaks one clause of a valid request: the site, the place, the clause and the way each at random; undefined where nothing can be broken. */
export function negateRequest(
  contract: Contract,
  sites: readonly RequestLocation[],
  draft: RequestSpec,
  random: Random,
): NegatedRequest | undefined {
  let left = sites.flatMap((site) => {
    const value = site.value(draft);
    return value === undefined ? [] : Array.from({ length: nodeCount(value) }, () => ({ site, value }));
  });
  while (left.length > 0) {
    const { site, value } = oneOf(random, left);
    const root = { path: '', schema: site.schema, value };
    const place = pickLocation(contract, root, random);
    const found = pickAt(contract, site, place, draft, random) ?? pickAt(contract, site, root, draft, random);
    if (found) return found;
    left = left.filter((other) => other.site !== site);
  }
  return undefined;
}

/** The same violation in another request; undefined where it has no place there. */
export function reapplyNegation(
  contract: Contract,
  known: NegatedRequest,
  draft: RequestSpec,
): NegatedRequest | undefined {
  const { site, place } = known;
  const whole = site.value(draft);
  const value = whole === undefined ? undefined : getAt(whole, place.path);
  if (value === undefined) return undefined;
  for (const breakage of breakagesAt(contract, site, { ...place, value })) {
    if (`${site.name} ${breakage.label}` !== known.label) continue;
    const same = violationOf(site, { ...place, value }, breakage, draft);
    return same?.clauses[0] === known.clauses[0] ? same : undefined;
  }
  return undefined;
}

function pickAt(
  contract: Contract,
  site: RequestLocation,
  place: ValueLocation,
  draft: RequestSpec,
  random: Random,
): NegatedRequest | undefined {
  let left = breakagesAt(contract, site, place);
  while (left.length > 0) {
    const clause = oneOf(random, [...new Set(left.map(clauseKey))]);
    const breakage = oneOf(
      random,
      left.filter((each) => clauseKey(each) === clause),
    );
    const violation = violationOf(site, place, breakage, draft);
    if (violation) return violation;
    left = left.filter((each) => each !== breakage);
  }
  return undefined;
}

function clauseKey({ broken }: ValueViolation): string {
  return broken.join(' ');
}

function breakagesAt(contract: Contract, { required }: RequestLocation, place: ValueLocation): ValueViolation[] {
  const all = valueViolations(contract, place);
  if (place.path !== '' || required === undefined) return all;
  return [{ label: 'is absent', path: '', value: undefined, broken: [required] }, ...all];
}

/** The breakage as a request; undefined where what is sent breaks nothing, or something elsewhere, too. */
function violationOf(
  site: RequestLocation,
  place: ValueLocation,
  breakage: ValueViolation,
  draft: RequestSpec,
): NegatedRequest | undefined {
  const whole = site.value(draft);
  if (whole === undefined) return undefined;
  const value = breakage.value === undefined ? undefined : replaceAt(whole, parsePointer(place.path), breakage.value);
  const errors = value === undefined ? [] : site.errors(value);
  const broken = value === undefined ? breakage.broken : errors.map(({ pointer }) => pointer);
  if (broken.length === 0 || !errors.every((error) => isAbout(breakage.path, error))) return undefined;
  return {
    site,
    place,
    label: `${site.name} ${breakage.label}`,
    clauses: [...new Set(broken)].map((pointer) => site.clause(pointer)),
    draft: site.with(draft, value),
    fixedIdentity: site.identities.has(breakage.path),
  };
}

/** Inside of the place; or at the value that holds it, where its members and items are counted. */
function isAbout(path: string, error: ValidationError): boolean {
  const holder = path.slice(0, path.lastIndexOf('/'));
  return error.path === path || error.path === holder || error.path.startsWith(`${path}/`);
}

function oneOf<T>(random: Random, list: readonly T[]): T {
  return list[random.nextInt(0, list.length - 1)] as T;
}
