import { headerValues, isResponse } from '../core/http-response.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { Finding, ResponseHeader } from '../core/model.ts';
import { clauseParts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';
import { validateResponseHeader } from '../openapi/parameters/response-header.ts';
import { createFinding, type FindingDetails, type ResponseCheck } from './check.ts';
import { matchDocumentedResponse } from './response.ts';

/** The headers that the contract documents for a response are there and fit their schemas (OpenAPI 3.0.3, Header Object). */
export function responseHeaders(contract: Contract): ResponseCheck {
  return {
    title: 'Documented headers are as declared',
    evaluate(exchange) {
      const { response } = matchDocumentedResponse(exchange);
      const { case: testCase, response: answer } = exchange;
      if (!isResponse(answer) || !response) return [];
      return response.headers.flatMap((header): FindingDetails[] => {
        const part = clauseParts.responseHeader(response, header.name);
        const at = (pointer: string) => contract.clauseAt(testCase.operation, part, pointer);
        const values = headerValues(answer, header.name);
        if (values.length > 0) return judgeValue(contract, header, values.join(', '), at);
        if (!header.required) return [];
        const message = `header ${header.name} is missing`;
        return [createFinding(at(appendTokens(header.pointer, 'required')), message, `${header.name}: …`, 'absent')];
      });
    },
  };
}

function judgeValue(
  contract: Contract,
  header: ResponseHeader,
  text: string,
  at: (pointer: string) => Finding['clause'],
): FindingDetails[] {
  return validateResponseHeader(contract, header, text).map((error) => {
    const message = `header ${header.name} ${error.message}, got ${text}`;
    return createFinding(at(error.pointer), message, error.message, text);
  });
}
