import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { verify } from '../../harness/index.ts';
import { consoleReport } from '../../harness/report/console/console.ts';
import { serve } from '../servers.ts';

const OPERATIONS = 130;

/** A document with a read, or a creation, of each of many kinds of things. */
function document(): string {
  const response = (schema: object) => ({ description: 'a response', content: { 'application/json': { schema } } });
  const thing = { $ref: '#/components/schemas/Thing' };
  const operation = (index: number) => ({
    operationId: `operation${index}`,
    ...(index % 2 === 0 ? {} : { requestBody: { required: true, content: { 'application/json': { schema: thing } } } }),
    responses: { 200: response(thing), default: response({ $ref: '#/components/schemas/Error' }) },
  });
  const paths = Object.fromEntries(
    Array.from({ length: OPERATIONS }, (_, index) => [
      `/things${index}`,
      { [index % 2 === 0 ? 'get' : 'post']: operation(index) },
    ]),
  );
  const object = (name: string) => ({
    type: 'object',
    required: [name],
    properties: { [name]: { type: 'string', minLength: 1 } },
  });
  return stringify({
    openapi: '3.0.3',
    info: { title: 'Things', version: '1' },
    paths,
    components: { schemas: { Thing: object('name'), Error: object('message') } },
  });
}

test('a service with 130 operations, half of which fail, gives fewer than 30 causes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'causes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const spec = join(folder, 'openapi.yaml');
  writeFileSync(spec, document());
  const target = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const index = Number(/\d+/.exec(request.url ?? '')?.[0]);
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (index < 30) return send(500, { message: `failed at ${index}` });
    if (index < 50) return send(200, { title: 'not a name' });
    if (index < 65) return send(400, { message: `a header is missing at ${index}` });
    if (request.method === 'GET') return send(200, { name: 'a' });
    const isJson = request.headers['content-type']?.toLowerCase().split(';')[0] === 'application/json';
    return isJson && isThing(Buffer.concat(chunks).toString())
      ? send(200, { name: 'a' })
      : send(400, { message: 'no name' });
  });
  const report = await verify({ spec, target, suites: ['generated'], effort: 'quick' });
  expect(report.verdict).toBe('failed');
  const failing = new Set(
    report.findings.filter(({ severity }) => severity === 'error').map(({ operation }) => operation),
  );
  expect(failing.size).toBe(65);
  expect(report.causes.length).toBeLessThan(30);
  expect(report.causes.flatMap(({ findings }) => findings).sort()).toEqual(
    report.findings.map(({ key }) => key).sort(),
  );
  expect(report.causes.find(({ operations }) => operations.includes('operation0'))?.operations).toHaveLength(30);
  const text = consoleReport(report, { color: false, verbose: false, quiet: true, secretHeaders: [] });
  expect(text.split('\n').filter((line) => /^[✗!] \d/.test(line))).toHaveLength(report.causes.length);
});

function isThing(text: string): boolean {
  try {
    const { name } = JSON.parse(text) as { name?: unknown };
    return typeof name === 'string' && name !== '';
  } catch {
    return false;
  }
}
