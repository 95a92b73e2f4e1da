import { describe, expect, test } from 'vitest';
import { pet, serve, serveRaw, transaction } from './service.ts';
import { dredd, never, startDreddForAll, validate, validateOne } from './validator.ts';

startDreddForAll();

describe('no complete response', () => {
  const whole = '{"id":1,"name":"Rex"}';

  test('nothing listens: could not send', async () => {
    const result = await validateOne('http://127.0.0.1:1');
    expect(result).toMatchObject({
      status: 'error',
      networkError: 'connect',
      errors: [],
      reason: expect.stringContaining('ECONNREFUSED'),
    });
  });

  test('a dropped connection is the fault of the service, and the next transaction is run', async () => {
    let requests = 0;
    const endpoint = await serve((request, response) => {
      requests += 1;
      if (requests === 1) request.socket.destroy();
      else pet(request, response);
    });
    const results = await validate(endpoint, [transaction('a'), transaction('b')]);
    expect(results).toMatchObject([
      { id: 'a', status: 'fail', networkError: 'reset' },
      { id: 'b', status: 'pass' },
    ]);
  });

  test.each([
    ['a declared length', `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n${whole}`],
    [
      'the last chunk',
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n15\r\n${whole}\r\n`,
    ],
  ])('a response that is cut before %s', async (_before, text) => {
    const endpoint = await serveRaw((socket) => socket.end(text));
    expect(await validateOne(endpoint)).toMatchObject({ status: 'fail', networkError: 'truncated', errors: [] });
  });

  test('a response that is no HTTP', async () => {
    const endpoint = await serveRaw((socket) => socket.end('hello\r\n\r\n'));
    expect(await validateOne(endpoint)).toMatchObject({ status: 'fail', networkError: 'malformed' });
  });

  test('a service that never responds', async () => {
    const endpoint = await serveRaw(() => undefined);
    const result = await validateOne(endpoint, transaction('a'), { timeoutMs: 50 });
    expect(result).toMatchObject({
      status: 'fail',
      networkError: 'timeout',
      reason: 'no complete response within 50 ms',
    });
  });

  test('a response in drops, each within the time limit', async () => {
    const endpoint = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n');
      const drops = setInterval(() => socket.write(' '), 10);
      socket.on('close', () => clearInterval(drops));
    });
    const results = await validate(endpoint, [transaction('a'), transaction('b')], { timeoutMs: 80 });
    expect(results).toMatchObject([
      { status: 'fail', networkError: 'timeout' },
      { status: 'fail', networkError: 'timeout' },
    ]);
  });
});

describe('a run', () => {
  test('sends its own headers in the place of those of the transactions', async () => {
    const endpoint = await serve((request, response) => {
      response.setHeader('x-seen', `${request.headers.authorization} ${request.headers['x-more']}`);
      pet(request, response);
    });
    const own = transaction('a', {}, { headers: [{ name: 'authorization', value: 'none' }] });
    const headers = [
      { name: 'Authorization', value: 'Bearer a:b' },
      { name: 'X-More', value: '1' },
    ];
    const result = await validateOne(endpoint, own, { headers });
    expect(result.actual?.headers).toContainEqual({ name: 'x-seen', value: 'Bearer a:b 1' });
  });

  test('goes below the path of the endpoint', async () => {
    const endpoint = await serve((request, response) => {
      response.setHeader('x-seen', request.url ?? '');
      pet(request, response);
    });
    const result = await validateOne(`${endpoint}/v1/`);
    expect(result.actual?.headers).toContainEqual({ name: 'x-seen', value: '/v1/pets?tags=a&tags=b%20c' });
  });

  test('opens a connection for each transaction, since a service may close an idle one without a word', async () => {
    const connections = new Set<unknown>();
    const endpoint = await serve((request, response) => {
      connections.add(request.socket);
      pet(request, response);
    });
    await validate(endpoint, [transaction('a'), transaction('b'), transaction('c')]);
    expect(connections.size).toBe(3);
  });

  test('without transactions is rejected', async () => {
    await expect(validate('http://127.0.0.1:1', [])).rejects.toThrow('There is no transaction for Dredd to run');
  });

  test('has results of its transactions alone: a schema that Dredd cannot use is an error', async () => {
    const unknown = transaction('a', {
      bodySchema: { $schema: 'http://json-schema.org/draft-07/schema#', format: 'int64' },
    });
    const results = await validate(await serve(pet), [unknown, transaction('b')]);
    expect(results).toMatchObject([
      { id: 'a', status: 'error', reason: expect.stringContaining('unknown format "int64"') },
      { id: 'b', status: 'pass' },
    ]);
  });

  test('is the only one of its thread at a time', async () => {
    const run = {
      endpoint: await serve(pet),
      transactions: [transaction('a'), transaction('b')],
      timeoutMs: 5_000,
      signal: never,
    };
    const first = dredd.run(run);
    expect((await first.next()).value).toMatchObject({ id: 'a' });
    await expect(dredd.run(run).next()).rejects.toThrow('one run at a time');
    expect((await first.next()).value).toMatchObject({ id: 'b' });
    expect((await first.next()).done).toBe(true);
  });
});
