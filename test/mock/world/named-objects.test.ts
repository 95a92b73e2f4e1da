import { afterEach, expect, test } from 'vitest';
import type { JsonValue } from '../../../harness/core/model.ts';
import { verify } from '../../../harness/index.ts';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, fields, openMock } from './client.ts';

afterEach(closeMocks);

const integer = { type: 'integer' };
const string = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const SCHEMAS = {
  User: record({ id: integer, login: string, fullName: string, email: string }, ['login']),
  Label: record({ id: integer, name: string, color: string }, ['id', 'name']),
  Issue: record(
    {
      number: integer,
      title: string,
      assignee: ref('User'),
      reviewers: listOf(ref('User')),
      labels: listOf(ref('Label')),
      license: record({ value: integer, name: string }, ['value']),
      stats: record({ views: integer, likes: integer }),
      note: { oneOf: [string, record({ id: string, text: string }, ['id', 'text'])] },
    },
    ['number', 'title'],
  ),
};
const NEW = record({
  title: string,
  assignee: string,
  reviewers: listOf(string),
  labels: listOf(integer),
  license: integer,
  stats: integer,
  note: string,
});
const path = { repo: string, index: integer, labelId: integer };
const API = {
  'GET /repos/{repo}': { gives: record({ name: string }, ['name']), path },
  'GET /repos/{repo}/labels/{labelId}': { gives: ref('Label'), path },
  'POST /repos/{repo}/labels': {
    sends: record({ name: string, color: string }, ['name']),
    gives: ref('Label'),
    status: '201',
    path,
  },
  'GET /repos/{repo}/issues/{index}': { gives: ref('Issue'), path },
  'POST /repos/{repo}/issues': { sends: NEW, gives: ref('Issue'), status: '201', path },
  'PATCH /repos/{repo}/issues/{index}': { sends: NEW, gives: ref('Issue'), path },
};

async function created(sent: JsonValue) {
  const mock = await openMock({ contract: contractOf(API, SCHEMAS) });
  const { body } = await mock.send('POST', '/repos/books/issues', sent);
  return { mock, issue: fields(body), at: `/repos/books/issues/${String(fields(body)['number'])}` };
}

test('what a request names by a text or a number is an object where records show one', async () => {
  const sent = { title: 'Broken', assignee: 'bob', reviewers: ['ann', 'carl'], license: 7 };
  const { mock, issue, at } = await created(sent);
  const shown = {
    title: 'Broken',
    assignee: { login: 'bob' },
    reviewers: [{ login: 'ann' }, { login: 'carl' }],
    license: { value: 7 },
  };
  expect(issue).toMatchObject(shown);
  expect((await mock.send('GET', at)).body).toMatchObject(shown);
  const { body } = await mock.send('PATCH', at, { assignee: 'dora', reviewers: [] });
  expect(body).toMatchObject({ ...shown, assignee: { login: 'dora' }, reviewers: [] });
});

test('nobody else is told by the identifiers of an object that a request names', async () => {
  const { issue } = await created({ title: 'Broken', assignee: 'bob' });
  expect(Object.keys(fields(issue['assignee']))).not.toContain('id');
  expect(Object.keys(fields(issue['assignee']))).not.toContain('email');
});

test('an object that a request names is the record of its type below the same record above', async () => {
  const mock = await openMock({ contract: contractOf(API, SCHEMAS) });
  const { body: label } = await mock.send('POST', '/repos/books/labels', { name: 'bug', color: 'red' });
  const { body } = await mock.send('POST', '/repos/books/issues', {
    title: 'A',
    labels: [fields(label)['id'] ?? null],
  });
  expect(body).toMatchObject({ labels: [label] });
});

test('what records can show as it was sent, and what identifies nothing, is no object', async () => {
  const { issue } = await created({ title: 'Broken', note: 'soon', stats: 3 });
  expect(issue).toMatchObject({ note: 'soon' });
  expect(JSON.stringify(issue['stats'] ?? {})).not.toContain('3');
});

test('the index of a path is the number of the record', async () => {
  const { mock, issue } = await created({ title: 'Broken' });
  const { body } = await mock.send('GET', `/repos/books/issues/${String(issue['number'])}`);
  expect(body).toEqual(issue);
});

test.each([
  ['texts', 'red, blue', listOf(string), ['red', 'blue']],
  ['numbers', '3,4', listOf(integer), [3, 4]],
  [
    'objects',
    'red,blue',
    listOf(record({ name: string, count: integer }, ['name'])),
    [{ name: 'red' }, { name: 'blue' }],
  ],
  ['texts or a text', 'red, blue', { oneOf: [string, listOf(string)] }, 'red, blue'],
])('a text with commas is a list where records show one: %s', async (_, sent, tags, shown) => {
  const note = record({ id: integer, text: string, tags }, ['id', 'text', 'tags']);
  const api = {
    'GET /notes/{noteId}': { gives: note, path: { noteId: integer } },
    'POST /notes': { sends: record({ text: string, tags: string }), gives: note, status: '201' },
  };
  const mock = await openMock({ contract: contractOf(api) });
  const { body } = await mock.send('POST', '/notes', { text: 'a', tags: sent });
  expect(body).toMatchObject({ text: 'a', tags: shown });
});

test('what no path identifies is shown by what a request names it with', async () => {
  const category = record({ id: integer, title: string, parent: integer }, ['id', 'title', 'parent']);
  const article = record({ id: integer, title: string, categories: listOf(category) }, ['id', 'title', 'categories']);
  const api = {
    'GET /categories': { gives: listOf(category) },
    'GET /articles/{articleId}': { gives: article, path: { articleId: integer } },
    'POST /articles': {
      sends: record({ title: string, categories: listOf(integer) }),
      gives: article,
      status: '201',
    },
  };
  const mock = await openMock({ contract: contractOf(api) });
  const { body } = await mock.send('POST', '/articles', { title: 'A', categories: [71, 72] });
  expect(body).toMatchObject({ categories: [{ id: 71 }, { id: 72 }] });
});

test('the times of another one that a change names are no times of the record', async () => {
  const user = record({ login: string, createdAt: { ...string, format: 'date-time' } }, ['login', 'createdAt']);
  const task = record({ id: integer, title: string, assignee: user }, ['id', 'title', 'assignee']);
  const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
  const requestBody = { required: true, ...json(record({ title: string, assignee: string }, ['title', 'assignee'])) };
  const no = { description: 'no' };
  const responses = { '200': json(task), '400': no, '404': no, '415': no, '422': no };
  const parameters = [{ name: 'taskId', in: 'path', required: true, schema: integer }];
  const spec = {
    openapi: '3.1.0',
    info: { title: 'Tasks', version: '1' },
    paths: {
      '/tasks': { post: { requestBody, responses: { ...responses, '201': json(task) } } },
      '/tasks/{taskId}': { parameters, get: { responses }, patch: { requestBody, responses } },
    },
  };
  const { findings } = await verify({ spec, suites: ['stateful'], seed: 1 });
  expect(findings).toEqual([]);
});
