import { afterEach, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import { verify } from '../../../harness/index.ts';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const json = (schema: object) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const one = (name: string) => ({ description: 'one', content: json(ref(name)) });
const all = (name: string) => ({ description: 'all', content: json({ type: 'array', items: ref(name) }) });
const none = { 400: { description: 'invalid' }, 404: { description: 'unknown' } };
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer', minimum: 1 } });
const operations = (name: string) => ({
  get: { operationId: `list${name}s`, responses: { 200: all(name), ...none } },
  post: {
    operationId: `create${name}`,
    requestBody: { required: true, content: json(ref(name)) },
    responses: { 201: one(name), ...none },
  },
});
const itemOf = (name: string) => ({
  get: { operationId: `get${name}`, responses: { 200: one(name), ...none } },
  delete: { operationId: `delete${name}`, responses: { 204: { description: 'deleted' }, ...none } },
});
const own = { type: 'integer', readOnly: true };

/** Orders that show how many lines they have. */
const spec = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': operations('Order'),
    '/orders/{orderId}': { parameters: [id('orderId')], ...itemOf('Order') },
    '/orders/{orderId}/lines': { parameters: [id('orderId')], ...operations('Line') },
    '/orders/{orderId}/lines/{lineId}': { parameters: [id('orderId'), id('lineId')], ...itemOf('Line') },
  },
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['customer'],
        properties: { id: own, customer: { type: 'string' }, line_count: own },
      },
      Line: { type: 'object', required: ['product'], properties: { id: own, product: { type: 'string' } } },
    },
  },
};

test('a record counts those below it that are created and deleted', async () => {
  const mock = await openMock({ spec });
  const order = fields((await mock.send('POST', '/orders', { customer: 'Ann' })).body)['id'];
  const count = async () => Number(fields((await mock.send('GET', `/orders/${order}`)).body)['line_count']);
  const before = await count();
  await mock.send('POST', `/orders/${order}/lines`, { product: 'Tea' });
  const line = fields((await mock.send('POST', `/orders/${order}/lines`, { product: 'Cup' })).body)['id'];
  expect(await count()).toBe(before + 2);
  await mock.send('DELETE', `/orders/${order}/lines/${line}`);
  expect(await count()).toBe(before + 1);
});

test('a record counts those that name it, also when they move to another', async () => {
  const pet = { type: 'object', required: ['owner_id'], properties: { id: own, owner_id: { type: 'integer' } } };
  const owner = {
    type: 'object',
    required: ['name'],
    properties: { id: own, name: { type: 'string' }, pet_count: own },
  };
  const change = {
    requestBody: { required: true, content: json(ref('Pet')) },
    responses: { 200: one('Pet'), ...none },
  };
  const mock = await openMock({
    spec: {
      ...spec,
      paths: {
        '/owners': operations('Owner'),
        '/owners/{ownerId}': { parameters: [id('ownerId')], ...itemOf('Owner') },
        '/pets': operations('Pet'),
        '/pets/{petId}': { parameters: [id('petId')], ...itemOf('Pet'), put: change },
      },
      components: { schemas: { Owner: owner, Pet: pet } },
    },
  });
  const [ann, bob] = [await create('owners', { name: 'Ann' }), await create('owners', { name: 'Bob' })];
  const counts = async () => [await countOf(ann), await countOf(bob)].map(Number);
  const [first = 0, second = 0] = await counts();
  const made = await create('pets', { owner_id: ann });
  expect(await counts()).toEqual([first + 1, second]);
  await mock.send('PUT', `/pets/${made}`, { owner_id: bob });
  expect(await counts()).toEqual([first, second + 1]);
  await mock.send('DELETE', `/pets/${made}`);
  expect(await counts()).toEqual([first, second]);

  async function create(path: string, value: JsonObject) {
    return fields((await mock.send('POST', `/${path}`, value)).body)['id'] ?? null;
  }
  async function countOf(of: JsonValue) {
    return fields((await mock.send('GET', `/owners/${of}`)).body)['pet_count'];
  }
});

