import { headerValues, isResponse } from '../core/http-response.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { Clause, ResponseHeader } from '../core/model.ts';
import { clauseParts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';
import { validateResponseHeader } from '../openapi/parameters/response-header.ts';
import { createFinding, type FindingDetails, type ResponseCheck } from './check.ts';
import { matchDocumentedResponse } from './response.ts';

/** Requires the documented headers, valid against their schemas (OpenAPI 3.0.3, Header Object). */
export function responseHeaders(contract: Contract): ResponseCheck {
  return {
    title: 'Documented headers are present and valid',
    evaluate(exchange) {
      const { case: testCase, response } = exchange;
      const { response: documented } = matchDocumentedResponse(exchange);
      if (!isResponse(response) || !documented) return [];
      return documented.headers.flatMap((header): FindingDetails[] => {
        const part = clauseParts.responseHeader(documented, header.name);
        const clauseAt = (pointer: string) => contract.clauseAt(testCase.operation, part, pointer);
        const values = headerValues(response, header.name);
        if (values.length > 0) return checkValue(contract, header, values.join(', '), clauseAt);
        if (!header.required) return [];
        const clause = clauseAt(appendTokens(header.pointer, 'required'));
        return [createFinding(clause, `missing header ${header.name}`, `${header.name}: …`, 'absent')];
      });
    },
  };
}

function checkValue(
  contract: Contract,
  header: ResponseHeader,
  value: string,
  clauseAt: (pointer: string) => Clause,
): FindingDetails[] {
  return validateResponseHeader(contract, header, value).map((error) => {
    const message = `header ${header.name} ${error.message}, got ${value}`;
    return createFinding(clauseAt(error.pointer), message, error.message, value);
  });
}
