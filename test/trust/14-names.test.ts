import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { loadContract, startMock, verify } from '../../harness/index.ts';
import { lintContract } from '../../harness/openapi/lint/lint.ts';
import { folder } from '../openapi/documents.ts';
import { ProcessorTime } from '../processor-time.ts';

/** Members of every ordinary object. */
const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

/** A document that bears a name wherever an author chooses one. */
function documentNamed(name: string): string {
  const properties = entry(name, { type: 'string' });
  const schema = { type: 'object', required: [name], properties: { ...properties, note: { type: 'string' } } };
  const parameter = (place: string) => ({ name, in: place, required: place === 'path', schema: { type: 'integer' } });
  const content = {
    'application/json': { schema: ref(name), examples: entry(name, { value: JSON.parse(`{"${name}":"a"}`) }) },
  };
  const form = { schema: ref(name), encoding: entry(name, { contentType: 'text/plain' }) };
  const post = {
    operationId: name,
    tags: [name],
    security: [entry(name, [])],
    parameters: ['path', 'query', 'header', 'cookie'].map(parameter),
    requestBody: {
      required: true,
      content: { ...content, 'application/x-www-form-urlencoded': form, 'multipart/form-data': form },
    },
    responses: {
      201: {
        description: 'made',
        headers: entry(name, { schema: { type: 'string' } }),
        content,
        links: entry(name, { operationId: name }),
      },
      default: {
        description: 'failed',
        content: { [`application/${name.replaceAll('_', '')}+json`]: { schema: { type: 'object' } } },
      },
    },
  };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: name, version: '1' },
    servers: [{ url: '/' }],
    tags: [{ name }],
    paths: {
      [`/things/{${name}}`]: { post },
      [`/${name}`]: { get: { responses: { 204: { description: 'nothing' } } } },
    },
    components: {
      schemas: entry(name, schema),
      securitySchemes: entry(name, { type: 'apiKey', in: 'header', name: 'X-Key' }),
    },
  });
}

/** `{ [name]: value }` would set the prototype for one of the names. */
function entry(name: string, value: unknown): Record<string, unknown> {
  return Object.defineProperty({}, name, { value, enumerable: true, writable: true, configurable: true });
}

function ref(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

function specNamed(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, documentNamed(name));
  return file;
}