test('verify passes on the mock of such a document', async () => {
  const mock = await openMock({ spec });
  const { findings, verdict } = await verify({ spec, target: mock.url, suites: ['stateful'] });
  expect(findings).toEqual([]);
  expect(verdict).toBe('passed');
});

const integer = { type: 'integer' };
const notice = ref('Notice');
const Thread = record(
  { id: integer, title: 'string', unreadCount: integer, openNoticeCount: integer, noticeCount: integer },
  [...['id', 'unreadCount', 'openNoticeCount', 'noticeCount']],
);
const Notice = record({ id: integer, isRead: 'boolean', state: { type: 'string', enum: ['open', 'done'] } }, [
  ...['id', 'isRead', 'state'],
]);
const ids = { path: { threadId: integer, noticeId: integer } };
const THREADS = {
  'GET /threads': { gives: listOf(ref('Thread')) },
  'POST /threads': { sends: record({ title: 'string' }), gives: ref('Thread'), status: '201' },
  'GET /threads/{threadId}': { gives: ref('Thread'), ...ids },
  'GET /threads/{threadId}/notices': { gives: listOf(notice), ...ids },
  'POST /threads/{threadId}/notices': { sends: record({ text: 'string' }), gives: notice, status: '201', ...ids },
  'GET /threads/{threadId}/notices/{noticeId}': { gives: notice, ...ids },
  'DELETE /threads/{threadId}/notices/{noticeId}': ids,
  'POST /threads/{threadId}/notices/{noticeId}/read': { gives: notice, ...ids },
  'POST /threads/{threadId}/read': ids,
  'PATCH /threads/{threadId}/notices/{noticeId}': { sends: record({ state: 'string' }), gives: notice, ...ids },
};

test('a record counts those below it that are what the number is named after', async () => {
  const mock = await openMock({ contract: contractOf(THREADS, { Thread, Notice }) });
  const { id } = fields((await mock.send('POST', '/threads', { title: 'Ours' })).body);
  const at = `/threads/${id}`;
  const counts = async () => {
    const { unreadCount, openNoticeCount, noticeCount } = fields((await mock.send('GET', at)).body);
    return [unreadCount, openNoticeCount, noticeCount];
  };
  const post = async () => `${at}/notices/${fields((await mock.send('POST', `${at}/notices`, {})).body)['id']}`;
  const [first, second] = [await post(), await post()];
  expect(await counts()).toEqual([2, 2, 2]);
  await mock.send('POST', `${first}/read`);
  await mock.send('PATCH', second, { state: 'done' });
  expect(await counts()).toEqual([1, 1, 2]);
  await mock.send('DELETE', second);
  expect(await counts()).toEqual([0, 1, 1]);
  await post();
  expect(await counts()).toEqual([1, 2, 2]);
  await mock.send('POST', `${at}/read`);
  expect(await counts()).toEqual([0, 2, 2]);
  await mock.send('GET', `${at}/notices/99`);
  const { body: notices } = await mock.send('GET', `${at}/notices`);
  expect(await counts()).toEqual([expect.anything(), expect.anything(), each(notices, '/id').length]);
});

test('a made-up record counts as well, in a list alone too', async () => {
  const Shelf = record({ id: integer, bookCount: integer, lentBookCount: integer }, [
    'id',
    'bookCount',
    'lentBookCount',
  ]);
  const Book = record({ id: integer, shelfId: integer, lent: 'boolean' }, ['id', 'shelfId', 'lent']);
  const api = {
    'GET /shelves': { gives: listOf(ref('Shelf')) },
    'GET /books': { gives: listOf(ref('Book')) },
    'GET /books/{bookId}': { gives: ref('Book'), path: { bookId: integer } },
  };
  const mock = await openMock({ contract: contractOf(api, { Shelf, Book }) });
  const [shelves, books] = [(await mock.send('GET', '/shelves')).body, (await mock.send('GET', '/books')).body];
  expect(each(books, '/id').length).toBeGreaterThan(1);
  for (const [index, id] of each(shelves, '/id').entries()) {
    const own = Array.isArray(books) ? books.filter((book) => fields(book)['shelfId'] === id) : [];
    expect(each(shelves, '/bookCount')[index]).toBe(own.length);
    expect(each(shelves, '/lentBookCount')[index]).toBe(own.filter((book) => fields(book)['lent'] === true).length);
  }
});

