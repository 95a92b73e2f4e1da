import { type Mock, startMockKeeping } from '../../../mock/mock.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { readCorrections } from '../../../openapi/resources/corrections/corrections.ts';
import type { MockSettings } from './own-mock.ts';

/** Starts the mock of a run in this thread. */
export function serveMock(contract: Contract, { resources, callbacks }: MockSettings): Promise<Mock> {
  return startMockKeeping({ contract, resources: readCorrections(resources), callbacks: callbacks ? {} : false }, 0);
}
