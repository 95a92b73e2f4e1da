import { describe, expect, test } from 'vitest';
import type { DreddResult } from '../../../../harness/runner/suites/dredd/worker/messages.ts';
import { respondWith, serve, serveRaw, transaction } from './service.ts';
import { startDreddForAll, validate, validateOne } from './validator.ts';

startDreddForAll();

const errorSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  required: ['code', 'message'],
  properties: { code: { type: 'integer' }, message: { type: 'string' } },
};

function fields(result: DreddResult): string[] {
  return result.errors.map(({ field }) => field);
}

describe('a conforming response passes', () => {
  test('four transactions, in their order, each with the response as it came', async () => {
    const endpoint = await serve((request, response) => {
      const [status, body] = request.url?.startsWith('/pets')
        ? [201, '{"id":1,"name":"é"}']
        : [404, '{"code":4,"message":"no"}'];
      response
        .writeHead(status, { 'Content-Type': 'application/json', 'X-Seen': `${request.method} ${request.url}` })
        .end(body);
    });
    const error = { statuses: [{ from: 400, to: 599 }] as const, bodySchema: errorSchema };
    const results = await validate(endpoint, [
      transaction('a'),
      transaction('b', error, { uri: '/none', method: 'PUT', body: '' }),
      transaction('c', { statuses: [{ from: 201, to: 201 }] }),
      transaction('d', { ...error, bodySchema: undefined }, { uri: '/none?q=%22' }),
    ]);
    expect(results.map(({ id, status, errors }) => [id, status, errors])).toEqual(
      ['a', 'b', 'c', 'd'].map((id) => [id, 'pass', []]),
    );
    const [first, second] = results;
    expect(first?.actual?.statusCode).toBe(201);
    expect(first?.actual?.headers).toContainEqual({ name: 'x-seen', value: 'POST /pets?tags=a&tags=b%20c' });
    expect(Buffer.from(first?.actual?.body ?? []).toString()).toBe('{"id":1,"name":"é"}');
    expect(second?.actual?.headers).toContainEqual({ name: 'x-seen', value: 'PUT /none' });
  });

  test.each([
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON ; charset="utf-8"',
  ])('media type %s', async (contentType) => {
    const endpoint = await serve(respondWith(200, contentType, '{"id":1,"name":"Rex"}'));
    const result = await validateOne(endpoint);
    expect(result).toMatchObject({ status: 'pass', errors: [] });
    expect(result.actual?.headers).toContainEqual({ name: 'content-type', value: contentType });
  });

  test.each(['9223372036854775807', '-9223372036854775808', '9007199254740993', '0', '1.0'])(
    'id %s is an int64',
    async (id) => {
      const endpoint = await serve(respondWith(200, 'application/json', `{"id":${id},"name":"Rex"}`));
      expect(await validateOne(endpoint)).toMatchObject({ status: 'pass', errors: [] });
    },
  );

  test('text with a genuine U+FFFD', async () => {
    const body = '{"id":1,"name":"\uFFFD"}';
    const result = await validateOne(await serve(respondWith(200, 'application/json', body)));
    expect(result).toMatchObject({ status: 'pass', errors: [] });
    expect(Buffer.from(result.actual?.body ?? []).toString()).toBe(body);
  });

  test('extra members, chunks, and a connection that is closed each time', async () => {
    const endpoint = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
      response.write('{"id":1,');
      response.end('"name":"Rex","extra":[]}');
    });
    const results = await validate(endpoint, [transaction('a'), transaction('b')]);
    expect(results.map(({ status }) => status)).toEqual(['pass', 'pass']);
  });

  test('a response whose end is the end of the connection', async () => {
    const endpoint = await serveRaw((socket) =>
      socket.end('HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{"id":1,"name":"Rex"}'),
    );
    expect(await validateOne(endpoint)).toMatchObject({ status: 'pass' });
  });
});

describe('a non-conforming response fails, in the words of Dredd', () => {
  test.each([
    ['a string id', '{"id":"1","name":"Rex"}', "At '/id' Invalid type: string (expected integer)"],
    ['a fraction', '{"id":1.5,"name":"Rex"}', "At '/id' Invalid type: number (expected integer)"],
    ['a null id', '{"id":null,"name":"Rex"}', "At '/id' Invalid type: null (expected integer)"],
    ['an id far over int64', '{"id":1e30,"name":"Rex"}', 'data/id should be <= 9223372036854776000'],
    ['a missing member', '{"id":1}', "At '/name' Missing required property: name"],
    ['an array', '[]', "At '' Invalid type: array (expected object)"],
  ])('%s', async (_fault, body, message) => {
    const result = await validateOne(await serve(respondWith(200, 'application/json', body)));
    expect(result).toMatchObject({ status: 'fail', errors: [{ field: 'body', message }] });
  });

  test.each([
    ['an empty body', ''],
    ['half a body', '{"id":1,"na'],
    ['bytes that are no UTF-8', Buffer.from('7b226964223a31ff7d', 'hex')],
  ])('%s', async (_fault, body) => {
    const endpoint = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    const result = await validateOne(endpoint);
    expect([result.status, fields(result)]).toEqual(['fail', ['body']]);
  });

  test('an HTML page', async () => {
    const result = await validateOne(await serve(respondWith(500, 'text/html', '<h1>Oops</h1>')));
    expect([result.status, fields(result)]).toEqual(['fail', ['statusCode', 'headers', 'body']]);
    expect(result.actual?.statusCode).toBe(500);
  });

  test('JSON that is declared as text/plain', async () => {
    const result = await validateOne(await serve(respondWith(200, 'text/plain', '{"id":1,"name":"Rex"}')));
    expect([result.status, fields(result)]).toEqual(['fail', ['headers']]);
  });

  test('no content type', async () => {
    const endpoint = await serve((_request, response) => {
      response.end('{"id":1,"name":"Rex"}');
    });
    expect(fields(await validateOne(endpoint))).toEqual(['headers']);
  });

  test.each([
    ['2XX', 302, [{ from: 200, to: 299 }]],
    ['201', 200, [{ from: 201, to: 201 }]],
    [
      '201 or 400-599',
      204,
      [
        { from: 201, to: 201 },
        { from: 400, to: 599 },
      ],
    ],
  ] as const)('a status other than %s', async (name, status, statuses) => {
    const endpoint = await serve((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end();
    });
    const result = await validateOne(endpoint, transaction('a', { statuses: [...statuses], bodySchema: undefined }));
    expect(result).toMatchObject({
      status: 'fail',
      errors: [{ field: 'statusCode', message: `Expected status code '${name}', but got '${status}'.` }],
    });
  });
});
