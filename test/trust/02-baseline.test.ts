import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PETS } from '../cli/petstore.ts';
import { contractHere } from '../e2e/program.ts';
import { folder } from '../openapi/documents.ts';
import { bodyOf, serve } from '../servers.ts';

type Respond = (body: string) => number;

/** A service of the pets that responds with the status that `respond` returns for a body. */
async function service(respond: Respond): Promise<string> {
  return serve(async (request, response) => {
    const body = (await bodyOf(request)).toString();
    const status = request.url === '/health' ? 200 : respond(body);
    const text = status < 300 ? '{"id":1,"name":"Ida"}' : '{"code":1,"message":"x"}';
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
}

async function run(respond: Respond, cwd: string, ...args: string[]) {
  const options = ['--suite', 'generated', '--runs', '3'];
  return contractHere(['verify', 'openapi.yaml', await service(respond), ...options, ...args], { cwd });
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
  const health = "paths:\n  /health: { get: { operationId: health, responses: { '200': { description: ok } } } }\n";
  const files = { 'openapi.yaml': readFileSync(PETS, 'utf8').replace('paths:\n', health) };

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

  test('of one kind of change does not hide another on the same clause', async () => {
    const cwd = folder(files);
    const accepting =
      (...types: readonly string[]): Respond =>
      (body) => {
        if (!isJson(body)) return 422;
        const pet = JSON.parse(body);
        if (pet === null || Array.isArray(pet) || typeof pet.name !== 'string') return 422;
        if (!['undefined', 'string'].includes(typeof pet.tag)) return 422;
        if (typeof pet.id === 'number') return Number.isInteger(pet.id) ? 200 : 422;
        return types.includes(typeof pet.id) ? 200 : 422;
      };
    await run(accepting('string'), cwd, '--write-baseline', 'known.json');
    const known = JSON.parse(readFileSync(join(cwd, 'known.json'), 'utf8')).accepted;
    expect(known).toContainEqual(
      expect.objectContaining({ clause: expect.stringMatching(/\/id type$/), changeKinds: ['number', 'string'] }),
    );
    expect((await run(accepting('string'), cwd, '--baseline', 'known.json', '--seed', '2')).code).toBe(0);
    const { code, out } = await run(accepting('string', 'boolean'), cwd, '--baseline', 'known.json');
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/✗ 1 {2}createPet: invalid request accepted\n.*\/id must be an integer/),
    ]);
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
        '--include',
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

  test('of all operations does not make the contract satisfied', async () => {
    const cwd = folder(files);
    await run(acceptsEverything, cwd, '--write-baseline', 'known.json', '--include', 'createPet');
    const { code, out } = await run(acceptsEverything, cwd, '--baseline', 'known.json', '--include', 'createPet');
    expect(code, out).toBe(0);
    expect(out).toContain('no operation is verified, the baseline has them all');
    expect(out).not.toContain('contract satisfied');
  });
});
