import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Mock, type MockOptions, startMock } from '../../../harness/index.ts';

/** Receives callbacks until the test is over: what was requested, in their order. */
async function receive(statuses: readonly number[] = [204]) {
  const targets: string[] = [];
  const signatures: unknown[] = [];
  const server = createServer(async (request, response) => {
    await text(request);
    response.writeHead(statuses[Math.min(targets.length, statuses.length - 1)] ?? 204).end();
    targets.push(request.url ?? '');
    signatures.push(request.headers['x-signature']);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, targets, signatures };
}

const schema = { type: 'object', properties: { a: {}, 'b/c': { type: 'object' }, list: { type: 'array', items: {} } } };
const content = {
  'application/json': { schema },
  'application/x-www-form-urlencoded': { schema },
  'text/plain': { schema: { type: 'string' } },
};

/** A mock whose operation has callbacks to these URLs. */
async function startWith(urls: readonly string[], options: MockOptions = {}): Promise<Mock> {
  const callback = { post: { responses: { 204: { description: 'Seen' } } } };
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'q', in: 'query', schema: { type: 'string' } },
    { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
  ];
  const post = {
    operationId: 'start',
    parameters,
    requestBody: { content },
    responses: {
      200: {
        description: 'Started',
        headers: { 'X-Job': { schema: { type: 'string', enum: ['j7'] } } },
        content: { 'application/json': { schema: { type: 'object' } } },
      },
    },
    callbacks: Object.fromEntries(urls.map((url, at) => [`c${at}`, { [url]: callback }])),
  };
  const spec = { openapi: '3.1.0', info: { title: 'Jobs', version: '1' }, paths: { '/jobs/{id}': { post } } };
  const mock = await startMock({ spec, ...options });
  onTestFinished(() => mock.close());
  return mock;
}

async function send(mock: Mock, body: string, type = 'application/json', target = '/jobs/a%2Bb+c?q=x%20y') {
  const headers = { 'content-type': type, 'x-trace': 't 1' };
  const response = await fetch(mock.url + target, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  await mock.callbacksSent();
}

describe('a runtime expression in the URL of a callback is filled in', () => {
  const values: readonly (readonly [expression: string, value: string])[] = [
    ['$method', 'POST'],
    ['$statusCode', '200'],
    ['$request.path.id', 'a+b+c'],
    ['$request.query.q', 'x%20y'],
    ['$request.header.x-TRACE', 't%201'],
    ['$request.body#/a', 'one'],
    ['$request.body#/b~1c/d', '9007199254740993'],
    ['$request.body#/list/1', 'true'],
    ['$response.header.x-job', 'j7'],
  ];
  test.each(values)('{%s} gives %s', async (expression, value) => {
    const { url, targets } = await receive();
    const mock = await startWith([`${url}/hook/{${expression}}/end`]);
    await send(mock, '{"a":"one","b/c":{"d":9007199254740993},"list":[0,true]}');
    expect(targets).toEqual([`/hook/${value}/end`]);
  });

  test('$url gives the whole URL of the request', async () => {
    const { url, targets } = await receive();
    const mock = await startWith([`${url}/?{$url}`]);
    await send(mock, '{}', undefined, '/jobs/1?q=x');
    expect(targets).toEqual([`/?${mock.url}/jobs/1?q=x`]);
  });

  test('of the response', async () => {
    const { url, targets } = await receive();
    const mock = await startWith([`${url}/{$response.body#/job/id}`]);
    mock.use('start', { status: 200, body: { job: { id: 7 } } });
    await send(mock, '{}');
    expect(targets).toEqual(['/7']);
  });

  test('alone, and of the fields of a form', async () => {
    const { url, targets } = await receive();
    const mock = await startWith(['$request.body#/a']);
    await send(mock, JSON.stringify({ a: `${url}/json` }));
    await send(mock, new URLSearchParams({ a: `${url}/form` }).toString(), 'application/x-www-form-urlencoded');
    expect(targets).toEqual(['/json', '/form']);
  });

  test('with a whole body that is text', async () => {
    const { url, targets } = await receive();
    const mock = await startWith(['{$request.body}']);
    await send(mock, `${url}/text`, 'text/plain');
    expect(targets).toEqual(['/text']);
  });

  test('and a callback of which a value is missing says so, while the others are sent', async () => {
    const { url, targets } = await receive();
    const missing = [
      '$request.query.none',
      '$request.path.none',
      '$request.header.none',
      '$request.body#/none/0',
      '$response.header.none',
      '$response.body#/__proto__',
      '$request.cookie.a',
    ].map((expression) => `${url}/{${expression}}`);
    const mock = await startWith([...missing, `${url}/sent`]);
    await send(mock, '{"a":null}');
    expect(targets).toEqual(['/sent']);
    const problems = mock.callbacks.filter(({ attempts }) => attempts === 0).flatMap((each) => each.problems);
    expect(problems.sort()).toEqual(missing.map((each) => `not sent: ${each} gives no URL`).sort());
  });
});

test('each attempt has a signature of its own, made when it is sent', async () => {
  const { url, signatures } = await receive([503, 503, 204]);
  let count = 0;
  const prepare = (request: { headers: readonly (readonly [string, string])[] }) => ({
    ...request,
    headers: [...request.headers, ['x-signature', String(++count)]],
  });
  const mock = await startWith([`${url}/`], { callbacks: { prepare } } as unknown as MockOptions);
  await send(mock, '{}');
  expect(signatures).toEqual(['1', '2', '3']);
  expect(mock.callbacks).toMatchObject([{ attempts: 3, problems: [] }]);
});

test('a hook that fails is a problem of its callback, and the mock goes on', async () => {
  const { url, targets } = await receive();
  const prepare = () => Promise.reject(new Error('no key'));
  const mock = await startWith([`${url}/`], { callbacks: { prepare } });
  await send(mock, '{}');
  expect(mock.callbacks).toMatchObject([{ attempts: 0, problems: ['not sent: the hook `prepare` failed: no key'] }]);
  await send(mock, '{}');
  expect(targets).toEqual([]);
});
