import { bodyType } from '../../generate/requests/build-request.ts';
import { parts } from '../../openapi/clauses/clauses.ts';
import { isObject } from '../../core/json/index.ts';
import { isJsonType, parseMediaType } from '../../openapi/media-type.ts';
import { join } from '../../core/json/pointer.ts';
import type { Clause } from '../../core/model.ts';
import { type Break, makeBreak } from '../mutant.ts';
import type { Subject } from '../operation-context.ts';
import { type Concerns, refusing } from './mutate-validation.ts';
import { requestValues } from './request-values.ts';

/** Services that refuse a lawful class of requests, with an error that is as documented. */
export function* refusals(subject: Subject): Generator<Break> {
  for (const { label, broken, about, isIn } of requestValues(subject))
    if (broken.length === 0) yield one(subject, about, `refuses ${label}`, isIn);
  yield* absences(subject);
  yield* mediaTypes(subject);
  yield* spellings(subject);
}

function one(subject: Subject, clause: Clause, says: string, concerns: Concerns): Break {
  return makeBreak(subject.operation, {
    clause,
    kind: 'refused',
    says,
    about: clause,
    alter: refusing(subject, concerns),
  });
}

function* absences(subject: Subject): Generator<Break> {
  const { contract, operation } = subject;
  for (const parameter of operation.parameters) {
    if (parameter.required) continue;
    const clause = contract.clauseAt(operation, parts.parameter(parameter), parameter.pointer);
    const name = `${parameter.in} ${parameter.name}`;
    yield one(subject, clause, `refuses requests without ${name}`, ({ parameters }) => !parameters.has(parameter));
  }
}

/** Letter case, spacing and charset make no difference (RFC 9110 section 8.3). */
function* mediaTypes(subject: Subject): Generator<Break> {
  const { contract, operation } = subject;
  const type = bodyType(operation);
  if (!operation.requestBody || !type || type.type.includes('*')) return;
  const clause = contract.clauseAt(operation, 'request body', join(operation.requestBody.pointer, 'content'));
  const given = (test: (contentType: string) => boolean): Concerns => {
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
function* spellings(subject: Subject): Generator<Break> {
  const { contract, operation, full } = subject;
  const type = bodyType(operation);
  if (!type || !isJsonType(type.type) || full?.body === undefined) return;
  const clause = contract.clauseAt(operation, parts.requestBody(type.type), type.pointer);
  const text = (test: (json: string) => boolean): Concerns => {
    return (_, { body }) => test(Buffer.from(body).toString());
  };
  yield one(
    subject,
    clause,
    'refuses white space around the body',
    text((json) => /^\s|\s$/.test(json)),
  );
  if (/"[a-z]/i.test(JSON.stringify(full.body)))
    yield one(
      subject,
      clause,
      'refuses \\u escapes',
      text((json) => /\\u[0-9a-f]{4}/i.test(json)),
    );
  const [first, second] = isObject(full.body) ? Object.keys(full.body) : [];
  if (first === undefined || second === undefined) return;
  yield one(subject, clause, `refuses bodies in which ${second} comes before ${first}`, ({ body }) => {
    const names = isObject(body) ? Object.keys(body) : [];
    return names.includes(first) && names.includes(second) && names.indexOf(second) < names.indexOf(first);
  });
}
