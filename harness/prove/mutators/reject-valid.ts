import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Clause } from '../../core/model.ts';
import { requestMediaType } from '../../generate/requests/build-request.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { isJsonType, parseMediaType } from '../../openapi/media-type.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { type RequestPredicate, rejectValid } from './mutate-validation.ts';
import { acceptableValues } from './request-values.ts';

/** Mutants that reject a class of valid requests, with an error as documented. */
export function* rejectValidMutants(context: MutationContext): Generator<Mutant> {
  for (const { label, targetClause, isIn } of acceptableValues(context))
    yield mutant(context, targetClause, `rejects ${label}`, isIn);
  yield* optionalParameters(context);
  yield* equivalentMediaTypes(context);
  yield* equivalentJson(context);
}

function mutant(context: MutationContext, clause: Clause, description: string, concerns: RequestPredicate): Mutant {
  return createMutant(context.operation, {
    clause,
    mutator: 'reject-valid',
    rejectsValid: true,
    description: description,
    targetClause: clause,
    mutate: rejectValid(context, concerns),
  });
}

function* optionalParameters(context: MutationContext): Generator<Mutant> {
  const { contract, operation } = context;
  for (const parameter of operation.parameters) {
    if (parameter.required) continue;
    const clause = contract.clauseAt(operation, clauseParts.parameter(parameter), parameter.pointer);
    const name = `${parameter.in} ${parameter.name}`;
    yield mutant(context, clause, `rejects requests without ${name}`, ({ parameters }) => !parameters.has(parameter));
  }
}

/** Rejects equivalent media types: letter case, spacing and charset are insignificant (RFC 9110 section 8.3). */
function* equivalentMediaTypes(context: MutationContext): Generator<Mutant> {
  const { contract, operation } = context;
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
  yield mutant(
    context,
    clause,
    'rejects a media type in other letter case',
    given((text) => /[A-Z]/.test(essence(text))),
  );
  if (!isJsonType(type.type)) return;
  const charset = (text: string) => parseMediaType(text)?.parameters.get('charset') !== undefined;
  yield mutant(context, clause, 'rejects a charset', given(charset));
  yield mutant(
    context,
    clause,
    'rejects a quoted charset',
    given((text) => /charset="/i.test(text)),
  );
}

/** Rejects equivalent JSON: spacing, escapes and property order are insignificant (RFC 8259 sections 2, 4 and 7). */
function* equivalentJson(context: MutationContext): Generator<Mutant> {
  const { contract, operation, allParts } = context;
  const type = requestMediaType(operation);
  if (!type || !isJsonType(type.type) || allParts?.body === undefined) return;
  const clause = contract.clauseAt(operation, clauseParts.requestBody(type.type), type.pointer);
  const text = (test: (json: string) => boolean): RequestPredicate => {
    return (_, { body }) => test(Buffer.from(body).toString());
  };
  yield mutant(
    context,
    clause,
    'rejects white space around the body',
    text((json) => /^\s|\s$/.test(json)),
  );
  if (/"[a-z]/i.test(JSON.stringify(allParts.body)))
    yield mutant(
      context,
      clause,
      'rejects \\u escapes',
      text((json) => /\\u[0-9a-f]{4}/i.test(json)),
    );
  const [first, second] = isObject(allParts.body) ? Object.keys(allParts.body) : [];
  if (first === undefined || second === undefined) return;
  yield mutant(context, clause, `rejects bodies in which ${second} comes before ${first}`, ({ body }) => {
    const names = isObject(body) ? Object.keys(body) : [];
    return names.includes(first) && names.includes(second) && names.indexOf(second) < names.indexOf(first);
  });
}
