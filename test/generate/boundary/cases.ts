import type { Case } from '../../../harness/core/model.ts';
import { boundaryCases } from '../../../harness/generate/boundary/boundary-cases.ts';
import { UniqueValues } from '../../../harness/generate/requests/unique-values.ts';
import type { Contract } from '../../../harness/openapi/contract.ts';

/** The boundary cases of all operations, each of which has some. */
export function casesOf(contract: Contract): Case[] {
  return contract.operations.flatMap((operation) => {
    const cases = boundaryCases(contract, new UniqueValues(11), operation);
    if (!cases) throw new Error(`no valid request of ${operation.id}`);
    return [...cases];
  });
}
