import { describe, expect, test } from 'vitest';
import {
  type AssertContractOptions,
  assertContract,
  ContractViolationError,
  loadContract,
  type ObservedExchange,
  UsageError,
} from '../../harness/index.ts';
import { PETS, serveRecorded } from '../cli/petstore.ts';

const contract = loadContract(PETS);
const JSON_TYPE = { 'content-type': 'application/json' };

function observed(status: number, body: string, request: Partial<ObservedExchange['request']> = {}): ObservedExchange {
  return {
    request: { method: 'post', url: '/pets', headers: JSON_TYPE, body: '{"id":1,"name":"Ida"}', ...request },
    response: { status, headers: JSON_TYPE, body },
  };
}

/** What a violation says. */
function messageOf(exchange: ObservedExchange, options: AssertContractOptions = {}): string {
  try {
    assertContract(contract, exchange, options);
  } catch (error) {
    if (error instanceof ContractViolationError) return error.message;
    throw error;
  }
  throw new Error('no violation was found');
}

describe('assertContract', () => {
  test('is content with a response that keeps the contract, whichever it is', () => {
    assertContract(contract, observed(200, '{"id":9223372036854775807,"name":"Ida"}'));
    assertContract(contract, observed(409, '{"code":409,"message":"taken"}'));
  });

  test('takes what fetch gives', async () => {
    const { url } = await serveRecorded();
    const request = {
      method: 'POST',
      url: `${url}/pets?x=1`,
      headers: new Headers(JSON_TYPE),
      body: '{"id":1,"name":"Ida"}',
    };
    const response = await fetch(request.url, request);
    const { status, headers } = response;
    assertContract(
      contract,
      { request, response: { status, headers, body: await response.text() } },
      { expectation: 'accept' },
    );
  });

  test.each([
    ['{"id":1}', '/name of the 200 response body is required'],
    ['{"id":9223372036854775808,"name":""}', 'must be in the range of int64'],
    ['{"id":1,', 'JSON'],
  ])('throws for %s what the console would say', (body, message) => {
    const said = messageOf(observed(200, body));
    expect(said).toContain(message);
    expect(said).toMatch(/defined at +\S*petstore\.yaml:\d+:\d+/);
    expect(said).toContain("reproduce    curl -i --path-as-is --globoff -X 'POST' 'http://localhost/pets'");
  });

  test('holds the response to the intent of the request', () => {
    const rejected = observed(422, '{"code":422,"message":"no"}');
    expect(() => assertContract(contract, rejected, { expectation: 'accept' })).toThrow('valid request rejected');
    const taken = observed(200, '{"id":1,"name":"Ida"}');
    expect(() => assertContract(contract, taken, { expectation: 'reject' })).toThrow('invalid request accepted');
    assertContract(contract, rejected, { expectation: 'reject' });
  });

  test('shows no secret', () => {
    const headers = { Authorization: 'Bearer hush-1234', 'X-Own': 'hush-5678' };
    const exchange = observed(200, '{"id":1,"name":7,"was":"hush-1234 hush-5678"}', { headers });
    const said = messageOf(exchange, { secretHeaders: ['x-own'] });
    expect(said).toContain('Authorization: ***');
    expect(said).not.toContain('hush');
  });

  test('knows a base path that it is given', () => {
    const exchange = observed(200, '{"id":1,"name":"Ida"}', { url: 'https://service.test/api/v1/pets' });
    assertContract(contract, exchange, { basePath: '/api/v1/' });
    expect(() => assertContract(contract, exchange)).toThrow('POST /api/v1/pets is not an operation of the contract');
  });

  test('rejects a request that is none of the operations, naming them', () => {
    expect(() => assertContract(contract, observed(200, '', { url: '/pet' }))).toThrow(UsageError);
    expect(() => assertContract(contract, observed(200, '', { url: '/pet' }))).toThrow('Operations: POST /pets');
  });
});
