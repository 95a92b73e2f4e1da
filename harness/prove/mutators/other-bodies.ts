import type { Clause } from '../../core/model.ts';
import type { CaseSpec } from '../../generate/boundary/case-spec.ts';
import { formBodyCases } from '../../generate/boundary/form-body.ts';
import { otherMediaTypeCases } from '../../generate/boundary/other-media-types.ts';
import { mainTextCases } from '../../generate/boundary/text-body.ts';
import { xmlBodyCases } from '../../generate/boundary/xml-body.ts';
import { isMultipart } from '../../openapi/media-type.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { acceptInvalid } from './mutate-validation.ts';

/** Mutants that do not validate one clause of a form, or of a body in a further media type. */
export function* otherBodyMutants(context: MutationContext): Generator<Mutant> {
  const { boundary, operation } = context;
  if (!boundary) return;
  for (const clause of violatedAlone([
    ...formBodyCases(boundary),
    ...xmlBodyCases(boundary),
    ...mainTextCases(boundary),
    ...otherMediaTypeCases(boundary),
  ]))
    yield createMutant(operation, {
      clause,
      mutator: 'skip-validation',
      description: 'does not validate it',
      targetClause: clause,
      mutate: acceptInvalid(context, [clause], () => true),
    });
}

/** The clauses that a request violates alone; the fields of a multipart form are not read by {@link acceptInvalid}. */
function violatedAlone(cases: readonly CaseSpec[]): Iterable<Clause> {
  const clauses = cases.flatMap(({ expectation, targets: [clause, ...others] }) =>
    expectation === 'reject' && clause && others.length === 0 && isReadable(clause) ? [clause] : [],
  );
  return new Map(clauses.map((clause) => [clause.id, clause])).values();
}

function isReadable({ part }: Clause): boolean {
  return part.kind === 'request-body' && part.mediaType !== undefined && !isMultipart(part.mediaType);
}
