import { describe, expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';
import { books, serveCalls, verifyBooks } from '../establish/books.ts';

describe('the headers of a run', () => {
  test.each([
    ['by name', { 'X-Tenant': 'blue' }],
    ['as pairs', [['X-Tenant', 'blue']] as const],
  ])('are sent with every request, given %s', async (_, headers) => {
    const seen = new Set<unknown>();
    const service = books();
    const target = await serveCalls((call) => {
      seen.add(call.headers['x-tenant']);
      return service(call);
    });
    await verifyBooks(target, { headers });
    expect([...seen]).toEqual(['blue']);
  });

  test.each([
    [{ 'X-Tenant': 7 as unknown as string }, 'the value of the header X-Tenant must be a string'],
    [{ 'X-Tenant': 'a\nb' }, 'the value of the header X-Tenant has a character that HTTP cannot send'],
  ])('%j is an error that names the header', async (headers, message) => {
    await expect(verify({ spec: 'spec/openapi.yaml', headers })).rejects.toThrow(message);
  });
});
