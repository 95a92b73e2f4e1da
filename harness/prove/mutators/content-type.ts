import { appendTokens } from '../../core/json/pointer.ts';
import type { Clause } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { matchMediaType } from '../../openapi/media-type.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { mutateResponses, type ResponseMutation, withHeader } from './mutate-response.ts';

const OTHER_CONTENT_TYPES = [
  'text/plain',
  'text/html; charset=utf-8',
  'application/xml',
  'application/octet-stream',
  'application/problem+json',
  'application/vnd.other+json',
  'application/json',
];

/** Answers in a media type that is not declared, or in none (RFC 9110 section 8.3). */
export function* contentTypeMutants(subject: MutationContext): Generator<Mutant> {
  for (const response of subject.responses) {
    if (!hasBody(response)) continue;
    const clause = mediaTypeClause(subject, response);
    for (const [how, change] of ways(response)) {
      const says = `answers ${response.spec.key} ${how}`;
      yield createMutant(subject.operation, {
        clause,
        kind: 'media type',
        description: says,
        mutate: mutateResponses(subject, response, change),
      });
    }
  }
}

export function hasBody({ spec, response }: ResponseUnderTest): boolean {
  return spec.content.length > 0 && response.body.length > 0;
}

export function mediaTypeClause({ contract, operation }: MutationContext, { spec }: ResponseUnderTest): Clause {
  return contract.clauseAt(operation, clauseParts.response(spec), appendTokens(spec.pointer, 'content'));
}

/** The page that a framework answers with when nobody told it otherwise. */
export const htmlPage: ResponseMutation = (response) => ({
  ...withHeader(response, 'content-type', 'text/html; charset=utf-8'),
  body: Buffer.from('<!DOCTYPE html>\n<html><head><title>Error</title></head><body><pre>Error</pre></body></html>\n'),
});

/** Whether a page of HTML is none of the media types of a response. */
export function forbidsHtml({ spec }: ResponseUnderTest): boolean {
  return !matchMediaType(spec.content, 'text/html');
}

function ways(documented: ResponseUnderTest): [how: string, change: ResponseMutation][] {
  const { spec, response } = documented;
  const { content, key } = spec;
  const own = response.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const all: [string, ResponseMutation][] = OTHER_CONTENT_TYPES.filter((type) => !matchMediaType(content, type)).map(
    (type) => [`as ${type}`, (given) => withHeader(given, 'content-type', type)],
  );
  if (forbidsHtml(documented)) all.push(['with an HTML page', htmlPage]);
  all.push(
    ['without a content type', (given) => withHeader(given, 'content-type')],
    ['with two content types', (given) => withHeader(given, 'content-type', own, 'text/html')],
    ['with a content type that is none', (given) => withHeader(given, 'content-type', 'json')],
    [
      'with neither a body nor a content type',
      (given) => ({ ...withHeader(given, 'content-type'), body: new Uint8Array() }),
    ],
  );
  if (/^2XX$/i.test(key))
    all.push(['as 204, without its body', (given) => ({ ...given, status: 204, headers: [], body: new Uint8Array() })]);
  return all;
}
