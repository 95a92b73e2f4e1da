import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHECK_IDS, EXCHANGE_CHECKS } from '../../harness/core/check-ids.ts';
import { PETS } from '../cli/petstore.ts';
import { contractHere } from '../e2e/program.ts';
import { folder } from '../openapi/documents.ts';
import { bodyOf, serve } from '../servers.ts';

const isPet = (value: { id?: unknown; name?: unknown; tag?: unknown }) =>
  Number.isInteger(value?.id) && typeof value.name === 'string' && ['undefined', 'string'].includes(typeof value.tag);

const conforming: RequestListener = async (request, response) => {
  let isValid = false;
  try {
    isValid = isPet(JSON.parse((await bodyOf(request)).toString()));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const body = isValid ? '{"id":1,"name":"Ida"}' : '{"code":1,"message":"x"}';
  response.writeHead(isValid ? 200 : 422, { 'content-type': 'application/json' }).end(body);
};

/** Reads without a response body, as many documents describe them. */
const READS = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Reads', version: '1' },
  paths: {
    '/health': { get: { operationId: 'health', responses: { 200: { description: 'ok' } } } },
    '/latest': { get: { operationId: 'latest', responses: { 302: { description: 'moved' } } } },
  },
});

async function run(listener: RequestListener, args: readonly string[], files: Record<string, string> = {}) {
  const cwd = folder({ 'openapi.yaml': readFileSync(PETS, 'utf8'), 'reads.json': READS, 'empty/x': '', ...files });
  return contractHere(['verify', ...args, '--target', await serve(listener)], { cwd });
}

const respond =
  (status: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };

const UNAUTHORIZED = respond(401, { 'content-type': 'application/json' }, '{"code":1,"message":"x"}');

describe('whatever is in front of the service does not pass for it', () => {
  const html = { 'content-type': 'text/html' };

  test('a login page with 200', async () => {
    let token = 0;
    const page: RequestListener = (_, response) => response.writeHead(200, html).end(`<form>${++token}</form>`);
    const { code, out } = await run(page, ['reads.json', '--include', 'health']);
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('health (an unknown path gets the same response (200): a proxy may respond instead'),
    ]);
  });

  test('a redirect of everything', async () => {
    const redirect = respond(302, { location: 'https://login.test/' });
    const { code, out } = await run(redirect, ['reads.json', '--include', 'latest']);
    expect([code, out]).toEqual([1, expect.stringContaining('an unknown path gets the same response (302)')]);
  });

  test.each([
    { type: 'object' },
    { type: 'object', additionalProperties: true },
    {},
    { $ref: '#/components/schemas/Free' },
  ])('a gateway with {} for everything, where the schema of the body is %j', async (schema) => {
    const content = { 'application/json': { schema } };
    const get = { operationId: 'settings', responses: { 200: { description: 'ok', content } } };
    const components = { schemas: { Free: { type: 'object', description: 'Anything' } } };
    const free = {
      openapi: '3.0.3',
      info: { title: 'Free', version: '1' },
      paths: { '/settings': { get } },
      components,
    };
    const files = { 'free.json': JSON.stringify(free) };
    const args = ['free.json', '--suite', 'generated', '--runs', '1'];
    const gateway = await run(respond(200, { 'content-type': 'application/json' }, '{}'), args, files);
    expect([gateway.code, gateway.out]).toEqual([1, expect.stringContaining('an unknown path gets the same response')]);
    const service: RequestListener = ({ url }, response) => {
      response.writeHead(url?.startsWith('/settings') ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    };
    expect((await run(service, args, files)).code).toBe(0);
  });

  test('but a service that knows its paths does', async () => {
    const service: RequestListener = ({ url }, response) => {
      if (url?.startsWith('/health')) response.writeHead(200, html).end('<p>fine</p>');
      else if (url?.startsWith('/latest')) response.writeHead(302, { location: '/releases/3' }).end();
      else response.writeHead(404, html).end('<p>nothing</p>');
    };
    expect((await run(service, ['reads.json'])).code).toBe(0);
  });

  test.each<[string, RequestListener]>([
    ['a page', respond(200, html, '<form></form>')],
    ['JSON', respond(200, { 'content-type': 'application/json' }, '{"id":1,"name":"Ida"}')],
    ['204', respond(204)],
    ['301', respond(301, { location: 'https://login.test/' })],
    ['307', respond(307, { location: 'https://login.test/' })],
    ['401', respond(401)],
    ['404', respond(404, { 'content-type': 'application/json' }, '{"code":1,"message":"x"}')],
    ['500', respond(500, { 'content-type': 'application/json' }, '{"code":1,"message":"x"}')],
  ])('%s for everything', async (_, listener) => {
    const { code } = await run(listener, [
      'openapi.yaml',
      '--suite',
      'examples',
      '--suite',
      'generated',
      '--runs',
      '1',
    ]);
    expect(code).toBe(1);
  });
});

