import { appendTokens } from '../../core/json/pointer.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { acceptedType } from '../requests/build-request.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';

const MAX_TYPES = 10;

/**
 * Yields a request for each media type of the success responses alone, so that each is seen. A service may respond in another one
 * (RFC 9110 section 12.5.1).
 */
export function* acceptHeaderCases({ contract, operation, allParts }: BoundaryContext): Generator<CaseSpec> {
  for (const response of operation.responses.filter(({ key }) => key === 'default' || /^[23]/.test(key))) {
    if (response.content.length < 2) continue;
    const content = appendTokens(response.pointer, 'content');
    const targets = [contract.clauseAt(operation, clauseParts.response(response), content)];
    for (const { type } of response.content.slice(0, MAX_TYPES))
      yield {
        id: `response ${response.key} as ${type}`,
        spec: { ...allParts, headers: { accept: acceptedType(type) } },
        expectation: 'any',
        targets,
      };
  }
}
