import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { assertContract, loadContract } from 'contract-harness';
import { contractTests } from 'contract-harness/vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiceServer } from './server.ts';

const server = createDiceServer();
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());

// A test for each case of the contract, and one that each operation is verified.
contractTests({ spec: 'openapi.yaml', target: url });

// A request of your own, checked by the contract.
test('three dice give three numbers', async () => {
  const request = {
    method: 'POST',
    url: `${url()}/rolls`,
    headers: { 'content-type': 'application/json' },
    body: '{"dice": 3}',
  };
  const response = await fetch(request.url, request);
  await assertContract(loadContract('openapi.yaml'), { request, response });
  const { rolls } = (await response.json()) as { rolls: number[] };
  expect(rolls).toHaveLength(3);
});
