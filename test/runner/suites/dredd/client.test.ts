import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  type DreddRun,
  type DreddWorker,
  runDreddOnce,
  startDreddWorker,
} from '../../../../harness/runner/suites/dredd/client.ts';
import type { DreddResult, DreddTransaction } from '../../../../harness/runner/suites/dredd/worker/messages.ts';
import { pet, respondWith, serve, serveRaw, transaction } from './service.ts';

const never = new AbortController().signal;

const errorSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  required: ['code', 'message'],
  properties: { code: { type: 'integer' }, message: { type: 'string' } },
};

/** One thread for all validations, since each would take 0.2 s to load Dredd. */
let dredd: DreddWorker;
beforeAll(() => {
  dredd = startDreddWorker();
});
afterAll(() => dredd.stop());

async function validate(
  endpoint: string,
  transactions: DreddTransaction[],
  more: Partial<DreddRun> = {},
): Promise<DreddResult[]> {
  return collect(dredd.run({ endpoint, transactions, timeoutMs: 5_000, signal: never, ...more }));
}

async function collect(run: AsyncIterable<DreddResult>): Promise<DreddResult[]> {
  const results: DreddResult[] = [];
  for await (const result of run) results.push(result);
  return results;
}

async function validateOne(
  endpoint: string,
  one = transaction('a'),
  more: Partial<DreddRun> = {},
): Promise<DreddResult> {
  const [result] = await validate(endpoint, [one], more);
  if (result === undefined) throw new Error('no result');
  return result;
}

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

describe('the thread', () => {
  test('runs from start to end for one call', async () => {
    const run = runDreddOnce({
      endpoint: await serve(pet),
      transactions: [transaction('a')],
      timeoutMs: 5_000,
      signal: never,
    });
    expect(await collect(run)).toMatchObject([{ id: 'a', status: 'pass' }]);
  });

  test('ends with an abort, which the run throws on, and serves no run after it', async () => {
    const abort = new AbortController();
    const endpoint = await serveRaw(() => abort.abort(new Error('enough')));
    const worker = startDreddWorker();
    const run = { endpoint, transactions: [transaction('a')], timeoutMs: 60_000, signal: abort.signal };
    await expect(collect(worker.run(run))).rejects.toThrow('enough');
    await expect(collect(worker.run({ ...run, signal: never }))).rejects.toThrow('The thread of Dredd has ended');
  });

  test('does not start a run that is aborted beforehand', async () => {
    const run = { endpoint: 'http://127.0.0.1:1', transactions: [transaction('a')], timeoutMs: 5_000 };
    await expect(collect(runDreddOnce({ ...run, signal: AbortSignal.abort(new Error('no')) }))).rejects.toThrow('no');
  });

  test('ends when its results are not taken to the end', async () => {
    const worker = startDreddWorker();
    onTestFinished(() => worker.stop());
    const run = {
      endpoint: await serve(pet),
      transactions: [transaction('a'), transaction('b')],
      timeoutMs: 5_000,
      signal: never,
    };
    for await (const { id } of worker.run(run)) {
      expect(id).toBe('a');
      break;
    }
    await expect(collect(worker.run(run))).rejects.toThrow('The thread of Dredd has ended');
  });

  test('that breaks down is an error with the message', async () => {
    const run = { endpoint: 'http://[', transactions: [transaction('a')], timeoutMs: 5_000, signal: never };
    await expect(collect(runDreddOnce(run))).rejects.toThrow('Dredd broke down: Invalid URL');
  });

  test('prints nothing, and does not keep the process alive between runs', async () => {
    const script = `
      const { startDreddWorker } = await import(process.argv[1]);
      const [worker, idle] = [startDreddWorker(), startDreddWorker()];
      const run = { ...JSON.parse(process.argv[2]), signal: new AbortController().signal };
      for await (const { status } of worker.run(run)) console.log(status);`;
    const built = new URL('../../../../dist/harness/runner/suites/dredd/client.js', import.meta.url).href;
    const run = JSON.stringify({ endpoint: 'http://127.0.0.1:1', transactions: [transaction('a')], timeoutMs: 5_000 });
    const output = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, built, run], {
      timeout: 15_000,
    });
    expect(output).toEqual({ stdout: 'error\n', stderr: '' });
  });

  test('that is stuck is ended after the grace', async () => {
    const endless = { $schema: 'http://json-schema.org/draft-07/schema#', pattern: '^(a+)+$' };
    const endpoint = await serve(respondWith(200, 'application/json', `"${'a'.repeat(50)}!"`));
    const run = {
      endpoint,
      transactions: [transaction('a', { bodySchema: endless })],
      timeoutMs: 100,
      graceMs: 900,
      signal: never,
    };
    await expect(collect(runDreddOnce(run))).rejects.toThrow('Dredd has said nothing for 1000 ms');
  });
});
