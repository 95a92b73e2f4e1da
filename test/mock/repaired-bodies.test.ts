import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mock, startMock } from '../../harness/mock/mock.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { breaches } from './conformance.ts';
import { send } from './raw-http.ts';

const contract = loadContract('test/mock/documents/repaired.yaml');
let mock: Mock;
let plausible: Mock;
beforeAll(async () => {
  [mock, plausible] = await Promise.all([startMock({ contract, mode: 'static' }), startMock({ contract })]);
});
afterAll(() => Promise.all([mock.close(), plausible.close()]));

const get = (target: string, prefer = '', { port } = mock) =>
  send(port, { method: 'GET', target, headers: { prefer } });

async function body(name: string): Promise<unknown> {
  return JSON.parse((await get(`/${name}`)).body.toString());
}

describe.each(['', 'dynamic=true', 'dynamic=true, seed=a'])('Prefer: %s', (prefer) => {
  test.each(contract.operations.map((operation) => [operation.path, operation] as const))(
    '%s gets a body that keeps its schema',
    async (path, operation) => {
      const response = await get(path, prefer);
      expect(response.status).toBe(200);
      expect(breaches(contract, operation, response)).toEqual([]);
      const made = await get(path, prefer, plausible);
      expect(breaches(contract, operation, made)).toEqual([]);
    },
  );
});

describe('a recursive schema', () => {
  test('gets its required properties at every level', async () => {
    const title = expect.stringMatching(/^.{30,}$/);
    const person = { name: expect.stringMatching(/^[A-Z]/), company: { title, staff: expect.any(Array) } };
    expect(await body('Company')).toEqual({ title, staff: [person] });
    expect(await body('Binary')).toEqual({
      op: expect.any(String),
      left: expect.toSatisfy(isWhole),
      right: expect.toSatisfy(isWhole),
    });
  });
});

function isWhole(expression: Record<string, unknown>): boolean {
  return 'value' in expression || ('left' in expression && 'right' in expression);
}

test('an invalid array item is repaired, however deep, and not removed', async () => {
  expect(await body('Page')).toEqual({ a: { b: { c: [{ d: { e: [expect.stringMatching(/^[0-9]{4}$/)] } }] } } });
});

describe('a tuple', () => {
  test('gets each of its items, and more only if they are allowed', async () => {
    expect(await body('Tuple')).toEqual({
      point: [expect.any(Number), expect.stringMatching(/^[ab]$/)],
      open: [expect.any(Number), expect.stringMatching(/^.{8,}$/), expect.anything()],
      closed: expect.toSatisfy((items: unknown[]) => items.length <= 2),
      rest: [expect.any(Number), expect.any(Boolean), expect.any(Boolean)],
    });
    expect(await body('BareTuple')).toEqual([1, { value: 1 }]);
  });
});

describe('a discriminator', () => {
  test('names the chosen schema', async () => {
    expect(await body('AnyPet')).toMatchObject({ kind: 'cat', lives: expect.any(Number) });
    expect(await body('Garage')).toMatchObject({
      best: { type: 'Car' },
      all: [{ type: 'Car', wheels: expect.any(Number) }],
    });
  });
});
