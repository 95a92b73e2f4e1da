import type { Random } from 'fast-check';
import { parts } from '../../contract/clauses.ts';
import type { Contract } from '../../contract/contract.ts';
import { isObject } from '../../contract/json.ts';
import { isJsonType } from '../../contract/media-type.ts';
import { join } from '../../contract/pointer.ts';
import { violations } from '../../contract/variants.ts';
import type { Clause, Operation, Parameter } from '../../model.ts';
import { identities } from '../identity.ts';
import { bodyType, type Draft, withParameter } from '../request.ts';
import { readBack } from './carried.ts';

/** A request that breaks one clause. */
export interface Violation {
  /** The place and what is there: `body /name is null`. */
  readonly label: string;
  readonly clauses: readonly Clause[];
  readonly draft: Draft;
  /** True where what identifies the record is what is wrong. */
  readonly fixedIdentity: boolean;
}

/** A part of requests in which clauses can be broken: a parameter, or the body. */
export interface Site {
  /** How likely it is chosen: one for a parameter, one for each member of a body. */
  weight(draft: Draft): number;
  violations(draft: Draft): Iterable<Violation>;
}

export function sitesOf(contract: Contract, operation: Operation): Site[] {
  const sites = operation.parameters.map((parameter) => parameterSite(contract, operation, parameter));
  const body = bodySite(contract, operation);
  return body ? [...sites, body] : sites;
}

/** Breaks one clause of a valid request: the site by its weight, then the clause, then the way, each at random. */
export function pickViolation(
  sites: readonly Site[],
  draft: Draft,
  random: Random,
): { readonly site: Site; readonly violation: Violation } | undefined {
  let left = sites.flatMap((site) => Array.from({ length: site.weight(draft) }, () => site));
  while (left.length > 0) {
    const site = oneOf(random, left);
    const clauses = [...byClause(site.violations(draft)).values()];
    if (clauses.length > 0) return { site, violation: oneOf(random, oneOf(random, clauses)) };
    left = left.filter((other) => other !== site);
  }
  return undefined;
}

/** The same violation in another request of the site; undefined where it has no place there. */
export function sameViolation(site: Site, { label, clauses }: Violation, draft: Draft): Violation | undefined {
  for (const violation of site.violations(draft))
    if (violation.label === label && violation.clauses[0] === clauses[0]) return violation;
  return undefined;
}

function parameterSite(contract: Contract, operation: Operation, parameter: Parameter): Site {
  const { in: place, name, schema } = parameter;
  const read = readBack(contract.document, parameter);
  const clause = (pointer: string) => contract.clauseAt(operation, parts.parameter(parameter), pointer);
  const broken = (label: string, pointers: readonly string[], draft: Draft): Violation => ({
    label: `${place} ${name} ${label}`,
    clauses: pointers.map(clause),
    draft,
    fixedIdentity: false,
  });
  return {
    weight: (draft) => (draft.parameters[place][name] === undefined ? 0 : 1),
    *violations(draft) {
      const value = draft.parameters[place][name];
      if (value === undefined) return;
      if (parameter.required && place !== 'path')
        yield broken('is absent', [join(parameter.pointer, 'required')], withParameter(draft, parameter, undefined));
      for (const variant of schema ? violations(contract, schema, value, 'request') : []) {
        const sent = read(variant.value);
        const errors = sent === undefined || !schema ? [] : contract.schemas.validate(schema, sent, 'request');
        const pointers = [...new Set(errors.map(({ pointer }) => pointer))];
        if (pointers.length > 0) yield broken(variant.label, pointers, withParameter(draft, parameter, variant.value));
      }
    },
  };
}

function bodySite(contract: Contract, operation: Operation): Site | undefined {
  const type = bodyType(operation);
  const schema = type?.schema;
  if (!schema || !isJsonType(type.type)) return undefined;
  const own = new Set(identities(contract, operation).map(({ name }) => join('', name)));
  return {
    weight: ({ body }) => (isObject(body) ? Math.max(1, Object.keys(body).length) : body === undefined ? 0 : 1),
    *violations(draft) {
      for (const { label, path, value, broken } of draft.body === undefined
        ? []
        : violations(contract, schema, draft.body, 'request'))
        yield {
          label: `body ${label}`,
          clauses: broken.map((pointer) => contract.clauseAt(operation, parts.requestBody(type.type), pointer)),
          draft: { ...draft, body: value },
          fixedIdentity: own.has(path),
        };
    },
  };
}

function byClause(all: Iterable<Violation>): Map<string, Violation[]> {
  const groups = new Map<string, Violation[]>();
  for (const violation of all) {
    const key = violation.clauses.map(({ id }) => id).join(' ');
    const known = groups.get(key);
    if (known) known.push(violation);
    else groups.set(key, [violation]);
  }
  return groups;
}

function oneOf<T>(random: Random, list: readonly T[]): T {
  return list[random.nextInt(0, list.length - 1)] as T;
}
