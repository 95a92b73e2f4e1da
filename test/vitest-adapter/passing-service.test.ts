import { afterAll, beforeAll } from 'vitest';
import { type Mock, startMock } from '../../harness/mock/mock.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { contractTests } from '../../harness/vitest.ts';
import { PETS } from '../cli/petstore.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ contract: loadContract(PETS) });
});
afterAll(() => mock.close());

// The target is known once the tests run, as in everybody's test file.
contractTests({ spec: PETS, target: () => mock.url, runs: 2 });
