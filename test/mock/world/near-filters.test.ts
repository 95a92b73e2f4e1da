import { afterEach, expect, test } from 'vitest';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, openMock } from './client.ts';

afterEach(closeMocks);

const integer = { type: 'integer' };
const string = { type: 'string' };
const fields = { projectId: integer, ClientID: integer, city_id: string, status: string, ownerId: integer };
const invoice = record({ id: integer, ...fields }, ['id', ...Object.keys(fields)]);

const query = {
  project: integer,
  ClientIDFK: integer,
  city: string,
  invoiceStatus: string,
  owner: { ...string },
};
const API = {
  'GET /invoices': { gives: listOf(invoice), query },
  'GET /invoices/{invoiceId}': { gives: invoice, path: { invoiceId: integer } },
  'POST /invoices': { sends: record(fields), gives: invoice, status: '201' },
};

test.each([
  ['project=2', [2]],
  ['ClientIDFK=7', [2]],
  ['city=b', [2]],
  ['invoiceStatus=paid', [2]],
  // The identifier is a number, and the parameter takes texts.
  ['owner=4', [1, 2]],
])('a list is selected by a parameter whose name differs a little: %s', async (asked, projects) => {
  const mock = await openMock({ contract: contractOf(API) });
  await mock.state.replace({
    invoice: [
      { id: 1, projectId: 1, ClientID: 6, city_id: 'a', status: 'open', ownerId: 3 },
      { id: 2, projectId: 2, ClientID: 7, city_id: 'b', status: 'paid', ownerId: 4 },
    ],
  });
  const { body } = await mock.send('GET', `/invoices?${asked}`);
  expect(each(body, '/projectId')).toEqual(projects);
});

test('a text with commas selects any of its parts if the document says so', async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: {
      '/tasks': {
        get: {
          parameters: [
            { name: 'status', in: 'query', schema: string, description: 'Comma-separated list of statuses' },
            { name: 'title', in: 'query', schema: string, description: 'The title' },
          ],
          responses: {
            '200': {
              description: 'ok',
              content: {
                'application/json': { schema: listOf(record({ id: integer, status: string, title: string }, ['id'])) },
              },
            },
          },
        },
      },
    },
  };
  const mock = await openMock({ spec: document });
  const titles = ['a', 'b', 'b, c'];
  const task = ['open', 'done', 'late'].map((status, index) => ({ id: index, status, title: titles[index] ?? '' }));
  await mock.state.replace({ task });
  const listed = async (asked: string) => each((await mock.send('GET', `/tasks?${asked}`)).body, '/id');
  expect(await listed('status=open,%20late')).toEqual([0, 2]);
  expect(await listed('title=b,%20c')).toEqual([2]);
});

test('a value of a parameter that no record has, such as all, selects each of them', async () => {
  const states = { type: 'string', enum: ['open', 'closed', 'all'] };
  const issue = record({ id: integer, state: { enum: ['open', 'closed'] }, scope: { enum: ['all', 'own'] } }, ['id']);
  const api = { 'GET /issues': { gives: listOf(issue), query: { state: states, scope: { enum: ['all', 'own'] } } } };
  const mock = await openMock({ contract: contractOf(api) });
  await mock.state.replace({
    issue: [
      { id: 1, state: 'open', scope: 'all' },
      { id: 2, state: 'closed', scope: 'own' },
    ],
  });
  const listed = async (asked: string) => each((await mock.send('GET', `/issues?${asked}`)).body, '/id');
  expect(await listed('state=all')).toEqual([1, 2]);
  expect(await listed('state=closed')).toEqual([2]);
  expect(await listed('scope=all')).toEqual([1]);
});
