import { headerValues, isResponse } from '../core/http-response.ts';
import { appendTokens } from '../core/json/pointer.ts';
import { clauseParts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';
import { parseMediaType } from '../openapi/media-type.ts';
import { createFinding, type ResponseCheck } from './check.ts';
import { isBodiless, matchDocumentedResponse, summarizeResponse } from './response.ts';

/** Checks the media type of the body; letter case, spacing and charset are ignored (RFC 9110 section 8.3). */
export function contentType(contract: Contract): ResponseCheck {
  return {
    title: 'The Content-Type is documented',
    evaluate(exchange) {
      const { case: testCase, response } = exchange;
      const { response: documented, mediaType } = matchDocumentedResponse(exchange);
      if (!isResponse(response) || !documented || documented.content.length === 0) return [];
      if (testCase.request.method === 'HEAD') return [];
      const values = headerValues(response, 'content-type');
      if (mediaType && values.length === 1) return [];
      const pointer = appendTokens(documented.pointer, 'content');
      const clause = contract.clauseAt(testCase.operation, clauseParts.response(documented), pointer);
      const message = isBodiless(exchange)
        ? `status ${response.status} without the documented body`
        : problemOf(values);
      const expected = documented.content.map(({ type }) => type).join(', ');
      return [createFinding(clause, message, expected, values.join(' and ') || summarizeResponse(response))];
    },
  };
}

function problemOf(values: readonly string[]): string {
  if (values.length === 0) return 'missing Content-Type header';
  if (values.length > 1) return 'multiple Content-Type headers';
  return parseMediaType(values[0] ?? '') === undefined ? 'invalid Content-Type' : 'undocumented Content-Type';
}
