import { afterEach, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, fields, openMock } from './client.ts';

afterEach(closeMocks);

const time = { type: ['string', 'null'], format: 'date-time' };
const text = { type: ['string', 'null'] };
const count = { type: 'integer' };
const status = { type: 'string', enum: ['pending', 'paid', 'shipped', 'cancelled', 'refunded'] };
const order = { $ref: '#/components/schemas/Order' };
const Order = record(
  {
    ...{ id: 'integer', status, title: 'string', paidAt: time, shippedAt: time, cancelledAt: time },
    ...{ cancellationReason: text, amountRefunded: 'number', liked: 'boolean', likes: count, remindCount: count },
  },
  ['id', 'status', 'paidAt', 'shippedAt', 'cancelledAt', 'cancellationReason', 'amountRefunded', 'liked', 'likes'],
);
const path = { orderId: { type: 'integer' } };
const does = (sends?: object) => ({ gives: order, path, ...(sends && { sends: sends as JsonObject }) });
const contract = contractOf(
  {
    'GET /orders': { gives: listOf(order) },
    'POST /orders': { sends: record({ title: 'string' }), gives: order, status: '201' },
    'GET /orders/{orderId}': does(),
    'PATCH /orders/{orderId}': does(record({ status })),
    ...Object.fromEntries(
      ['pay', 'ship', 'like', 'unlike', 'remind'].map((name) => [`POST /orders/{orderId}/${name}`, does()]),
    ),
    'POST /orders/{orderId}/cancel': does(record({ reason: 'string' })),
    'POST /orders/{orderId}/refund': does(record({ amount: 'number' })),
  },
  { Order },
);

async function open() {
  const mock = await openMock({ contract });
  const { id } = fields((await mock.send('POST', '/orders', { title: 'Tea' })).body);
  const send = async (method: string, name: string, body?: JsonValue) =>
    fields((await mock.send(method, `/orders/${String(id)}${name}`, body)).body);
  return { send, act: (name: string, body?: JsonValue) => send('POST', `/${name}`, body) };
}

const ANY_TIME = expect.stringMatching(/^20/);

test('what has happened stays as a record goes on, and not as it goes back', async () => {
  const { send, act } = await open();
  expect(await act('pay')).toMatchObject({ status: 'paid', paidAt: ANY_TIME, shippedAt: null });
  const shipped = await act('ship');
  expect(shipped).toMatchObject({ status: 'shipped', paidAt: ANY_TIME, shippedAt: ANY_TIME, cancelledAt: null });
  const cancelled = await act('cancel');
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    paidAt: ANY_TIME,
    shippedAt: ANY_TIME,
    cancelledAt: ANY_TIME,
  });
  expect(await act('refund')).toMatchObject({ status: 'refunded', cancelledAt: ANY_TIME });
  const back = await send('PATCH', '', { status: 'pending' });
  expect(back).toMatchObject({ paidAt: null, shippedAt: null, cancelledAt: null });
});

test('what a request says of its action is in the property that is named after both', async () => {
  const { act } = await open();
  expect(await act('cancel', { reason: 'late' })).toMatchObject({ status: 'cancelled', cancellationReason: 'late' });
  expect(await act('refund', { amount: 5 })).toMatchObject({ status: 'refunded', amountRefunded: 5 });
});

test('the number of times that something was done changes with it, unless it is done already', async () => {
  const { act } = await open();
  expect(await act('like')).toMatchObject({ liked: true, likes: 1, remindCount: 0 });
  expect(await act('like')).toMatchObject({ liked: true, likes: 1 });
  expect(await act('unlike')).toMatchObject({ liked: false, likes: 0 });
  await act('remind');
  expect(await act('remind')).toMatchObject({ likes: 0, remindCount: 2 });
});

test.each([
  ['close', ['reopen'], ['open', 'closed']],
  ['archive', ['unarchive'], ['active', 'archived']],
  ['pause', ['resume'], ['running', 'paused']],
  ['publish', ['unpublish'], ['draft', 'published']],
  ['deactivate', ['reactivate'], ['active', 'inactive']],
])('%s is undone by %s', async (name, [undo = ''], listed) => {
  const task = { $ref: '#/components/schemas/Task' };
  const Task = record({ id: 'integer', status: { type: 'string', enum: listed } }, ['id', 'status']);
  const taskPath = { taskId: { type: 'integer' } };
  const at = (action: string) => ({ [`POST /tasks/{taskId}/${action}`]: { gives: task, path: taskPath } });
  const mock = await openMock({
    contract: contractOf(
      { 'GET /tasks/{taskId}': { gives: task, path: taskPath }, ...at(name), ...at(undo) },
      { Task },
    ),
  });
  const act = async (action: string) => fields((await mock.send('POST', `/tasks/7/${action}`)).body);
  expect([await act(name), await act(undo)].map((each) => each['status'])).toEqual(listed.toReversed());
});

test('what the response to an action has to show of a record is what reads show from then on', async () => {
  const folders = record(
    { count: 'integer', entries: { type: 'array', items: record({ id: 'string', name: 'string' }, ['id']) } },
    ['count', 'entries'],
  );
  const properties = { id: 'integer', title: 'string', folders } as const;
  const mock = await openMock({
    contract: contractOf(
      {
        'POST /links': {
          sends: record({ title: 'string' }),
          gives: { $ref: '#/components/schemas/Link' },
          status: '201',
        },
        'GET /links/{linkId}': { gives: { $ref: '#/components/schemas/Link' }, path: { linkId: { type: 'integer' } } },
        'POST /links/{linkId}/restore': {
          gives: record(properties, ['id', 'folders']),
          path: { linkId: { type: 'integer' } },
        },
      },
      { Link: record(properties, ['id']) },
    ),
  });
  const { id } = fields((await mock.send('POST', '/links', { title: 'Tea' })).body);
  const restored = fields((await mock.send('POST', `/links/${String(id)}/restore`)).body);
  expect(restored['folders']).toMatchObject({ entries: expect.any(Array) });
  expect(fields((await mock.send('GET', `/links/${String(id)}`)).body)['folders']).toEqual(restored['folders']);
});
