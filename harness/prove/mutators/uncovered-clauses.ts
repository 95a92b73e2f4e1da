import { isExpectationFinding } from '../../checks/index.ts';
import { isSamePart } from '../../core/clause-part.ts';
import { isObject } from '../../core/json/index.ts';
import { getAllAt, parsePointer } from '../../core/json/pointer.ts';
import type { Clause, Finding, JsonValue } from '../../core/model.ts';
import { requestMediaType } from '../../generate/requests/build-request.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import type { ParsedRequest } from '../request-parser.ts';
import { requestPartReader } from '../request-parts.ts';
import { type ClauseViolation, findViolations } from './find-violation.ts';
import { acceptInvalid, rejectValid } from './mutate-validation.ts';

/** Breaks of the request's clauses that no other break is about: those of another alternative, and those that no text can violate. */
export function* uncoveredClauseMutants(subject: MutationContext, broken: readonly Mutant[]): Generator<Mutant> {
  const { contract, operation } = subject;
  const known = new Set(broken.map(({ clause }) => clause.id));
  const missing = contract
    .clausesOf(operation)
    .filter(
      ({ id, direction, part }) => direction === 'request' && !known.has(id) && requestPartReader(operation, part),
    );
  if (missing.length === 0) return;
  const violable = new Map(violationsOf(subject, missing).map((each) => [each.clause.id, each]));
  for (const clause of missing) {
    const own = violable.get(clause.id);
    yield own ? unchecked(subject, own) : refusesPlace(subject, clause);
  }
}

function violationsOf(subject: MutationContext, missing: readonly Clause[]): ClauseViolation[] {
  const type = requestMediaType(subject.operation);
  if (!type?.schema || !isJsonType(type.type)) return [];
  const part = clauseParts.requestBody(type.type);
  const own = missing.filter((clause) => isSamePart(clause.part, part));
  const place = { part, schema: type.schema, value: subject.allParts?.body, direction: 'request' } as const;
  return own.length === 0 ? [] : findViolations(subject, place, own);
}

/** A request is judged by the first clause that it breaks. */
function unchecked(subject: MutationContext, { clause, namedBy }: ClauseViolation): Mutant {
  const ids = new Set(namedBy.map(({ id }) => id));
  const why = 'no value breaks this clause alone; another that it breaks with it is named';
  return createMutant(subject.operation, {
    clause,
    kind: 'let in',
    description: 'does not check it',
    targetClause: namedBy[0] ?? clause,
    ...(namedBy[0]?.id === clause.id
      ? {}
      : { equivalentFindings: { reason: why, matches: (finding: Finding) => ids.has(finding.clause.id) } }),
    mutate: acceptInvalid(subject, namedBy, () => true),
  });
}

/** What can be broken only by refusing what keeps it, such as that a text is a string. */
function refusesPlace(subject: MutationContext, clause: Clause): Mutant {
  const isOptional = /\/properties\/[^/]*$/.test(clause.schemaPointer);
  return createMutant(subject.operation, {
    clause,
    kind: 'rejected',
    description: isOptional ? 'refuses requests without it' : 'refuses whatever stands there',
    targetClause: clause,
    equivalentFindings: {
      reason: 'the requests that show it are about something else that they carry',
      matches: isExpectationFinding,
    },
    mutate: rejectValid(subject, (seen) =>
      isOptional ? lacks(subject, clause, seen) : valuesIn(subject, clause, seen).length > 0,
    ),
  });
}

function valuesIn({ operation }: MutationContext, { part, instancePath }: Clause, seen: ParsedRequest): JsonValue[] {
  return getAllAt(requestPartReader(operation, part)?.(seen), parsePointer(instancePath));
}

function lacks(subject: MutationContext, clause: Clause, seen: ParsedRequest): boolean {
  const name = parsePointer(clause.schemaPointer).at(-1) ?? '';
  return valuesIn(subject, clause, seen).some((owner) => isObject(owner) && !Object.hasOwn(owner, name));
}
