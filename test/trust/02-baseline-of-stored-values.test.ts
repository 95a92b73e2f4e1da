import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verify } from '../../harness/cli/commands/verify.ts';
import { runCommand } from '../cli/petstore.ts';
import { folder } from '../openapi/documents.ts';
import { bodyOf, serve } from '../servers.ts';

/** Records without a size limit: a list shows all that was stored, and one of the records that it is asked for. */
const DOCUMENT = `
openapi: 3.0.3
info: { title: Depot, version: '1' }
paths:
  /crates:
    get:
      operationId: listCrates
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Crate' } } } } }
    post:
      operationId: addCrate
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewCrate' } } } }
      responses:
        '201': { description: made, content: { application/json: { schema: { type: object, required: [crateId], properties: { crateId: { type: integer } } } } } }
        '400': { description: bad }
  /crates/{crateId}:
    parameters: [{ name: crateId, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999 } }]
    get:
      operationId: readCrate
      responses:
        '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Crate' } } } }
        '400': { description: bad }
        '404': { description: none }
components:
  schemas:
    NewCrate:
      type: object
      required: [label, weight]
      properties:
        label: { type: string, minLength: 2, maxLength: 20 }
        weight: { type: integer, minimum: 0, maximum: 1000 }
        tags: { type: array, maxItems: 3, items: { type: string, maxLength: 10 } }
    Crate:
      type: object
      required: [crateId, label, weight]
      properties:
        crateId: { type: integer }
        label: { type: string, minLength: 2, maxLength: 20 }
        weight: { type: integer, minimum: 0, maximum: 1000 }
        tags: { type: array, maxItems: 3, items: { type: string, maxLength: 10 } }
`;

interface Crate {
  readonly [name: string]: unknown;
}

interface Depot {
  /** What is wrong with a body, in one word; undefined if nothing is. */
  readonly accepts?: readonly string[];
  /** What a list shows of the records. */
  readonly list?: (crates: Crate[]) => Crate[];
}

function problem(body: Crate): string | undefined {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return 'type';
  const { label, weight, tags } = body;
  if (typeof label !== 'string') return 'label';
  if (weight === undefined) return 'no weight';
  if ([...label].length < 2 || [...label].length > 20) return 'length';
  if (typeof weight !== 'number' || !Number.isInteger(weight) || weight < 0 || weight > 1000) return 'weight';
  if (tags === undefined) return undefined;
  if (!Array.isArray(tags) || tags.some((tag) => typeof tag !== 'string' || [...tag].length > 10)) return 'tag';
  return tags.length > 3 ? 'tags' : undefined;
}

async function service({ accepts = [], list = (crates) => crates }: Depot): Promise<string> {
  const crates: Crate[] = [];
  return serve(async (request, response) => {
    const text = (await bodyOf(request)).toString();
    const send = (status: number, body?: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
    const id = /^\/crates\/(.*)$/.exec(request.url ?? '')?.[1];
    if (id !== undefined) {
      if (!/^[1-9]\d{0,5}$/.test(id)) return send(400);
      const crate = crates.find(({ crateId }) => crateId === Number(id));
      return crate ? send(200, crate) : send(404);
    }
    if (request.method === 'GET') return send(200, list(crates));
    let body: Crate;
    try {
      body = JSON.parse(text);
    } catch {
      return send(400);
    }
    const why =
      problem(body) ?? (/^application\/json *(;|$)/i.test(request.headers['content-type'] ?? '') ? undefined : 'type');
    if (why !== undefined && !accepts.includes(why)) return send(400);
    const crateId = crates.length + 1;
    crates.push({ ...body, crateId });
    return send(201, { crateId });
  });
}

async function run(depot: Depot, cwd: string, ...args: string[]) {
  const options = ['--suite', 'generated', '--json', join(cwd, 'report.json'), '--spec', join(cwd, 'openapi.yaml')];
  return runCommand(verify, [await service(depot), ...options, ...args]);
}

const HIDDEN = () => [];
const files = { 'openapi.yaml': DOCUMENT };
const errorsOf = (cwd: string): string[] =>
  JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'))
    .findings.filter(({ severity }: { severity: string }) => severity === 'error')
    .map(({ key }: { key: string }) => key);

describe('what a list shows of an invalid request that was accepted', () => {
  test.each([['tags'], ['length'], ['no weight'], ['weight']])(
    'is known with it, whether a list showed it before or not: %s',
    async (fault) => {
      const cwd = folder(files);
      await run({ accepts: [fault], list: HIDDEN }, cwd, '--write-baseline', join(cwd, 'known.json'));
      for (const args of [
        ['--seed', '2'],
        ['--runs', '30', '--seed', '3'],
      ]) {
        const { code, out } = await run({ accepts: [fault] }, cwd, '--baseline', join(cwd, 'known.json'), ...args);
        expect(code, out).toBe(0);
      }
    },
  );

  test('is shown as its consequence', async () => {
    const cwd = folder(files);
    const { out } = await run({ accepts: ['tags'] }, cwd);
    expect(out).toContain('addCrate accepted it although it is invalid: request body /tags must have at most 3 items');
    expect(errorsOf(cwd)).toEqual([expect.stringMatching(/^addCrate expected-outcome .*\/tags maxItems/)]);
  });

  test('is an error if nobody is told of the request', async () => {
    const cwd = folder(files);
    for (const level of ['off', 'warning']) {
      const { code } = await run({ accepts: ['tags'] }, cwd, '--severity', `expected-outcome=${level}`);
      expect([code, errorsOf(cwd)]).toEqual([1, expect.arrayContaining([expect.stringMatching(/^listCrates /)])]);
    }
  });

  test('does not hide the same violation by a record that was valid', async () => {
    const cwd = folder(files);
    await run({ accepts: ['tags', 'no weight'], list: HIDDEN }, cwd, '--write-baseline', join(cwd, 'known.json'));
    const faults: [clause: RegExp, list: NonNullable<Depot['list']>][] = [
      [/^listCrates .*weight required$/, (crates) => crates.map(({ weight: _, ...crate }) => crate)],
      [/^listCrates .*tags maxItems$/, (crates) => crates.map((crate) => ({ ...crate, tags: ['a', 'b', 'c', 'd'] }))],
    ];
    for (const [clause, list] of faults) {
      const args = ['--baseline', join(cwd, 'known.json')];
      const { code, out } = await run({ accepts: ['tags', 'no weight'], list }, cwd, ...args);
      expect(code, out).toBe(1);
      expect(errorsOf(cwd)).toContainEqual(expect.stringMatching(clause));
    }
  });
});
