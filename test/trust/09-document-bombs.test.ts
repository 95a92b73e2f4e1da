import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { overload } from '../../harness/core/util/overload.ts';
import { loadContract, startMock, verify } from '../../harness/index.ts';
import { lintContract } from '../../harness/openapi/lint/lint.ts';
import { parseSource } from '../../harness/openapi/source/yaml-source.ts';
import { folder, thrownMessage } from '../openapi/documents.ts';
import { ProcessorTime, processorMsUntilEnd, worked } from '../processor-time.ts';

const PROGRAM = join(import.meta.dirname, '../../dist/bundle/cli.cjs');

type Schema = Readonly<Record<string, unknown>>;

/** A document whose one operation takes and gives values of a schema; texts such as `@1e99@` become numbers. */
function specOf(schema: Schema, schemas: Schema = {}): string {
  const content = { 'application/json': { schema } };
  const post = {
    operationId: 'create',
    requestBody: { required: true, content },
    responses: { 201: { description: 'created', content }, 400: { description: 'rejected' } },
  };
  const root = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/': { post } },
    components: { schemas },
  };
  const text = JSON.stringify(root).replaceAll(/"@(.*?)@"/g, '$1');
  return join(folder({ 'openapi.json': text }), 'openapi.json');
}

const inObject = (schema: Schema) => ({ type: 'object', required: ['a'], properties: { a: schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));

/** 25 levels, each of which names the one below twice. */
function doubled(level: (below: Schema) => Schema): Schema {
  return Object.fromEntries(
    many(26, (index) => [`L${index}`, index === 0 ? inObject({ type: 'string' }) : level(ref(`L${index - 1}`))]),
  );
}

describe('a document is rejected, with the line, that demands', () => {
  test.each<[what: string, schema: Schema, message: RegExp]>([
    ['a list of a billion items', { type: 'array', minItems: 1e9 }, /minItems: 1000000000 is more than the 10,000/],
    ['an object of a billion properties', { type: 'object', minProperties: 1e9 }, /minProperties: 1000000000 is more/],
    ['a billion characters', { type: 'string', minLength: 1e9 }, /minLength: 1000000000 is more than the 100,000/],
    ['a billion items of a kind', { contains: {}, minContains: 1e9 }, /minContains: 1000000000 is more than/],
    ['a bound of a billion digits', { type: 'number', minimum: '@1e999999999@' }, /number has more than 1,000 digits/],
    [
      'a step of a billion digits',
      { type: 'number', multipleOf: '@1e-999999999@' },
      /number has more than 1,000 digits/,
    ],
    ['an example of a billion digits', { example: '@-1e999999999@' }, /number has more than 1,000 digits/],
    ['a choice of a million values', { enum: many(1e6, String) }, /enum has 1,000,000 entries; at most 10,000/],
    ['100,000 properties', { required: many(1e5, String) }, /required has 100,000 entries; at most 3,000/],
    [
      'one of 100,000 schemas',
      { oneOf: many(1e5, (index) => ({ const: index })) },
      /oneOf has 100,000 entries; at most 500/,
    ],
    ['100,000 items in their places', { prefixItems: many(1e5, () => ({})) }, /prefixItems has 100,000 entries/],
  ])('%s', (_, schema, message) => {
    const error = thrownMessage(() => loadContract(specOf(inObject(schema))));
    expect(error).toMatch(message);
    expect(error).toMatch(/openapi\.json:1:\d+/);
  });
});

test('what only bears the name of a size is read', () => {
  const names = { minItems: { type: 'string' }, enum: { type: 'string' }, required: { default: { minItems: 1e9 } } };
  expect(loadContract(specOf({ type: 'object', properties: names })).operations).toHaveLength(1);
  expect(loadContract(specOf({ type: 'array', maxItems: 1e9, example: many(20_000, String) })).operations).toHaveLength(
    1,
  );
  expect(
    loadContract(specOf({ type: 'string', maxLength: 1e9, 'x-sizes': { minItems: 1e9 } })).operations,
  ).toHaveLength(1);
});

/** Levels of schemas, each of which has a property with the next. */
const levels = (count: number, level: (index: number) => Schema) =>
  Object.fromEntries(
    many(count + 1, (index) => [`S${index}`, index === count ? { type: 'string' } : level(index + 1)]),
  );

describe('references', () => {
  test('that lead through thousands of others are rejected at their line', () => {
    const chain = levels(3000, (next) => ref(`S${next}`));
    expect(thrownMessage(() => loadContract(specOf(inObject(ref('S0')), chain)))).toMatch(
      /openapi\.json:1:\d+ at #\S+: \$ref #\/components\/schemas\/S0 leads through more than 100 others/,
    );
  });

  test('over more levels than the stack has are rejected with a line, not a stack trace', async () => {
    const nested = levels(1500, (next) => inObject(ref(`S${next}`)));
    const contract = loadContract(specOf(ref('S0'), nested));
    const message = /openapi\.json:1:\d+: schemas refer to one another over too many levels/;
    expect(thrownMessage(() => contract.clauses)).toMatch(message);
    await expect(lintContract(contract)).rejects.toThrow(message);
  });
});

test('a YAML map of 30,000 keys is read in the time of a list of as many maps', () => {
  const elapsed = (lines: string) => {
    const time = new ProcessorTime();
    parseSource(Buffer.from(lines), 'spec.yaml');
    return time.ms;
  };
  const list = elapsed(many(30_000, (index) => `- k${index}: 1`).join('\n'));
  expect(elapsed(many(30_000, (index) => `k${index}: 1`).join('\n'))).toBeLessThan(5 * list);
});

const BOMBS: [what: string, schema: Schema, schemas?: Schema][] = [
  [
    'lists of 3,000 lists of 3,000',
    inObject({ type: 'array', minItems: 3000, items: { type: 'array', minItems: 3000 } }),
  ],
  ['25 levels of doubled allOf', ref('L25'), doubled((below) => ({ allOf: [below, below] }))],
  ['25 levels of doubled anyOf', ref('L25'), doubled((below) => ({ anyOf: [below, below] }))],
  [
    '25 levels of doubled conditions',
    ref('L25'),
    doubled((below) => JSON.parse(JSON.stringify({ if: below, else: below }))),
  ],
  [
    '25 levels of two properties',
    ref('L25'),
    doubled((below) => ({ required: ['l', 'r'], properties: { l: below, r: below } })),
  ],
  ['a schema that is its own alternative', inObject(ref('A')), { A: { oneOf: [ref('A'), { type: 'string' }] } }],
  ['20,000 groups in a pattern', inObject({ type: 'string', pattern: `${'('.repeat(20_000)}a${')'.repeat(20_000)}` })],
  ['nested repetitions in a pattern', inObject({ type: 'string', pattern: '^((((((((a+)+)+)+)+)+)+)+)+$' })],
  ['a pattern of a billion characters', inObject({ type: 'string', pattern: '^((a{1000}){1000}){1000}$' })],
  ['1,000 unique booleans', inObject({ type: 'array', minItems: 1000, uniqueItems: true, items: { type: 'boolean' } })],
];

describe.each<[string, Schema, Schema]>(BOMBS.map(([what, schema, schemas = {}]) => [what, schema, schemas]))(
  '%s',
  (_, schema, schemas) => {
    test('do not keep verify from ending, and it finds nothing wrong with the mock', async () => {
      const time = new ProcessorTime();
      const report = await verify({
        spec: specOf(schema, schemas),
        seed: 1,
        suites: ['generated', 'examples'],
        maxTime: 300,
      });
      expect(report.findings.map(({ clause }) => clause.id)).toEqual([]);
      if (report.verdict !== 'passed')
        expect(report.suites.map(({ skippedReasons }) => skippedReasons).join()).toMatch(/create|--max-time/);
      expect(time.ms).toBeLessThan(12_000 * overload());
    });

    test('do not keep the mock from responding', async () => {
      const mock = await startMock({ spec: specOf(schema, schemas) });
      const time = new ProcessorTime();
      const headers = { 'content-type': 'application/json' };
      const { status } = await fetch(`${mock.url}/`, { method: 'POST', headers, body: '{"a":"x"}' });
      await mock.close();
      expect(status).toBeGreaterThanOrEqual(200);
      expect(time.ms).toBeLessThan(6000 * overload());
    });
  },
);

describe('a signal ends within two seconds', () => {
  const slow = doubled((below) => ({ anyOf: [below, below], if: below, else: below }));

  test.each(['verify', 'mock', 'prove'])('contract %s, whatever it is at', async (command) => {
    const port = command === 'mock' ? ['--port', '0'] : [];
    const args = [PROGRAM, command, '--spec', specOf(ref('L25'), JSON.parse(JSON.stringify(slow))), ...port];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    await worked(child, 1200);
    expect(await processorMsUntilEnd(child, 'SIGTERM')).toBeLessThan(2000 * overload());
  });
});

test('contract prove obeys --max-time while it plans for a body of 3,000 properties, and is not green', async () => {
  const properties = Object.fromEntries(many(3000, (index) => [`p${index}`, { type: 'string' }]));
  const spec = specOf({ type: 'object', required: Object.keys(properties), properties });
  const child = spawn(process.execPath, [PROGRAM, 'prove', spec, '--max-time', '1s'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [processorMs, stdout] = await Promise.all([processorMsUntilEnd(child), text(child.stdout)]);
  expect(child.exitCode).toBe(1);
  expect(stdout).toContain('Stopped by --max-time while planning: no mutant was run');
  expect(processorMs).toBeLessThan(8000 * overload());
});
