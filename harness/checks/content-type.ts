import { headerValues, isResponse } from '../core/http-response.ts';
import { appendTokens } from '../core/json/pointer.ts';
import { clauseParts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';
import { parseMediaType } from '../openapi/media-type.ts';
import { createFinding, type ResponseCheck } from './check.ts';
import { isBodiless, matchDocumentedResponse, summarizeResponse } from './response.ts';

/** The body has a media type that the contract declares for its status; letter case, spacing and charset make no difference (RFC 9110 section 8.3). */
export function contentType(contract: Contract): ResponseCheck {
  return {
    title: 'The media type is a declared one',
    evaluate(exchange) {
      const { case: testCase, response: answer } = exchange;
      const { response, mediaType: declared } = matchDocumentedResponse(exchange);
      if (!isResponse(answer) || !response || response.content.length === 0 || testCase.request.method === 'HEAD')
        return [];
      const values = headerValues(answer, 'content-type');
      if (declared && values.length === 1) return [];
      const clause = contract.clauseAt(
        testCase.operation,
        clauseParts.response(response),
        appendTokens(response.pointer, 'content'),
      );
      const expected = response.content.map(({ type }) => type).join(', ');
      const say = (message: string) => [
        createFinding(clause, message, expected, values.join(' and ') || summarizeResponse(answer)),
      ];
      if (isBodiless(exchange)) return say(`status ${answer.status} comes without the documented body`);
      if (values.length === 0) return say('the answer has no content-type');
      if (values.length > 1) return say('the answer has several content-type headers');
      if (parseMediaType(values[0] ?? '') === undefined) return say('the content-type is no media type');
      return say('the media type is not a declared one');
    },
  };
}
