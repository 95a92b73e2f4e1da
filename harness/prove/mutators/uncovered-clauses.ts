import { isExpectationFinding } from '../../checks/index.ts';
import { isOptionalProperty, isSamePart } from '../../core/clause-part.ts';
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

/** Mutants of request clauses without one: of another alternative, or that no string can violate. */
export function* uncoveredClauseMutants(context: MutationContext, mutants: readonly Mutant[]): Generator<Mutant> {
  const { contract, operation } = context;
  const mutated = new Set(mutants.map(({ clause }) => clause.id));
  const missing = contract
    .clausesOf(operation)
    .filter(
      ({ id, direction, part }) => direction === 'request' && !mutated.has(id) && requestPartReader(operation, part),
    );
  if (missing.length === 0) return;
  const violable = new Map(violationsOf(context, missing).map((each) => [each.clause.id, each]));
  for (const clause of missing) {
    const own = violable.get(clause.id);
    yield own ? skipsCheck(context, own) : rejectsLocation(context, clause);
  }
}

function violationsOf(context: MutationContext, missing: readonly Clause[]): ClauseViolation[] {
  const type = requestMediaType(context.operation);
  if (!type?.schema || !isJsonType(type.type)) return [];
  const part = clauseParts.requestBody(type.type);
  const own = missing.filter((clause) => isSamePart(clause.part, part));
  const body = { part, schema: type.schema, value: context.allParts?.body, direction: 'request' } as const;
  return own.length === 0 ? [] : findViolations(context, body, own);
}

/** Accepts violations of the clause; findings name the first clause that a request violates. */
function skipsCheck(context: MutationContext, { clause, namedBy }: ClauseViolation): Mutant {
  const ids = new Set(namedBy.map(({ id }) => id));
  const why = 'no value violates this clause alone; another clause that it violates is named';
  return createMutant(context.operation, {
    clause,
    mutator: 'skip-validation',
    description: 'does not validate it',
    targetClause: namedBy[0] ?? clause,
    ...(namedBy[0]?.id === clause.id
      ? {}
      : { equivalentFindings: { reason: why, matches: (finding: Finding) => ids.has(finding.clause.id) } }),
    mutate: acceptInvalid(context, namedBy, () => true),
  });
}

/** Rejects valid values of a clause that has no invalid ones, e.g. the type of a string parameter. */
function rejectsLocation(context: MutationContext, clause: Clause): Mutant {
  const isOptional = isOptionalProperty(clause);
  return createMutant(context.operation, {
    clause,
    mutator: 'reject-valid',
    rejectsValid: true,
    description: isOptional ? 'rejects requests without it' : 'rejects any value',
    targetClause: clause,
    // No request may reach it: too deep, or a property that every valid value needs, e.g. to fit one branch of `oneOf`.
    dependsOnDocument: true,
    equivalentFindings: {
      reason: 'the requests that trigger it target another clause',
      matches: isExpectationFinding,
    },
    mutate: rejectValid(context, (parsed) =>
      isOptional ? lacks(context, clause, parsed) : valuesIn(context, clause, parsed).length > 0,
    ),
  });
}

function valuesIn({ operation }: MutationContext, { part, instancePath }: Clause, parsed: ParsedRequest): JsonValue[] {
  return getAllAt(requestPartReader(operation, part)?.(parsed), parsePointer(instancePath));
}

function lacks(context: MutationContext, clause: Clause, parsed: ParsedRequest): boolean {
  const name = parsePointer(clause.schemaPointer).at(-1) ?? '';
  return valuesIn(context, clause, parsed).some((owner) => isObject(owner) && !Object.hasOwn(owner, name));
}
