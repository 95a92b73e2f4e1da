import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import axios from 'axios';
import { request as playwright } from 'playwright-core';
import supertest from 'supertest';
import { request as undici } from 'undici';
import { describe, expect, test } from 'vitest';
import { assertContract, ContractViolationError, loadContract } from '../../../harness/index.ts';
import { PETS } from '../../cli/petstore.ts';
import { bodyOf, serve } from '../../servers.ts';

const contract = loadContract(PETS);
const PET = '{"id":9007199254740993,"name":"Ida"}';
const NO_PET = '{"id":1}';
const VIOLATION = /\/name of the 200 response body is required/;
const HEADERS = { 'content-type': 'application/json' };

/** Responds with the JSON that is posted, compressed. */
const echo = () =>
  serve(async (request, response) => {
    const body = gzipSync(await bodyOf(request));
    response.writeHead(200, { ...HEADERS, 'content-encoding': 'gzip' }).end(body);
  });

describe('assertContract takes the response', () => {
  test('of fetch, which can be read afterwards', async () => {
    const url = `${await echo()}/pets`;
    const init = { method: 'POST', headers: new Headers(HEADERS), body: PET };
    const response = await fetch(url, init);
    await assertContract(contract, { request: init, response }, { expectation: 'accept' });
    expect(await response.text()).toBe(PET);
    const wrong = { request: { ...init, url }, response: await fetch(url, { ...init, body: NO_PET }) };
    await expect(assertContract(contract, wrong)).rejects.toThrow(VIOLATION);
    await expect(assertContract(contract, { request: init, response })).rejects.toThrow(
      'the body of the response was read already: pass the response before, or its clone()',
    );
  });

  test('of undici', async () => {
    const url = `${await serve((_, response) => void response.writeHead(200, HEADERS).end(NO_PET))}/pets`;
    const request = { method: 'POST', url, headers: HEADERS, body: PET } as const;
    const response = await undici(url, { method: 'POST', headers: HEADERS, body: PET });
    await expect(assertContract(contract, { request, response })).rejects.toThrow(VIOLATION);
  });

  test('of Playwright', async () => {
    const url = `${await echo()}/pets`;
    const client = await playwright.newContext();
    const post = (body: string) => client.post(url, { headers: HEADERS, data: Buffer.from(body) });
    await assertContract(contract, { request: { method: 'POST', body: PET }, response: await post(PET) });
    const wrong = { request: { method: 'POST', body: NO_PET }, response: await post(NO_PET) };
    await expect(assertContract(contract, wrong)).rejects.toThrow(VIOLATION);
    await client.dispose();
  });

  test('of supertest, with its request', async () => {
    const server = createServer((_, response) => void response.writeHead(200, HEADERS).end(NO_PET));
    const response = await supertest(server).post('/pets').send({ id: 1, name: 'Ida' });
    const error = violationOf(() => assertContract(contract, response));
    expect(error.message).toMatch(VIOLATION);
    expect(error.message).toContain(`--data-raw '{"id":1,"name":"Ida"}'`);
    const request = { method: 'POST', url: '/pets' };
    expect(() => assertContract(contract, { request, response })).toThrow(VIOLATION);
  });

  test('of axios, with its request; without parsing, numbers are exact', async () => {
    const baseURL = await echo();
    const client = axios.create({ baseURL, transformResponse: (text: string) => text });
    const response = await client.post('/pets', PET, { headers: HEADERS, params: { x: 1 } });
    assertContract(contract, response, { expectation: 'accept' });
    const parsed = await axios.post(`${baseURL}/pets`, { id: 1 });
    expect(violationOf(() => assertContract(contract, parsed)).message).toMatch(VIOLATION);
  });

  test.each([
    ['a map', { 'Content-Type': 'application/json', 'x-many': ['a', 'b'], 'x-none': undefined }],
    ['Headers', new Headers(HEADERS)],
    ['a list', Object.entries(HEADERS)],
  ])('with headers as %s', (_, headers) => {
    const request = { method: 'post', url: '/pets', headers, body: PET };
    assertContract(contract, { request, response: { status: 200, headers, body: PET } }, { expectation: 'accept' });
    const response = { status: 200, headers, body: Buffer.from(NO_PET) };
    expect(() => assertContract(contract, { request, response })).toThrow(VIOLATION);
  });
});

function violationOf(act: () => unknown): ContractViolationError {
  try {
    act();
  } catch (error) {
    if (error instanceof ContractViolationError) return error;
    throw error;
  }
  throw new Error('no violation was found');
}

describe('assertContract says what is wrong with its input', () => {
  const request = { method: 'POST', url: '/pets' };
  const response = { status: 200, headers: {}, body: '' };
  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'pass the request that was sent'],
    [
      'no response',
      { request, response: null },
      'the response must be one of fetch, axios, supertest, undici or Playwright',
    ],
    [
      'a status as text',
      { request, response: { ...response, status: '200' } },
      'must be a number from 100 to 599, not "200"',
    ],
    [
      'a parsed body',
      { request, response: { ...response, body: {} } },
      'must be the text or the bytes that were received',
    ],
    [
      'headers as text',
      { request, response: { ...response, headers: 'x' } },
      'response.headers must be a map of names',
    ],
    ['no request', { response }, 'pass the request that was sent: { request: { method, url }, response }'],
    [
      'a request body as value',
      { request: { ...request, body: {} }, response },
      'request.body must be a string or bytes',
    ],
    ['no URL', { request: { ...request, url: 'http://[' }, response }, 'request.url is not a URL or a path: http://['],
  ])('%s', (_, observed, message) => {
    const act = () => assertContract(contract, observed as never);
    expect(act).toThrow(`assertContract: `);
    expect(act).toThrow(message);
  });

  test.each([
    ['a path in place of a contract', PETS, {}, "pass the contract that loadContract('openapi.yaml') returns"],
    ['no contract', undefined, {}, 'pass the contract that'],
    ['another expectation', contract, { expectation: 'accepted' }, 'must be accept, reject or any, not "accepted"'],
  ])('%s', (_, given, options, message) => {
    const observed = { request: { ...request, body: PET }, response: { ...response, headers: HEADERS, body: PET } };
    const act = () => assertContract(given as never, observed, options as never);
    expect(act).toThrow(`assertContract: `);
    expect(act).toThrow(message);
  });

  test('an operation that the document does not have', async () => {
    const server = createServer((_, response) => void response.end());
    const found = await supertest(server).get('/dogs');
    expect(() => assertContract(contract, found)).toThrow('GET /dogs is not an operation of the contract');
  });
});
