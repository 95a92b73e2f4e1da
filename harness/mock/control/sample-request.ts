import type { Operation } from '../../core/model.ts';
import type { RequestSpec } from '../../generate/requests/build-request.ts';
import { type KnownValue, withKnownValues } from '../../generate/requests/known-values.ts';
import { UniqueValues } from '../../generate/requests/unique-values.ts';
import { validRequest } from '../../generate/requests/valid-request.ts';
import type { Contract } from '../../openapi/contract.ts';

const SEED = 1;

/**
 * Returns a request to try an operation with: valid, with the document's example of the body if there is one.
 * @param known identifiers of records that exist
 * @returns undefined if a required part has no valid value
 */
export function sampleRequest(
  contract: Contract,
  operation: Operation,
  known: readonly KnownValue[],
): RequestSpec | undefined {
  const unique = new UniqueValues(SEED, { known: new Map([[operation.id, known]]) });
  const spec = validRequest(contract, unique, operation, 'required');
  const [example] = operation.requestBody?.content[0]?.examples ?? [];
  return spec && example ? withKnownValues(contract, operation, { ...spec, body: example.value }, known) : spec;
}
