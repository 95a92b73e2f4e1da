import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mock, startMock } from '../../../harness/mock/mock.ts';
import { send } from '../raw-http.ts';

const spec = 'test/mock/documents/shop.yaml';
const now = () => new Date('2026-11-22T10:15:00Z');
let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ spec, now });
});
afterAll(() => mock.close());

async function get(target: string, prefer = '', { port } = mock) {
  const { status, headers, body } = await send(port, {
    method: 'GET',
    target,
    headers: prefer === '' ? {} : { prefer },
  });
  return { status, headers, body: JSON.parse(body.toString()) };
}

test('a response without an example looks like data', async () => {
  const { body, headers } = await get('/products');
  expect(body.total).toBe(3);
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  for (const { name, price, createdAt } of body.items) {
    expect(name).toMatch(/^[A-Z]\w+( [A-Z]\w+)+$/);
    expect(price).toBeGreaterThan(1);
    expect(createdAt).toMatch(/^202[56]-\d\d-\d\dT/);
  }
});

test('the same request gets the same data, from another mock too', async () => {
  const other = await startMock({ spec, now });
  expect((await get('/products', '', other)).body).toEqual((await get('/products')).body);
  await other.close();
});

test('the examples of the document win, and --static generates as Prism does', async () => {
  expect((await get('/categories')).body).toEqual([{ name: 'Garden' }]);
  const fixed = await startMock({ spec, mode: 'static' });
  expect((await get('/products', '', fixed)).body.items[0]).toMatchObject({ name: 'string' });
  await fixed.close();
});

describe('the length of a list', () => {
  test.each([0, 1, 25])('is %i if the request prefers that, whatever the examples', async (items) => {
    const page = (await get('/products', `items=${items}`)).body;
    expect([page.items.length, page.total]).toEqual([items, items]);
    expect((await get(`/categories?__items=${items}`)).body).toHaveLength(items);
  });

  test('is what the mock is started with', async () => {
    const other = await startMock({ spec, items: 7 });
    expect((await get('/products', '', other)).body.items).toHaveLength(7);
    await other.close();
  });

  test.each(['-1', 'many', '1001'])('is not %s', async (items) => {
    const { status, body } = await get('/products', `items=${items}`);
    expect([status, body.message]).toEqual([400, `preference items must be a number from 0 to 1000, got ${items}`]);
  });
});

test('dynamic data is different each time, and the same for the same seed', async () => {
  const names = async (prefer: string) => (await get('/products', prefer)).body.items[0].name;
  expect(await names('dynamic=true')).not.toBe(await names('dynamic=true'));
  expect(await names('dynamic=true, seed=a')).toBe(await names('dynamic=true, seed=a'));
});
