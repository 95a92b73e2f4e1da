import { appendTokens } from '../../core/json/pointer.ts';
import type { Clause } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { parseMediaType } from '../../openapi/media-type.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { acceptInvalid, type RequestPredicate } from './mutate-validation.ts';
import { type RequestValue, requestValues } from './request-values.ts';

/** Services that take requests which they must refuse: exactly one violation each, or all of one clause. */
export function* skipValidationMutants(subject: MutationContext): Generator<Mutant> {
  const values = requestValues(subject).filter(({ violated }) => violated.length > 0);
  const proven = new Set<string>();
  for (const { label, violated, isIn } of values) {
    const [clause] = violated;
    if (!clause) continue;
    proven.add(clause.id);
    yield one(subject, clause, `takes ${label}`, isIn, violated);
  }
  yield* neverFirst(subject, values, proven);
  for (const clause of unchecked(values, proven)) yield one(subject, clause, 'does not check it', () => true);
  yield* missing(subject);
  yield* mediaTypes(subject);
}

function one(
  subject: MutationContext,
  clause: Clause,
  says: string,
  concerns: RequestPredicate,
  broken: readonly Clause[] = [clause],
): Mutant {
  return createMutant(subject.operation, {
    clause,
    kind: 'let in',
    description: says,
    targetClause: clause,
    mutate: acceptInvalid(subject, broken, concerns),
  });
}

/** Clauses that no value breaks alone: what breaks one breaks another with it, and that one is named. */
function* neverFirst(
  subject: MutationContext,
  values: readonly RequestValue[],
  proven: ReadonlySet<string>,
): Generator<Mutant> {
  const done = new Set(proven);
  for (const { label, violated, isIn } of values)
    for (const clause of violated) {
      if (done.has(clause.id)) continue;
      done.add(clause.id);
      const others = new Set(violated.map(({ id }) => id));
      yield {
        ...one(subject, clause, `takes ${label}`, isIn, violated),
        equivalentFindings: {
          reason: 'no value breaks this clause alone; another that it breaks with it is named',
          matches: (finding) => others.has(finding.clause.id),
        },
      };
    }
}

/** Clauses that are broken alone by some value. */
function unchecked(values: readonly RequestValue[], proven: ReadonlySet<string>): Clause[] {
  const alone = values.flatMap(({ violated }) => (violated.length === 1 ? violated : []));
  return [...new Map(alone.map((clause) => [clause.id, clause])).values()].filter(({ id }) => proven.has(id));
}

function* missing(subject: MutationContext): Generator<Mutant> {
  const { contract, operation } = subject;
  for (const parameter of operation.parameters) {
    if (!parameter.required || parameter.in === 'path') continue;
    const clause = contract.clauseAt(
      operation,
      clauseParts.parameter(parameter),
      appendTokens(parameter.pointer, 'required'),
    );
    const says = `takes requests without ${parameter.in} ${parameter.name}`;
    yield one(subject, clause, says, ({ parameters }) => !parameters.has(parameter));
  }
  const { requestBody, security } = operation;
  if (requestBody?.required) {
    const clause = contract.clauseAt(
      operation,
      clauseParts.requestBody(),
      appendTokens(requestBody.pointer, 'required'),
    );
    yield one(subject, clause, 'takes requests without a body', (_, { body }) => body.length === 0);
  }
  if (security.length > 0 && security.every((alternative) => alternative.length > 0)) {
    const clause = contract.clauseAt(operation, clauseParts.security, operation.pointer);
    yield one(subject, clause, 'takes requests without credentials', () => true);
  }
}

const OTHER_TYPES = ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/octet-stream'];

function* mediaTypes(subject: MutationContext): Generator<Mutant> {
  const { contract, operation } = subject;
  const { requestBody } = operation;
  if (!requestBody || requestBody.content.some(({ type }) => type.includes('*'))) return;
  const clause = contract.clauseAt(operation, clauseParts.requestBody(), appendTokens(requestBody.pointer, 'content'));
  for (const type of OTHER_TYPES.filter((other) => requestBody.content.every((declared) => declared.type !== other)))
    yield one(
      subject,
      clause,
      `takes a body that is ${type}`,
      (_, { headers }) => parseMediaType(String(headers['content-type']))?.essence === type,
    );
  yield one(subject, clause, 'takes a body of any media type', () => true);
}
