import { expect, test } from 'vitest';
import { credentialsFor, placeholderCredentials } from '../../harness/http/credentials.ts';
import { loadContract } from '../../harness/index.ts';

const SCHEMES = {
  key: { type: 'apiKey', in: 'header', name: 'Authorization' },
  tenant: { type: 'apiKey', in: 'header', name: 'X-Tenant' },
  basic: { type: 'http', scheme: 'basic' },
};

async function operationWith(security: readonly Record<string, []>[]) {
  const contract = await loadContract({
    openapi: '3.0.3',
    info: { title: 'a', version: '1' },
    paths: { '/a': { get: { security, responses: { 200: { description: 'ok' } } } } },
    components: { securitySchemes: SCHEMES },
  });
  const [operation] = contract.operations;
  if (!operation) throw new Error('the document has an operation');
  return { contract, operation };
}

const USER = `Basic ${Buffer.from('placeholder:placeholder').toString('base64')}`;

test('a header that an API key shares with another scheme is sent once, in the form of the other', async () => {
  const { contract, operation } = await operationWith([{ key: [], tenant: [], basic: [] }]);
  expect(placeholderCredentials(contract, operation).headers).toEqual([
    ['authorization', USER],
    ['X-Tenant', 'placeholder'],
  ]);
  const known = credentialsFor(contract, operation, (name) => (name === 'key' ? 'secret' : undefined));
  expect(known.headers).toEqual([['Authorization', 'secret']]);
});
