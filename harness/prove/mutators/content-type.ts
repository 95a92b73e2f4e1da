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

/** Mutants that respond with an undeclared media type, or without one (RFC 9110 section 8.3). */
export function* contentTypeMutants(context: MutationContext): Generator<Mutant> {
  for (const response of context.responses) {
    if (!hasBody(response)) continue;
    const clause = mediaTypeClause(context, response);
    for (const [how, change] of contentTypeChanges(response)) {
      const description = `responds ${response.spec.key} ${how}`;
      yield createMutant(context.operation, {
        clause,
        mutator: 'content-type',
        description: description,
        mutate: mutateResponses(context, response, change),
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

/** Responds with an HTML page, as frameworks do by default. */
export const htmlPage: ResponseMutation = (response) => ({
  ...withHeader(response, 'content-type', 'text/html; charset=utf-8'),
  body: Buffer.from('<!DOCTYPE html>\n<html><head><title>Error</title></head><body><pre>Error</pre></body></html>\n'),
});

/** Returns whether HTML is not among the media types of a response. */
export function forbidsHtml({ spec }: ResponseUnderTest): boolean {
  return !matchMediaType(spec.content, 'text/html');
}

function contentTypeChanges(documented: ResponseUnderTest): [how: string, change: ResponseMutation][] {
  const { spec, response } = documented;
  const { content, key } = spec;
  const own = response.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const all: [string, ResponseMutation][] = OTHER_CONTENT_TYPES.filter((type) => !matchMediaType(content, type)).map(
    (type) => [`as ${type}`, (response) => withHeader(response, 'content-type', type)],
  );
  if (forbidsHtml(documented)) all.push(['with an HTML page', htmlPage]);
  all.push(
    ['without a content type', (response) => withHeader(response, 'content-type')],
    ['with two content types', (response) => withHeader(response, 'content-type', own, 'text/html')],
    ['with an invalid content type', (response) => withHeader(response, 'content-type', 'json')],
    [
      'with neither a body nor a content type',
      (response) => ({ ...withHeader(response, 'content-type'), body: new Uint8Array() }),
    ],
  );
  if (/^2XX$/i.test(key))
    all.push([
      'as 204, without its body',
      (response) => ({ ...response, status: 204, headers: [], body: new Uint8Array() }),
    ]);
  return all;
}
