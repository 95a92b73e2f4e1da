import { afterEach, expect, test } from 'vitest';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

test('items cost what their products do, a cart the sum of its items, and the order that it becomes has both', async () => {
  const mock = await openMock({ spec: 'test/mock/documents/store.yaml' });
  const { body: products } = await mock.send('GET', '/products');
  const [productId, otherId] = each(products, '/id');
  const [price, otherPrice] = each(products, '/price').map(Number);
  const { id } = fields((await mock.send('POST', '/carts')).body);
  const path = `/carts/${String(id)}`;
  const totalOf = async (at: string) => Number(fields((await mock.send('GET', at)).body)['total']);
  expect(await totalOf(path)).toBe(0);
  const { body: item } = await mock.send('POST', `${path}/items`, { productId: productId ?? '', quantity: 2 });
  expect([fields(item)['unitPrice'], fields(item)['lineTotal']].map(Number)).toEqual([price, 2 * (price ?? 0)]);
  await mock.send('POST', `${path}/items`, { productId: otherId ?? '', quantity: 1 });
  expect(await totalOf(path)).toBeCloseTo(2 * (price ?? 0) + (otherPrice ?? 0), 5);
  await mock.send('PATCH', `${path}/items/${String(fields(item)['id'])}`, { quantity: 5 });
  const total = 5 * (price ?? 0) + (otherPrice ?? 0);
  expect(await totalOf(path)).toBeCloseTo(total, 5);
  const { body: order } = await mock.send('POST', `${path}/checkout`, { email: 'a@example.com' });
  expect(order).toMatchObject({ cartId: id, email: 'a@example.com', status: 'placed' });
  expect(fields(order)['items']).toEqual(fields((await mock.send('GET', path)).body)['items']);
  expect(await totalOf(`/orders/${String(fields(order)['id'])}`)).toBeCloseTo(total, 5);
  for (const itemId of each(fields(order)['items'], '/id'))
    await mock.send('DELETE', `${path}/items/${String(itemId)}`);
  expect(await totalOf(path)).toBe(0);
});