test('what a seed file says stays, and what it leaves open is counted', async () => {
  const seedData = {
    thread: [{ id: 1 }, { id: 2, noticeCount: 40 }],
    notice: [1, 1, 2].map((threadId, index) => ({ id: index + 1, threadId, isRead: index > 0, state: 'open' })),
  };
  const mock = await openMock({ contract: contractOf(THREADS, { Thread, Notice }), seedData });
  const { body } = await mock.send('GET', '/threads');
  expect(each(body, '/noticeCount')).toEqual([2, 40]);
  expect(each(body, '/unreadCount')).toEqual([1, 0]);
});

test('tasks that are not done are open, and a finished one has its time', async () => {
  const state = { type: 'string', enum: ['todo', 'doing', 'done'], default: 'todo' };
  const time = { type: ['string', 'null'], format: 'date-time', readOnly: true };
  const Project = { ...spec.components.schemas.Order, properties: { id: own, customer: {}, open_task_count: own } };
  const Task = { type: 'object', required: ['state'], properties: { id: own, state, completed_at: time } };
  const task = itemOf('Task');
  const patch = { requestBody: { content: json(ref('Task')) }, responses: { 200: one('Task'), ...none } };
  const projects = {
    ...{ openapi: '3.1.0', info: { title: 'Projects', version: '1' } },
    paths: {
      '/projects': operations('Project'),
      '/projects/{projectId}': { parameters: [id('projectId')], ...itemOf('Project') },
      '/projects/{projectId}/tasks': { parameters: [id('projectId')], ...operations('Task') },
      '/projects/{projectId}/tasks/{taskId}': { parameters: [id('projectId'), id('taskId')], ...task, patch },
    },
    components: { schemas: { Project, Task } },
  };
  const mock = await openMock({ spec: projects });
  const project = `/projects/${fields((await mock.send('POST', '/projects', { customer: 'Ann' })).body)['id']}`;
  const count = async () => Number(fields((await mock.send('GET', project)).body)['open_task_count']);
  const created = fields((await mock.send('POST', `${project}/tasks`, { state: 'todo' })).body);
  await mock.send('POST', `${project}/tasks`, { state: 'doing' });
  expect([created['completed_at'], await count()]).toEqual([null, 2]);
  const done = fields((await mock.send('PATCH', `${project}/tasks/${created['id']}`, { state: 'done' })).body);
  expect([done['completed_at'], await count()]).toEqual([expect.stringContaining('T'), 1]);
});

test('the item count of a cart is the number of its lines', async () => {
  const Cart = { ...spec.components.schemas.Order, properties: { id: own, customer: {}, itemCount: own } };
  const paths = JSON.parse(JSON.stringify(spec.paths).replaceAll('Order', 'Cart').replaceAll('order', 'cart'));
  const { Line } = spec.components.schemas;
  const mock = await openMock({ spec: { ...spec, paths, components: { schemas: { Cart, Line } } } });
  const cart = `/carts/${fields((await mock.send('POST', '/carts', { customer: 'Ann' })).body)['id']}`;
  await mock.send('POST', `${cart}/lines`, { product: 'Tea' });
  expect(fields((await mock.send('GET', cart)).body)['itemCount']).toBe(1);
});

test('the state shows the numbers that responses do', async () => {
  const mock = await openMock({ spec });
  const shown = await mock.state.list('order');
  expect(shown).toEqual((await mock.send('GET', '/orders')).body);
});
