import type { Clause, MediaType } from '../../core/model.ts';
import type { CaseSpec } from '../../generate/boundary/case-spec.ts';
import { formBodyCases } from '../../generate/boundary/form-body.ts';
import { otherMediaTypeCases } from '../../generate/boundary/other-media-types.ts';
import { mainTextCases } from '../../generate/boundary/text-body.ts';
import { xmlBodyCases } from '../../generate/boundary/xml-body.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { matchMediaType } from '../../openapi/media-type.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { acceptInvalid, rejectValid } from './mutate-validation.ts';

/** Mutants that do not validate one clause of a form, or of a body in a further media type, or that reject every body in it. */
export function* otherBodyMutants(context: MutationContext): Generator<Mutant> {
  const { boundary, operation } = context;
  if (!boundary) return;
  const cases = [
    ...formBodyCases(boundary),
    ...xmlBodyCases(boundary),
    ...mainTextCases(boundary),
    ...otherMediaTypeCases(boundary),
  ];
  for (const clause of violatedAlone(cases))
    yield createMutant(operation, {
      clause,
      mutator: 'skip-validation',
      description: 'does not validate it',
      targetClause: clause,
      mutate: acceptInvalid(context, [clause], () => true),
    });
  for (const type of operation.requestBody?.content ?? [])
    if (cases.some((each) => isValidIn(context, each, type))) yield rejectsMediaType(context, type);
}

/** Whether a valid request has to be accepted for a media type to be supported. */
function isValidIn({ contract, operation }: MutationContext, { expectation, targets }: CaseSpec, type: MediaType) {
  const syntax = contract.clauseAt(operation, clauseParts.requestBody(type.type), type.pointer);
  return expectation === 'accept' && targets[0]?.id === syntax.id;
}

function rejectsMediaType(context: MutationContext, type: MediaType): Mutant {
  const { contract, operation } = context;
  const clause = contract.clauseAt(operation, clauseParts.requestBody(type.type), type.pointer);
  return createMutant(operation, {
    clause,
    mutator: 'reject-valid',
    rejectsValid: true,
    description: 'rejects every body in it',
    targetClause: clause,
    mutate: rejectValid(
      context,
      (_, { headers }) =>
        matchMediaType(operation.requestBody?.content ?? [], String(headers['content-type'])) === type,
    ),
  });
}

/** The clauses of bodies that a request violates alone. */
function violatedAlone(cases: readonly CaseSpec[]): Iterable<Clause> {
  const clauses = cases.flatMap(({ expectation, targets: [clause, ...others] }) =>
    expectation === 'reject' && clause && others.length === 0 && isOfBody(clause) ? [clause] : [],
  );
  return new Map(clauses.map((clause) => [clause.id, clause])).values();
}

function isOfBody({ part }: Clause): boolean {
  return part.kind === 'request-body' && part.mediaType !== undefined;
}
