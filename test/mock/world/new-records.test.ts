import { afterEach, expect, test } from 'vitest';
import { contractOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

const text = { type: 'string' };
const moment = { type: 'string', format: 'date-time' };
const money = { type: 'number', multipleOf: 0.01 };
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', required, properties });
const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });

const line = object({ quantity: { type: 'integer', minimum: 1 }, unit_price: money });
const sent = { starts_at: moment, lines: { type: 'array', items: line }, status: { enum: ['new', 'running', 'done'] } };
const set = { id: { type: 'integer' }, ends_at: moment, total: money, issued_at: moment };
const booking = object({ ...sent, ...set });
const file = { ...json(object({ id: { type: 'integer' }, note: text })) };
const upload = object({ file: { ...text, format: 'binary' }, note: text });
const parameter = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Bookings', version: '1' },
  paths: {
    '/bookings': {
      get: { responses: { '200': json({ type: 'array', items: booking }) } },
      post: {
        requestBody: { required: true, ...json(object(sent, ['starts_at', 'lines'])) },
        responses: { '201': json(booking) },
      },
    },
    '/bookings/{id}': {
      parameters: [parameter],
      get: { responses: { '200': json(booking) } },
      put: { requestBody: { required: true, ...json(object(sent)) }, responses: { '200': json(booking) } },
      patch: {
        requestBody: {
          required: true,
          content: {
            'application/merge-patch+json': { schema: object(sent, []) },
            'application/json-patch+json': { schema: { type: 'array', items: { type: 'object' } } },
          },
        },
        responses: { '200': json(booking), '422': json(object({ message: text })) },
      },
    },
    '/files': {
      get: { responses: { '200': json({ type: 'array', items: object({ id: { type: 'integer' }, note: text }) }) } },
      post: {
        requestBody: { required: true, content: { 'multipart/form-data': { schema: upload } } },
        responses: { '201': file },
      },
    },
    '/files/{id}': { parameters: [parameter], get: { responses: { '200': file } } },
  },
};

afterEach(closeMocks);

test('what the service sets follows from what was sent: the first state, the sum of lines, an end after the start, the time of now', async () => {
  const mock = await openMock({ spec: SPEC });
  const before = Date.now();
  const lines = [
    { quantity: 2, unit_price: 45.1 },
    { quantity: 1, unit_price: 19 },
  ];
  const { status, body } = await mock.send('POST', '/bookings', { starts_at: '2031-05-01T09:00:00Z', lines });
  const created = fields(body);
  expect([status, created['status'], String(created['total'])]).toEqual([201, 'new', '109.20']);
  const endsAt = Date.parse(String(created['ends_at']));
  expect(endsAt).toBeGreaterThan(Date.parse('2031-05-01T09:00:00Z'));
  expect(Date.parse(String(created['issued_at']))).toBeGreaterThanOrEqual(before - 1000);
  const path = `/bookings/${String(created['id'])}`;
  const moved = { starts_at: '2031-05-02T09:00:00Z', lines: [{ quantity: 3, unit_price: 10 }], status: 'running' };
  const changed = fields((await mock.send('PUT', path, moved)).body);
  expect(String(changed['total'])).toBe('30.00');
  expect(Date.parse(String(changed['ends_at'])) - endsAt).toBe(24 * 3_600_000);
  expect(changed['issued_at']).toBe(created['issued_at']);
});

test('a JSON Patch that does not fit is rejected, beside another format too', async () => {
  const mock = await openMock({ spec: SPEC });
  const headers = { 'content-type': 'application/json-patch+json' };
  const { body } = await mock.send('GET', '/bookings/1');
  for (const patch of [
    { op: 'test', path: '/status', value: 'unknown' },
    { op: 'remove', path: '/unknown' },
    { op: 'replace', path: '/status', value: 'unknown' },
  ])
    expect([patch, (await mock.send('PATCH', '/bookings/1', [patch], headers)).status]).toEqual([patch, 422]);
  expect((await mock.send('GET', '/bookings/1')).body).toEqual(body);
  const done = [{ op: 'replace', path: '/status', value: 'done' }];
  expect(fields((await mock.send('PATCH', '/bookings/1', done, headers)).body)['status']).toBe('done');
});

test('a response shows no field of a form that it does not declare', async () => {
  const mock = await openMock({ spec: SPEC });
  const form = new FormData();
  form.set('file', new Blob(['content']), 'a.txt');
  form.set('note', 'hello');
  const created = (await (await fetch(`${mock.url}/files`, { method: 'POST', body: form })).json()) as object;
  expect(created).toEqual({ id: expect.any(Number), note: 'hello' });
});

