import { afterEach, expect, test } from 'vitest';
import { stringifyJson } from '../../../harness/core/json/index.ts';
import type { JsonValue } from '../../../harness/core/model.ts';
import { closeMocks, each, fields, openMock, type TestMock } from './client.ts';

const uuid = { type: 'string', format: 'uuid' };
const integer = { type: 'integer', minimum: 1 };
const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const body = (schema: object) => ({ required: true, ...json(schema) });
const parameter = (name: string, schema: object = uuid) => ({ name, in: 'path', required: true, schema });
const list = (schema: object) => ({
  responses: { '200': json({ type: 'array', items: schema }), '404': json(object({ message: text })) },
});
const create = (sent: object, shown: object) => ({ requestBody: body(sent), responses: { '201': json(shown) } });
const read = (schema: object) => ({ responses: { '200': json(schema), '404': { description: 'none' } } });

const patient = object({ id: uuid, name: text });
const visit = object({ id: integer, patient_id: uuid, reason: text });
const scan = object({ id: integer, title: text });

/** Visits and scans are created and listed below a patient, and read beside it; visits show theirs, scans do not. */
const CLINIC = {
  openapi: '3.1.0',
  info: { title: 'Clinic', version: '1' },
  paths: {
    '/patients': { get: list(patient), post: create(object({ name: text }), patient) },
    '/patients/{patient_id}': {
      parameters: [parameter('patient_id')],
      get: read(patient),
      delete: { responses: { '204': { description: 'gone' }, '404': { description: 'none' } } },
    },
    '/patients/{patient_id}/visits': {
      parameters: [parameter('patient_id')],
      get: list(visit),
      post: create(object({ reason: text }), visit),
    },
    '/visits/{visit_id}': {
      parameters: [parameter('visit_id', integer)],
      get: read(visit),
      put: { requestBody: body(object({ reason: text })), responses: { '200': json(visit) } },
    },
    '/patients/{patient_id}/scans': {
      parameters: [parameter('patient_id')],
      get: list(scan),
      post: create(object({ title: text }), scan),
    },
    '/scans/{scan_id}': { parameters: [parameter('scan_id', integer)], get: read(scan) },
  },
};

afterEach(closeMocks);

async function created(mock: TestMock, path: string, sent: JsonValue): Promise<JsonValue> {
  const { status, body: shown } = await mock.send('POST', path, sent);
  expect(status).toBe(201);
  return fields(shown)['id'] ?? null;
}

test('what is created below a record belongs to it, although its own path does not name it', async () => {
  const mock = await openMock({ spec: CLINIC });
  const [ada, bob] = [
    await created(mock, '/patients', { name: 'Ada' }),
    await created(mock, '/patients', { name: 'Bob' }),
  ];
  const ids = async (path: string) => each((await mock.send('GET', path)).body, '/id').map(String);
  for (const [kind, sent] of [
    ['visits', { reason: 'flu' }],
    ['scans', { title: 'knee' }],
  ] as const) {
    const [first, second] = [`/patients/${String(ada)}/${kind}`, `/patients/${String(bob)}/${kind}`];
    expect(await ids(first)).toEqual([]);
    const id = await created(mock, first, sent);
    const other = await created(mock, second, sent);
    expect(await ids(first)).toEqual([String(id)]);
    expect(await ids(second)).toEqual([String(other)]);
    const { body: shown } = await mock.send('GET', `/${kind}/${String(id)}`);
    if (kind === 'visits') {
      expect(shown).toEqual({ id, patient_id: ada, reason: 'flu' });
      const changed = await mock.send('PUT', `/visits/${String(id)}`, { reason: 'cough' });
      expect(changed.body).toEqual({ id, patient_id: ada, reason: 'cough' });
    }
    const [record] = (await mock.state.list(kind.slice(0, -1))).filter((record) => String(record['id']) === String(id));
    expect(record).toMatchObject({ patient_id: ada });
  }
  const [visit] = await ids(`/patients/${String(ada)}/visits`);
  expect((await mock.send('DELETE', `/patients/${String(ada)}`)).status).toBe(204);
  expect((await mock.send('GET', `/patients/${String(ada)}/visits`)).status).toBe(404);
  expect((await mock.send('GET', `/visits/${visit}`)).status).toBe(404);
  expect(await ids(`/patients/${String(bob)}/visits`)).toHaveLength(1);
});

