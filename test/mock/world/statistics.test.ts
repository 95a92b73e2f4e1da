import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '../../../harness/core/model.ts';
import { type Api, contractOf, listOf, record, type Schema } from '../../openapi/resources/api.ts';
import { closeMocks, openMock } from './client.ts';

afterEach(closeMocks);

const task = { $ref: '#/components/schemas/Task' };
const project = { $ref: '#/components/schemas/Project' };
const status = { type: 'string', enum: ['open', 'in_progress', 'done'] };
const SCHEMAS = {
  Project: record({ id: 'integer', name: 'string' }, ['id']),
  Task: record({ id: 'integer', projectId: 'integer', status, urgent: 'boolean' }, ['id', 'projectId']),
};
const path = { projectId: { type: 'integer' } };
const RECORDS: Api = {
  'GET /projects': { gives: listOf(project) },
  'POST /projects': { sends: record({ name: 'string' }), gives: project, status: '201' },
  'GET /projects/{projectId}': { gives: project, path, also: ['404'] },
  'DELETE /projects/{projectId}': { path },
  'GET /tasks': { gives: listOf(task) },
  'POST /tasks': { sends: task, gives: task, status: '201' },
  'GET /tasks/{taskId}': { gives: task, path: { taskId: { type: 'integer' } } },
};
const seedData = {
  project: [
    { id: 1, name: 'One' },
    { id: 2, name: 'Two' },
  ],
  task: [
    { id: 1, projectId: 1, status: 'open', urgent: true },
    { id: 2, projectId: 1, status: 'done', urgent: false },
    { id: 3, projectId: 2, status: 'open', urgent: false },
  ],
};
const counts = (...names: readonly string[]) => record(Object.fromEntries(names.map((name) => [name, 'integer'])));
const open = (more: Api) => openMock({ contract: contractOf({ ...RECORDS, ...more }, SCHEMAS), seedData });

test.each<[string, Schema, JsonObject]>([
  [
    '/stats',
    counts('tasks', 'projectCount', 'openTasks', 'tasksInProgress'),
    { tasks: 3, projectCount: 2, openTasks: 2, tasksInProgress: 0 },
  ],
  [
    '/tasks/summary',
    counts('total', 'open', 'doneCount', 'urgentTasks'),
    { total: 3, open: 2, doneCount: 1, urgentTasks: 1 },
  ],
  ['/reports/tasks', record({ data: counts('count') }), { data: { count: 3 } }],
  ['/badge', counts('urgentCount', 'notUrgentCount', 'doneCount'), { urgentCount: 1, notUrgentCount: 2, doneCount: 1 }],
  ['/stats', record({ tasks: counts('total', 'done') }), { tasks: { total: 3, done: 1 } }],
  ['/tasks/summary', record({ byStatus: counts('open', 'done') }), { byStatus: { open: 2, done: 1 } }],
  [
    '/tasks/summary',
    record({ countByStatus: { type: 'object', additionalProperties: { type: 'integer' } } }),
    { countByStatus: { open: 2, in_progress: 0, done: 1 } },
  ],
])('%s has the numbers of the records: %j', async (at, gives, expected) => {
  const mock = await open({ [`GET ${at}`]: { gives } });
  expect(await mock.send('GET', at)).toMatchObject({ status: 200, body: expected });
  await mock.send('POST', '/tasks', { id: 4, projectId: 2, status: 'done', urgent: true });
  expect((await mock.send('GET', at)).body).not.toEqual(expected);
});

test('statistics below a record are those of what belongs to it, and missing with it', async () => {
  const gives = counts('taskCount', 'openTasks', 'tasks');
  const mock = await open({ 'GET /projects/{projectId}/stats': { gives, path, also: ['404'] } });
  const { body } = await mock.send('GET', '/projects/1/stats');
  expect(body).toEqual({ taskCount: 2, openTasks: 1, tasks: 2 });
  await mock.send('DELETE', '/projects/1');
  expect((await mock.send('GET', '/projects/1/stats')).status).toBe(404);
});

test('filters of a summary select what it counts', async () => {
  const mock = await open({
    'GET /tasks/count': { gives: counts('count'), query: { status, urgent: { type: 'boolean' } } },
  });
  const of = async (query: string) => (await mock.send('GET', `/tasks/count?${query}`)).body;
  expect(await of('status=open')).toEqual({ count: 2 });
  expect(await of('status=open&urgent=true')).toEqual({ count: 1 });
});

test('a number that the document does not allow, or that counts something else, stays made up', async () => {
  const gives = record({ total: { type: 'integer', minimum: 100 }, views: 'integer', revenue: 'number' });
  const mock = await open({ 'GET /tasks/summary': { gives } });
  const { body } = await mock.send('GET', '/tasks/summary');
  const { total, ...others } = body as Record<string, number>;
  expect(total).toBeGreaterThanOrEqual(100);
  expect(Object.keys(others)).toEqual(['views', 'revenue']);
});

const rows = (item: Schema) => listOf(item);
const byStatus = record({ status, count: 'integer' }, ['status', 'count']);
const perProject = record({ projectId: 'integer', projectName: 'string', taskCount: 'integer', openTasks: 'integer' });
const expectedRows = [
  { projectId: 1, projectName: 'One', taskCount: 2, openTasks: 1 },
  { projectId: 2, projectName: 'Two', taskCount: 1, openTasks: 1 },
];

test.each<[string, Schema, unknown]>([
  [
    '/tasks/summary',
    record({ byStatus: rows(byStatus) }),
    {
      byStatus: [
        { status: 'open', count: 2 },
        { status: 'in_progress', count: 0 },
        { status: 'done', count: 1 },
      ],
    },
  ],
  [
    '/stats',
    record({ byStatus: rows(record({ status, total: 'integer' })) }),
    { byStatus: expect.arrayContaining([{ status: 'open', total: 2 }]) },
  ],
  ['/stats', record({ perProject: rows(perProject) }), { perProject: expectedRows }],
  ['/stats/tasks-per-project', rows(perProject), expectedRows],
  [
    '/stats',
    record({ topProjects: rows(record({ project: 'string', tasks: 'integer' })) }),
    {
      topProjects: [
        { project: 'One', tasks: 2 },
        { project: 'Two', tasks: 1 },
      ],
    },
  ],
])('%s has a row for each value or record: %j', async (at, gives, expected) => {
  const mock = await open({ [`GET ${at}`]: { gives } });
  expect(await mock.send('GET', at)).toMatchObject({ status: 200, body: expected });
});