test('new records have identifiers of their pattern, and what the response to their creation must show they keep', async () => {
  const id = { type: 'string', pattern: '^[a-f0-9]{6}x[QZ]{8}$' };
  const started = object({ id, note: text });
  const job = object({ id, note: text, state: { enum: ['queued', 'done'] } }, ['id', 'state']);
  const jobId = { name: 'id', in: 'path', required: true, schema: id };
  const mock = await openMock({
    spec: {
      openapi: '3.1.0',
      info: { title: 'Jobs', version: '1' },
      paths: {
        '/jobs': {
          get: { responses: { '200': json({ type: 'array', items: job }) } },
          post: { responses: { '201': json(started) } },
        },
        '/jobs/{id}': { parameters: [jobId], get: { responses: { '200': json(job) } } },
      },
    },
  });
  const made = [];
  for (let count = 0; count < 3; count++) made.push(fields((await mock.send('POST', '/jobs')).body));
  expect(new Set(made.map((one) => one['id'])).size).toBe(3);
  const [first] = made;
  expect((await mock.send('GET', `/jobs/${first?.['id']}`)).body).toMatchObject({ ...first, state: 'queued' });
  const { body } = await mock.send('GET', '/jobs');
  expect(new Set(each(body, '/id')).size).toBe((body as unknown[]).length);
});

test('a creation shows the identifier of its record, also where only its response has one, and an example of it', async () => {
  const read = object({ name: text }, []);
  const created = object({ session_id: { ...text, example: '0b1d' }, name: text }, ['session_id']);
  const id = { name: 'session_id', in: 'path', required: true, schema: text };
  const paths = {
    '/sessions': { post: { requestBody: { required: true, ...json(read) }, responses: { 200: json(created) } } },
    '/sessions/{session_id}': { parameters: [id], get: { responses: { 200: json(read) } } },
  };
  const mock = await openMock({ spec: { openapi: '3.0.3', info: { title: 'Sessions', version: '1' }, paths } });
  for (const name of ['first', 'second']) {
    const session = fields((await mock.send('POST', '/sessions', { name })).body)['session_id'];
    expect(fields((await mock.send('GET', `/sessions/${session}`)).body)['name']).toBe(name);
  }
});