test.each(['visits', 'scans'])('each first record has %s of its own', async (kind) => {
  const mock = await openMock({ spec: CLINIC });
  const patients = each((await mock.send('GET', '/patients')).body, '/id');
  const lists = [];
  for (const id of patients) lists.push((await mock.send('GET', `/patients/${String(id)}/${kind}`)).body);
  const shown = lists.map((found) => each(found, '/id').map(String));
  expect(patients.length).toBeGreaterThan(1);
  for (const ids of shown) expect(ids.length).toBeGreaterThan(0);
  expect(new Set(shown.flat()).size).toBe(shown.flat().length);
  for (const [index, id] of patients.entries()) {
    const again = await mock.send('GET', `/patients/${String(id)}/${kind}`);
    expect(stringifyJson(again.body ?? null)).toBe(stringifyJson(lists[index] ?? null));
    if (kind === 'visits') expect(new Set(each(lists[index], '/patient_id'))).toEqual(new Set([id]));
  }
});

test('records of seed data and of mock.state belong to the record that they name', async () => {
  const [ada, bob] = ['9b2e4f6a-0001-4000-8000-000000000001', '9b2e4f6a-0001-4000-8000-000000000002'];
  const patient = [
    { id: ada, name: 'Ada' },
    { id: bob, name: 'Bob' },
  ];
  const scan = [{ id: 1, title: 'knee', patient_id: bob }];
  const mock = await openMock({ spec: CLINIC, seedData: { patient, scan } });
  expect((await mock.send('GET', `/patients/${ada}/scans`)).body).toEqual([]);
  expect((await mock.send('GET', `/patients/${bob}/scans`)).body).toEqual([{ id: 1, title: 'knee' }]);
  await mock.state.add('scan', { id: 2, title: 'arm', patient_id: ada });
  expect((await mock.send('GET', `/patients/${ada}/scans`)).body).toEqual([{ id: 2, title: 'arm' }]);
});

test('a list below a record has what refers to it by another name than that of the path', async () => {
  const project = object({ key: text, name: text });
  const component = object({ id: integer, name: text, project: text, projectId: integer });
  const mock = await openMock({
    spec: {
      openapi: '3.1.0',
      info: { title: 'Issues', version: '1' },
      paths: {
        '/projects': { get: list(project), post: create(object({ name: text }), project) },
        '/projects/{projectIdOrKey}': { parameters: [parameter('projectIdOrKey', text)], get: read(project) },
        '/projects/{projectIdOrKey}/components': {
          parameters: [parameter('projectIdOrKey', text)],
          get: list(component),
        },
        '/components': { post: create(object({ name: text, project: text }), component) },
        '/components/{id}': { parameters: [parameter('id', integer)], get: read(component) },
      },
    },
  });
  const key = async (name: string) => String(fields((await mock.send('POST', '/projects', { name })).body)['key']);
  const [own, other] = [await key('Mercury'), await key('Venus')];
  await created(mock, '/components', { name: 'engine', project: own });
  const names = async (at: string) => each((await mock.send('GET', `/projects/${at}/components`)).body, '/name');
  expect(await names(own)).toEqual(['engine']);
  expect(await names(other)).toEqual([]);
});

test('a record that a creation puts below another one is in the list there, although no response shows whose it is', async () => {
  const bank = object({ id: integer, title: text });
  const account = object({ id: integer, title: text });
  const bankId = parameter('bank_id', integer);
  const mock = await openMock({
    spec: {
      openapi: '3.1.0',
      info: { title: 'Accounts', version: '1' },
      paths: {
        '/banks': { get: list(bank), post: create(object({ title: text }), bank) },
        '/banks/{bank_id}': { parameters: [bankId], get: read(bank) },
        '/banks/{bank_id}/accounts': { parameters: [bankId], get: list(account) },
        '/accounts': { get: list(account), post: create(object({ title: text, bank_id: integer }), account) },
        '/accounts/{account_id}': { parameters: [parameter('account_id', integer)], get: read(account) },
      },
    },
  });
  const [first, second] = await Promise.all(['First', 'Second'].map((title) => mock.send('POST', '/banks', { title })));
  const [one, other] = [first, second].map((response) => Number(fields(response?.body)['id']));
  const created = await mock.send('POST', '/accounts', { title: 'Savings', bank_id: one ?? 0 });
  expect(Object.keys(fields(created.body))).toEqual(['id', 'title']);
  const listed = async (at: string) => each((await mock.send('GET', at)).body, '/title');
  expect(await listed(`/banks/${one}/accounts`)).toEqual(['Savings']);
  expect(await listed(`/banks/${other}/accounts`)).not.toContain('Savings');
  expect(await listed('/accounts')).toContain('Savings');
});
