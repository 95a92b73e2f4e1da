import type { BoundaryContext } from '../../generate/boundary/case-spec.ts';
import { type RequestSpec, requestMediaType } from '../../generate/requests/build-request.ts';
import { lowestNumbers } from '../../generate/values/lowest-numbers.ts';

/** The requests of an operation with the lowest numbers in their bodies; undefined if they have them. */
export function withLowestNumbers(context: BoundaryContext): BoundaryContext | undefined {
  const { contract, operation, requiredOnly, allParts } = context;
  const schema = requestMediaType(operation)?.schema;
  if (schema === undefined) return undefined;
  const lowered = (spec: RequestSpec): RequestSpec =>
    spec.body === undefined ? spec : { ...spec, body: lowestNumbers(contract, schema, spec.body) };
  const lower = { ...context, requiredOnly: lowered(requiredOnly), allParts: lowered(allParts) };
  const isSame = lower.requiredOnly.body === requiredOnly.body && lower.allParts.body === allParts.body;
  return isSame ? undefined : lower;
}
