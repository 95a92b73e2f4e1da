import { expect, test } from 'vitest';
import { type Call, operationOf, serveCalls, verifyDocument } from './establish/books.ts';

const operation = (name: string, schema: string) => `
  /${name}:
    get:
      operationId: ${name}
      summary: ${name}
      parameters:
        - { name: limit, in: query, schema: { $ref: '#/components/schemas/${schema}' } }
      responses:
        '200': { description: found }
        '400': { description: error }`;

const document = (...names: [name: string, schema: string][]) => `openapi: 3.0.3
info: { title: Things, version: '1', license: { name: MIT, url: 'https://example.com' } }
servers: [{ url: 'https://api.example.net' }]
security: []
paths:${names.map(([name, schema]) => operation(name, schema)).join('')}
components:
  schemas:
    Good: { type: integer, minimum: 1 }
    Bad: { type: integer, minimum: many }
`;

const isValid = ({ query }: Call) =>
  query.getAll('limit').every((each) => /^[+ ]?0*[1-9]\d*\s*$/.test(each) || each === '10.0' || each === '1e1');

test('an error in the document keeps only the operations that it touches from being verified', async () => {
  const calls: Call[] = [];
  const target = await serveCalls((call) => ({ status: isValid(call) ? 200 : 400 }), calls);
  const report = await verifyDocument(document(['good', 'Good'], ['bad', 'Bad']), target, { lint: true });
  expect(report.verdict).toBe('unverified');
  expect(operationOf(report, 'good')).toMatchObject({ verified: true });
  expect(operationOf(report, 'bad')).toMatchObject({ verified: false, sent: 0 });
  expect(operationOf(report, 'bad').reason).toMatch(/^error in the document at \S+spec.yaml:\d+:\d+: /);
  expect(new Set(calls.map(({ path }) => path))).toEqual(new Set(['/good']));
  expect(report.summary).toContain('not verified: bad (error in the document');
});

test('a reference to a schema that is not there is an error of the operations that have it', async () => {
  const target = await serveCalls((call) => ({ status: isValid(call) ? 200 : 400 }));
  const report = await verifyDocument(document(['good', 'Good'], ['bad', 'None']), target, { lint: true });
  expect(report.operations.map(({ verified }) => verified)).toEqual([true, false]);
  expect(operationOf(report, 'bad').reason).toMatch(
    /^error in the document at \S+:\d+:\d+: \$ref #\/components\/schemas\/None cannot be resolved/,
  );
  const missing = verifyDocument(document(['bad', 'None']), target, { lint: false });
  await expect(missing).rejects.toThrow('cannot be resolved');
});

test('an error of a security scheme is one of the operations that cannot be called without it', async () => {
  const key = (name: string) => `{ type: apiKey, in: header, name: ${name} }`;
  const text = document(['good', 'Good'], ['bad', 'Good'])
    .replace('operationId: good', 'operationId: good\n      security: [{ Broken: [] }, { Whole: [] }]')
    .replace('operationId: bad', 'operationId: bad\n      security: [{ Broken: [], Whole: [] }]')
    .replace('components:', `components:\n  securitySchemes: { Broken: ${key('"API key"')}, Whole: ${key('key')} }`);
  const target = await serveCalls((call) => ({ status: isValid(call) ? 200 : 400 }));
  const report = await verifyDocument(text, target, { lint: true });
  expect(operationOf(report, 'good').sent).toBeGreaterThan(0);
  expect(operationOf(report, 'bad').reason).toContain('"API key" is not a header name');
});

test('a document with an error in each operation is rejected', async () => {
  const target = await serveCalls(() => ({ status: 200 }));
  await expect(verifyDocument(document(['bad', 'Bad']), target, { lint: true })).rejects.toThrow('--no-lint');
});

test('of two operations with the same requests the second cannot be told from the first, and is not tested', async () => {
  const byName = (name: string, method = 'get') => `
  /things/{${name}}:
    ${method}:
      operationId: ${method}By${name}
      parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: found } }`;
  const text = document().replace('paths:', `paths:${byName('Id')}${byName('Slug')}${byName('Other', 'post')}`);
  const target = await serveCalls(() => ({ status: 200 }));
  const report = await verifyDocument(text, target, { lint: true });
  expect(operationOf(report, 'getById').sent).toBeGreaterThan(0);
  expect(operationOf(report, 'postByOther').sent).toBeGreaterThan(0);
  expect(operationOf(report, 'getBySlug')).toMatchObject({ verified: false, sent: 0 });
  expect(operationOf(report, 'getBySlug').reason).toContain('differs only by path parameter name');
});