describe('a run without anything to do does not pass', () => {
  test.each<[string, readonly string[]]>([
    ['an empty folder of examples', ['--examples', 'empty']],
    ['examples that are not there', ['--examples', 'nowhere']],
    ['a selector that matches nothing', ['--include', '/nothing/*']],
    ['all operations excluded', ['--exclude', 'createPet']],
    ['no safe method in the document', ['--safe-methods-only']],
    ['a suite without cases', ['--suite', 'stateful']],
    ['every check off', CHECK_IDS.flatMap((check) => ['--severity', `${check}=off`])],
    ['every check of one operation off', CHECK_IDS.flatMap((check) => ['--severity', `createPet:${check}=off`])],
    [
      'every check off that its suite has',
      ['--suite', 'generated', ...EXCHANGE_CHECKS.flatMap((check) => ['--severity', `${check}=off`])],
    ],
  ])('%s', async (_, args) => {
    expect((await run(conforming, ['openapi.yaml', ...args])).code).toBe(2);
  });

  test.each([
    ['{}', '`operation` is missing'],
    ['{"operation":"createPet"}', '`examples` must map names to examples'],
    ['{"operation":"createPet","examples":{}}', '`examples` has none: nothing would be tested'],
  ])('a file of examples that holds %s', async (text, message) => {
    const { code, err } = await run(conforming, ['openapi.yaml', '--examples', 'none.json'], { 'none.json': text });
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(err).toMatch(/^none\.json:1:\d+: /);
  });

  test('no time', async () => {
    expect((await run(conforming, ['openapi.yaml', '--max-time', '1ms'])).code).not.toBe(0);
  });

  test('a document without operations', async () => {
    const none = JSON.stringify({ openapi: '3.1.0', info: { title: 'None', version: '1' }, webhooks: {}, paths: {} });
    expect((await run(conforming, ['none.json'], { 'none.json': none })).code).toBe(2);
  });

  test('a shard that is the whole run leaves nothing to a merge', async () => {
    const args = ['openapi.yaml', '--suite', 'generated', '--runs', '1', '--shard', '1/1'];
    const { code, out } = await run(UNAUTHORIZED, args);
    expect([code, out]).toEqual([1, expect.stringContaining('authentication required (401)')]);
  });

  test('a baseline does not make up for a service that accepts nothing', async () => {
    const known = { operation: 'createPet', check: 'operation-not-verified', clause: '', description: '' };
    const args = ['openapi.yaml', '--suite', 'generated', '--runs', '1', '--baseline', 'known.json'];
    const { code, out } = await run(UNAUTHORIZED, args, { 'known.json': JSON.stringify({ accepted: [known] }) });
    expect([code, out]).toEqual([1, expect.stringContaining('not verified: no operation accepted a request')]);
  });
});

describe('a run that passes says what it did not test', () => {
  test('that no invalid request was sent', async () => {
    const { code, out } = await run(conforming, ['openapi.yaml', '--suite', 'examples']);
    expect([code, out]).toEqual([
      0,
      expect.stringContaining(
        'no invalid request was sent to 1 operation: a service that accepts everything would pass (createPet)',
      ),
    ]);
  });

  test('which checks are off', async () => {
    const args = ['openapi.yaml', '--suite', 'examples', '--severity', 'content-type=off'];
    const { out } = await run(conforming, args);
    expect(out).toContain('checks that are off: content-type');
  });
});

test('one report of a whole run can be merged, as a matrix of one job does', async () => {
  const cwd = folder({ 'openapi.yaml': readFileSync(PETS, 'utf8') });
  const url = await serve(conforming);
  const args = ['verify', 'openapi.yaml', url, '--suite', 'examples', '--shard', '1/1', '--json', 'part.json'];
  expect((await contractHere(args, { cwd })).code).toBe(0);
  expect((await contractHere(['merge', join(cwd, 'part.json')], { cwd })).code).toBe(0);
});
