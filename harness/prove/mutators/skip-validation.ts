import { appendTokens } from '../../core/json/pointer.ts';
import type { Clause } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { parseMediaType } from '../../openapi/media-type.ts';
import { requiresCredentials } from '../../openapi/request/security.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { acceptInvalid, type RequestPredicate } from './mutate-validation.ts';
import { type RequestValue, requestValues } from './request-values.ts';

/** Mutants that accept invalid requests: one violation each, or all violations of one clause. */
export function* skipValidationMutants(context: MutationContext): Generator<Mutant> {
  const values = requestValues(context).filter(({ violated }) => violated.length > 0);
  const killed = new Set<string>();
  for (const { label, violated, isIn } of values) {
    const [clause] = violated;
    if (!clause) continue;
    killed.add(clause.id);
    yield mutant(context, clause, `accepts ${label}`, isIn, violated);
  }
  yield* neverViolatedAlone(context, values, killed);
  for (const clause of violatedAlone(values, killed)) yield mutant(context, clause, 'does not validate it', () => true);
  yield* missingParts(context);
  yield* undeclaredMediaTypes(context);
}

function mutant(
  context: MutationContext,
  clause: Clause,
  description: string,
  concerns: RequestPredicate,
  violated: readonly Clause[] = [clause],
): Mutant {
  return createMutant(context.operation, {
    clause,
    mutator: 'skip-validation',
    description: description,
    targetClause: clause,
    mutate: acceptInvalid(context, violated, concerns),
  });
}

/** Yields mutants of clauses that no value violates alone: another clause may be named. */
function* neverViolatedAlone(
  context: MutationContext,
  values: readonly RequestValue[],
  killed: ReadonlySet<string>,
): Generator<Mutant> {
  const done = new Set(killed);
  for (const { label, violated, isIn } of values)
    for (const clause of violated) {
      if (done.has(clause.id)) continue;
      done.add(clause.id);
      const others = new Set(violated.map(({ id }) => id));
      yield {
        ...mutant(context, clause, `accepts ${label}`, isIn, violated),
        equivalentFindings: {
          reason: 'no value violates this clause alone; another clause that it violates is named',
          matches: (finding) => others.has(finding.clause.id),
        },
      };
    }
}

/** Returns the clauses that some value violates alone. */
function violatedAlone(values: readonly RequestValue[], killed: ReadonlySet<string>): Clause[] {
  const alone = values.flatMap(({ violated }) => (violated.length === 1 ? violated : []));
  return [...new Map(alone.map((clause) => [clause.id, clause])).values()].filter(({ id }) => killed.has(id));
}

function* missingParts(context: MutationContext): Generator<Mutant> {
  const { contract, operation } = context;
  for (const parameter of operation.parameters) {
    if (!parameter.required || parameter.in === 'path') continue;
    const clause = contract.clauseAt(
      operation,
      clauseParts.parameter(parameter),
      appendTokens(parameter.pointer, 'required'),
    );
    const description = `accepts requests without ${parameter.in} ${parameter.name}`;
    yield mutant(context, clause, description, ({ parameters }) => !parameters.has(parameter));
  }
  const { requestBody } = operation;
  if (requestBody?.required) {
    const clause = contract.clauseAt(
      operation,
      clauseParts.requestBody(),
      appendTokens(requestBody.pointer, 'required'),
    );
    yield mutant(context, clause, 'accepts requests without a body', (_, { body }) => body.length === 0);
  }
  if (requiresCredentials(contract, operation)) {
    const clause = contract.clauseAt(operation, clauseParts.security, operation.pointer);
    yield mutant(context, clause, 'accepts requests without credentials', () => true);
  }
}

const UNDECLARED_TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
];

function* undeclaredMediaTypes(context: MutationContext): Generator<Mutant> {
  const { contract, operation } = context;
  const { requestBody } = operation;
  if (!requestBody || requestBody.content.some(({ type }) => type.includes('*'))) return;
  const clause = contract.clauseAt(operation, clauseParts.requestBody(), appendTokens(requestBody.pointer, 'content'));
  for (const type of UNDECLARED_TYPES.filter((other) =>
    requestBody.content.every((declared) => declared.type !== other),
  ))
    yield mutant(
      context,
      clause,
      `accepts a body of type ${type}`,
      (_, { headers }) => parseMediaType(String(headers['content-type']))?.essence === type,
    );
  yield mutant(context, clause, 'accepts a body of any media type', () => true);
}