test('what stands beside records agrees with them: a count, the records that others show, a time of creation without a format', async () => {
  const id = { type: 'integer' };
  const category = object({ id, name: text });
  const product = object({ id, name: text, created_at: text, categories: { type: 'array', items: category } }, ['id']);
  const inPath = { parameters: [{ ...parameter, schema: id }] };
  const list = (of: object) => ({ get: { responses: { '200': json({ type: 'array', items: of, minItems: 3 }) } } });
  const sentProduct = { required: true, ...json(object({ name: text, created_at: text }, ['name'])) };
  const count = json(object({ data: object({ count: id }) }));
  const mock = await openMock({
    spec: {
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      paths: {
        '/products.json': {
          ...list(product),
          post: { requestBody: sentProduct, responses: { '201': json(product) } },
        },
        '/products/count.json': { get: { responses: { '200': count } } },
        '/products/{id}.json': { ...inPath, get: { responses: { '200': json(product) } } },
        '/categories.json': { get: { responses: { '200': json(category) } } },
        '/categories/{id}.json': { ...inPath, get: { responses: { '200': json(category) } } },
      },
    },
  });
  const { body: created } = await mock.send('POST', '/products.json', { name: 'Mug' });
  expect(Math.abs(Date.now() - Date.parse(String(fields(created)['created_at'])))).toBeLessThan(60_000);
  for (let more = 0; more < 20; more++) await mock.send('POST', '/products.json', { name: 'Cup' });
  const { body: products } = await mock.send('GET', '/products.json');
  expect((await mock.send('GET', '/products/count.json')).body).toEqual({ data: { count: each(products, '').length } });
  for (const shown of each(products, '/categories')) {
    const ids = each(shown, '/id');
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test('a PUT without the envelope of its record shows the record as it is', async () => {
  const lamp = { type: 'object', properties: { lamp: object({ id: { type: 'integer' }, name: text }, []) } };
  const mock = await openMock({
    spec: {
      openapi: '3.1.0',
      info: { title: 'Lamps', version: '1' },
      paths: {
        '/lamps/{id}': {
          parameters: [parameter],
          get: { responses: { '200': json(lamp) } },
          put: { requestBody: { required: true, ...json(lamp) }, responses: { '200': json(lamp) } },
        },
      },
    },
  });
  const named = { lamp: { id: 7, name: 'Desk' } };
  expect((await mock.send('PUT', '/lamps/7', named)).body).toEqual(named);
  expect((await mock.send('PUT', '/lamps/7', {})).body).toEqual(named);
});

test('what was sent decides between the alternatives of a value, however much has to be added to it', async () => {
  const file = object({ id: text, type: { enum: ['file'] }, name: text, size: { type: 'integer' }, owner: text });
  const link = object({ id: text, type: { enum: ['link'] } });
  const collaboration = object({ id: text, role: text, subject: { oneOf: [link, file] } });
  const mock = await openMock({
    spec: {
      openapi: '3.1.0',
      info: { title: 'Collaborations', version: '1' },
      paths: {
        '/collaborations': {
          post: {
            requestBody: { required: true, ...json(object({ role: text, subject: object({ id: text, type: text }) })) },
            responses: { '201': json(collaboration) },
          },
        },
        '/collaborations/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          get: { responses: { '200': json(collaboration) } },
        },
      },
    },
  });
  for (const type of ['file', 'link']) {
    const { status, body } = await mock.send('POST', '/collaborations', { role: 'editor', subject: { id: 'a', type } });
    expect([status, fields(body)['subject']]).toEqual([201, expect.objectContaining({ id: 'a', type })]);
  }
});

test('a creation that responds with nothing but the identifier, by another name, names the record that is listed', async () => {
  const message = object({ id: text, name: text }, ['id']);
  const created = json(object({ channel: text, messageId: text }, ['messageId']));
  const paths = {
    '/messages': {
      get: { responses: { '200': json({ type: 'array', items: message }) } },
      post: { requestBody: { required: true, ...json(object({ name: text })) }, responses: { '201': created } },
    },
  };
  const mock = await openMock({ spec: { ...SPEC, paths } });
  const response = fields((await mock.send('POST', '/messages', { name: 'new' })).body);
  expect(response['channel']).toEqual(expect.any(String));
  const list = (await mock.send('GET', '/messages')).body;
  expect(each(list, '')).toContainEqual({ id: response['messageId'], name: 'new' });
});

test('what was not sent has its documented default, also if it is named like a record', async () => {
  const model = object({ id: text });
  const job = { id: text, model: text };
  const tuned = object({ model: { ...text, default: 'curie' }, file: text }, ['file']);
  const paths = {
    '/models': { get: { responses: { '200': json({ type: 'array', items: model }) } } },
    '/models/{model}': {
      parameters: [{ name: 'model', in: 'path', required: true, schema: text }],
      get: { responses: { '200': json(model) } },
    },
    '/jobs': { post: { requestBody: { required: true, ...json(tuned) }, responses: { '201': json(object(job)) } } },
    '/jobs/{jobId}': {
      parameters: [{ name: 'jobId', in: 'path', required: true, schema: text }],
      get: { responses: { '200': json(object(job)) } },
    },
  };
  const mock = await openMock({ spec: { ...SPEC, paths } });
  expect((await mock.send('POST', '/jobs', { file: 'a' })).body).toMatchObject({ model: 'curie' });
});

test('a new record has no time of what has not happened, and nothing is added to a price or taken from it', async () => {
  const time = { type: ['string', 'null'], format: 'date-time' };
  const chat = { $ref: '#/components/schemas/Chat' };
  const Chat = record(
    {
      ...{ id: 'integer', title: 'string', lastMessageAt: time, snoozedUntil: time, renewsAt: time },
      ...{
        latest_visit_on: { type: 'string', format: 'date' },
        tax: 'number',
        shippingCost: 'number',
        taxRate: 'number',
      },
    },
    ['id', 'lastMessageAt', 'renewsAt', 'tax', 'shippingCost', 'taxRate'],
  );
  const api = {
    'POST /chats': { sends: record({ title: 'string' }), gives: chat, status: '201' },
    'GET /chats/{chatId}': { gives: chat, path: { chatId: { type: 'integer' } } },
  };
  const mock = await openMock({ contract: contractOf(api, { Chat }) });
  const { body } = await mock.send('POST', '/chats', { title: 'Ours' });
  expect(body).toMatchObject({ lastMessageAt: null, snoozedUntil: null, tax: 0, shippingCost: 0 });
  expect(body).toMatchObject({ renewsAt: expect.stringMatching(/^20/), taxRate: expect.anything() });
  expect(body).not.toHaveProperty('latest_visit_on');
  expect(Number(fields(body)['taxRate'])).toBeGreaterThan(0);
});

test('a new record has today as the date of its invoice, and begins open where the states are listed by the alphabet', async () => {
  const state = { type: 'string', enum: ['closed', 'failed', 'none', 'opened'] };
  const date = { type: 'string', format: 'date' };
  const invoice = record({ id: 'integer', text: 'string', invoice_date: date, due_date: date, sending: state }, [
    ...['id', 'invoice_date', 'due_date', 'sending'],
  ]);
  const contract = contractOf({
    'GET /invoices': { gives: { type: 'array', items: invoice } },
    'POST /invoices': { sends: record({ text: 'string', due_date: date }), gives: invoice, status: '201' },
    'GET /invoices/{id}': { gives: invoice, path: { id: { type: 'integer' } } },
  });
  const mock = await openMock({ contract });
  const { body } = await mock.send('POST', '/invoices', { text: 'Tea', due_date: '2020-02-29' });
  const today = new Date().toISOString().slice(0, 10);
  expect(body).toMatchObject({ invoice_date: today, due_date: '2020-02-29', sending: 'none' });
});
