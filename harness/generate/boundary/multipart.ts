import { concreteMediaType } from '../../openapi/body/concrete-media-type.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { parseMediaType } from '../../openapi/media-type.ts';
import { requestMediaType } from '../requests/build-request.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';

/** Yields multipart bodies that cannot be parsed: without a boundary, or with another one (RFC 2046 section 5.1.1). */
export function* multipartCases({ contract, operation, allParts }: BoundaryContext): Generator<CaseSpec> {
  const type = requestMediaType(operation);
  const sent = concreteMediaType(type?.type ?? '');
  // A service may accept other multipart types without parsing them.
  if (!type || parseMediaType(sent)?.essence !== 'multipart/form-data' || allParts.body === undefined) return;
  const targets = [contract.clauseAt(operation, clauseParts.requestBody(type.type), type.pointer)];
  const under = (contentType: string) => ({ ...allParts, headers: { 'content-type': contentType } });
  yield {
    id: 'body with a content type without boundary',
    spec: under(sent),
    expectation: 'reject',
    targets,
  };
  yield {
    id: 'body with a content type with another boundary',
    spec: under(`${sent}; boundary=another`),
    expectation: 'reject',
    targets,
  };
}
