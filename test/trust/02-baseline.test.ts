import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PETS } from '../cli/petstore.ts';
import { contract } from '../e2e/program.ts';
import { folder } from '../openapi/documents.ts';
import { bodyOf, serve } from '../servers.ts';

type Respond = (body: string) => number;

/** A service of the pets that responds with the status that `respond` returns for a body. */
async function service(respond: Respond): Promise<string> {
  return serve(async (request, response) => {
    const status = respond((await bodyOf(request)).toString());
    const body = status < 300 ? '{"id":1,"name":"Ida"}' : '{"code":1,"message":"x"}';
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
}

async function run(respond: Respond, cwd: string, ...args: string[]) {
  const options = ['--suite', 'generated', '--runs', '3'];
  return contract(['verify', 'openapi.yaml', await service(respond), ...options, ...args], { cwd });
}

const isJson = (body: string) => {
  try {
    return typeof JSON.parse(body) === 'object';
  } catch {
    return false;
  }
};
const acceptsEverything: Respond = () => 200;

describe('a baseline', () => {
  const files = { 'openapi.yaml': readFileSync(PETS, 'utf8') };

  test('of valid values that are rejected does not hide invalid ones that are accepted', async () => {
    const cwd = folder(files);
    const first = await run(() => 422, cwd, '--write-baseline', 'known.json');
    expect(first.code).toBe(0);
    const { code, out } = await run(acceptsEverything, cwd, '--baseline', 'known.json');
    expect([code, out]).toEqual([1, expect.stringContaining('invalid request accepted')]);
  });

  test('of a rejection does not hide a server error on the same clause', async () => {
    const cwd = folder(files);
    await run(() => 422, cwd, '--write-baseline', 'known.json');
    expect((await run(() => 422, cwd, '--baseline', 'known.json')).code).toBe(0);
    const { code, out } = await run(() => 500, cwd, '--baseline', 'known.json');
    expect([code, out]).toEqual([1, expect.stringMatching(/✗ 1 {2}createPet/)]);
  });

  test('is stable over seeds and unrelated edits of the document', async () => {
    const cwd = folder(files);
    await run(acceptsEverything, cwd, '--write-baseline', 'known.json');
    const edited = files['openapi.yaml'].replace(
      'paths:\n',
      "# moved\n\npaths:\n  /other: { get: { responses: { '200': { description: ok } } } }\n",
    );
    writeFileSync(join(cwd, 'openapi.yaml'), edited);
    for (const seed of ['1', '2', '3']) {
      const { code, out } = await run(
        acceptsEverything,
        cwd,
        '--baseline',
        'known.json',
        '--seed',
        seed,
        '--operation',
        'createPet',
      );
      expect(code, out).toBe(0);
    }
  });

  test('hints at a renamed operation', async () => {
    const cwd = folder(files);
    await run(acceptsEverything, cwd, '--write-baseline', 'known.json');
    writeFileSync(join(cwd, 'openapi.yaml'), files['openapi.yaml'].replace('createPet', 'addPet'));
    const { code, out } = await run(acceptsEverything, cwd, '--baseline', 'known.json');
    expect(code).toBe(1);
    expect(out).toContain('createPet has the findings of addPet: was the operation renamed?\n');
  });

  test('can have operations that are not verified', async () => {
    const cwd = folder(files);
    const unauthorized: Respond = () => 401;
    expect((await run(unauthorized, cwd)).code).toBe(1);
    expect((await run(unauthorized, cwd, '--write-baseline', 'known.json')).code).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, 'known.json'), 'utf8')).accepted).toContainEqual(
      expect.objectContaining({ operation: 'createPet', check: 'operation-not-verified' }),
    );
    const { code, out } = await run(unauthorized, cwd, '--baseline', 'known.json');
    expect(code, out).toBe(0);
    expect((await run((body) => (isJson(body) ? 200 : 422), cwd, '--baseline', 'known.json')).out).toContain('fixed:');
  });
});