/** By node:http, because fetch leaves a header out that is named `__proto__`. */
async function statusOf(url: string, body: string, more: readonly (readonly [string, string])[]): Promise<number> {
  const { host } = new URL(url);
  const headers = [['host', host], ['content-type', 'application/json'], ['x-key', 'k'], ...more];
  const sent = request(url, { method: 'POST', headers: [...headers, ['content-length', `${body.length}`]].flat() }).end(
    body,
  );
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

describe.each(NAMES)('a document full of the name %s', (name) => {
  test('is linted without an error', async () => {
    const problems = await lintContract(loadContract(specNamed(name)));
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('is satisfied by its own mock', async () => {
    const report = await verify({ spec: specNamed(name), seed: 1 });
    expect(report.findings.map(({ clause }) => clause.id)).toEqual([]);
    expect(report.verdict).toBe('passed');
  });

  test('is served', async () => {
    const mock = await startMock({ spec: specNamed(name) });
    try {
      const respond = (path: string, ...more: [name: string, value: string][]) =>
        statusOf(`${mock.url}${path}`, `{"${name}":"a"}`, more);
      expect(await respond('/things/1')).toBe(201);
      expect(await respond('/things/1', ['prefer', `example=${name}`])).toBe(201);
      expect(await respond(`/things/1?${name}=1`, [name, '1'], ['cookie', `${name}=1`])).toBe(201);
      expect(await respond(`/things/x`)).not.toBe(201);
      expect(await respond(`/things/1?${name}=x`)).not.toBe(201);
      expect(await respond('/things/1', [name, 'x'])).not.toBe(201);
      expect(await respond('/things/1', ['cookie', `${name}=x`])).not.toBe(201);
    } finally {
      await mock.close();
    }
  });
});

describe('no name from outside is looked up on an ordinary object', () => {
  const name = 'outsideName';
  const lookups = new Set<string>();

  beforeEach(() => {
    for (const each of [name, name.toLowerCase()])
      Object.defineProperty(Object.prototype, each, {
        configurable: true,
        set(value) {
          Object.defineProperty(this, each, { value, enumerable: true, writable: true, configurable: true });
        },
        get() {
          const caller = new Error().stack?.split('\n')[2] ?? '';
          if (/\/harness\//.test(caller)) lookups.add(caller.replace(/^.*\((.*)\)$|^.*at /, '$1'));
          return undefined;
        },
      });
  });
  afterEach(() => {
    for (const each of [name, name.toLowerCase()]) Reflect.deleteProperty(Object.prototype, each);
    lookups.clear();
  });

  test('while a document that bears it everywhere is linted, verified and served', async () => {
    const spec = specNamed(name);
    await lintContract(loadContract(spec));
    await verify({ spec, seed: 1, lint: false, suites: ['generated', 'examples'] });
    expect([...lookups]).toEqual([]);
  });
});

describe('a header that HTTP cannot send', () => {
  const responses = { 200: { description: 'ok' }, 400: { description: 'rejected' } };
  const specWith = (operation: object, more: object = {}) => {
    const paths = { '/a': { get: { operationId: 'a', responses, ...operation } } };
    const root = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths, ...more };
    return join(folder({ 'openapi.json': JSON.stringify(root) }), 'openapi.json');
  };
  const parameter = (name: string, others: object = {}) => ({
    parameters: [{ name, in: 'header', required: true, schema: { type: 'string' }, ...others }],
  });
  const apiKey = (name: string) => ({ components: { securitySchemes: { k: { type: 'apiKey', in: 'header', name } } } });
  const received = (name: string) => ({
    responses: { ...responses, 200: { description: 'ok', headers: { [name]: { required: true, schema: {} } } } },
  });
  const NOT_TOKENS: [what: string, operation: object, more?: object][] = [
    ['a parameter with a space in its name', parameter('X Y')],
    ['a parameter with a line feed in its name', parameter('X\r\nSet-Cookie')],
    ['a parameter without a name', parameter('')],
    ['an API key in a header with a colon in its name', { security: [{ k: [] }] }, apiKey('X:Y')],
  ];

  test.each(NOT_TOKENS)('is an error of lint with its line: %s', async (_, operation, more = {}) => {
    const problems = await lintContract(loadContract(specWith(operation, more)));
    expect(problems.map(({ rule, severity }) => [rule, severity])).toEqual([['header-name-is-a-token', 'error']]);
  });

  test.each(['my cookie', 'a=b', 'n\u00e9', 'a;b'])(
    'is no fault of the service, and a warning, if it is the cookie %j',
    async (name) => {
      const schema = { type: 'string', enum: ['a', 'b c', '50%'] };
      const cookie = (each: string) => ({ name: each, in: 'cookie', schema });
      const spec = specWith({ parameters: [cookie('mode'), cookie(name)] });
      const problems = await lintContract(loadContract(spec));
      expect(problems.map(({ rule, severity }) => [rule, severity])).toEqual([['cookie-name-is-a-token', 'warning']]);
      const report = await verify({ spec, seed: 1, suites: ['generated'] });
      expect([report.verdict, report.findings.map(({ message }) => message)]).toEqual(['passed', []]);
    },
  );

  test('of a response is named as not read', async () => {
    const problems = await lintContract(loadContract(specWith(received('X Y'))));
    expect(problems.map(({ rule, message }) => [rule, message])).toEqual([
      ['not-read', 'header X Y is none that HTTP has and is not read.'],
    ]);
  });

  test.each<[what: string, operation: object, more?: object]>([
    ...NOT_TOKENS,
    ['a response header with a space in its name', received('X Y')],
    ['an example with a line feed', parameter('X-Y', { example: 'a\nb' })],
    ['a constant with a line feed', parameter('X-Y', { schema: { const: 'a\r\nb' } })],
    ['a constant in another script', parameter('X-Y', { schema: { const: '\u4f60' } })],
  ])('is not sent, and no fault of the service: %s', async (_, operation, more = {}) => {
    const spec = specWith(operation, more);
    const time = new ProcessorTime();
    const report = await verify({ spec, seed: 1, lint: false, suites: ['examples', 'generated'], effort: 'quick' });
    expect(report.findings.map(({ message }) => message)).toEqual([]);
    expect(time.ms).toBeLessThan(15_000);
  });
});
