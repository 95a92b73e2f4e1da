import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Clause } from '../../core/model.ts';
import { requestMediaType } from '../../generate/requests/build-request.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { isJsonType, parseMediaType } from '../../openapi/media-type.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { type RequestPredicate, rejectValid } from './mutate-validation.ts';
import { requestValues } from './request-values.ts';

/** Services that refuse a lawful class of requests, with an error that is as documented. */
export function* rejectValidMutants(subject: MutationContext): Generator<Mutant> {
  for (const { label, violated, targetClause, isIn } of requestValues(subject))
    if (violated.length === 0) yield one(subject, targetClause, `refuses ${label}`, isIn);
  yield* absences(subject);
  yield* mediaTypes(subject);
  yield* spellings(subject);
}

function one(subject: MutationContext, clause: Clause, says: string, concerns: RequestPredicate): Mutant {
  return createMutant(subject.operation, {
    clause,
    kind: 'rejected',
    description: says,
    targetClause: clause,
    mutate: rejectValid(subject, concerns),
  });
}

function* absences(subject: MutationContext): Generator<Mutant> {
  const { contract, operation } = subject;
  for (const parameter of operation.parameters) {
    if (parameter.required) continue;
    const clause = contract.clauseAt(operation, clauseParts.parameter(parameter), parameter.pointer);
    const name = `${parameter.in} ${parameter.name}`;
    yield one(subject, clause, `refuses requests without ${name}`, ({ parameters }) => !parameters.has(parameter));
  }
}

/** Letter case, spacing and charset make no difference (RFC 9110 section 8.3). */
function* mediaTypes(subject: MutationContext): Generator<Mutant> {
  const { contract, operation } = subject;
  const type = requestMediaType(operation);
  if (!operation.requestBody || !type || type.type.includes('*')) return;
  const clause = contract.clauseAt(
    operation,
    clauseParts.requestBody(),
    appendTokens(operation.requestBody.pointer, 'content'),
  );
  const given = (test: (contentType: string) => boolean): RequestPredicate => {
    return (_, { headers }) => test(String(headers['content-type'] ?? type.type));
  };
  const essence = (text: string) => text.split(';')[0]?.trim() ?? '';
  yield one(
    subject,
    clause,
    'refuses a media type in other letter case',
    given((text) => /[A-Z]/.test(essence(text))),
  );
  if (!isJsonType(type.type)) return;
  const charset = (text: string) => parseMediaType(text)?.parameters.get('charset') !== undefined;
  yield one(subject, clause, 'refuses a charset', given(charset));
  yield one(
    subject,
    clause,
    'refuses a quoted charset',
    given((text) => /charset="/i.test(text)),
  );
}

/** JSON may be spaced, escaped and ordered in any way (RFC 8259 sections 2, 4 and 7). */
function* spellings(subject: MutationContext): Generator<Mutant> {
  const { contract, operation, allParts } = subject;
  const type = requestMediaType(operation);
  if (!type || !isJsonType(type.type) || allParts?.body === undefined) return;
  const clause = contract.clauseAt(operation, clauseParts.requestBody(type.type), type.pointer);
  const text = (test: (json: string) => boolean): RequestPredicate => {
    return (_, { body }) => test(Buffer.from(body).toString());
  };
  yield one(
    subject,
    clause,
    'refuses white space around the body',
    text((json) => /^\s|\s$/.test(json)),
  );
  if (/"[a-z]/i.test(JSON.stringify(allParts.body)))
    yield one(
      subject,
      clause,
      'refuses \\u escapes',
      text((json) => /\\u[0-9a-f]{4}/i.test(json)),
    );
  const [first, second] = isObject(allParts.body) ? Object.keys(allParts.body) : [];
  if (first === undefined || second === undefined) return;
  yield one(subject, clause, `refuses bodies in which ${second} comes before ${first}`, ({ body }) => {
    const names = isObject(body) ? Object.keys(body) : [];
    return names.includes(first) && names.includes(second) && names.indexOf(second) < names.indexOf(first);
  });
}
