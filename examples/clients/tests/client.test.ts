import { type Mock, startMock } from 'contract-harness';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { components, operations } from '../api.d.ts';
import { tasksClient } from '../client.ts';

let mock: Mock<operations>;
let client: ReturnType<typeof tasksClient>;

beforeAll(async () => {
  mock = await startMock<operations>({ spec: 'openapi.yaml' });
  client = tasksClient(mock.url);
});
afterEach(() => mock.reset());
afterAll(() => mock.close());

test('what is created can be read', async () => {
  const created = await client.POST('/tasks', { body: { title: 'Buy milk' } });
  expect(created.data).toMatchObject({ title: 'Buy milk', done: false });
  const path = { taskId: created.data?.id ?? 0 };
  const read = await client.GET('/tasks/{taskId}', { params: { path } });
  expect(read.data).toEqual(created.data);
  expect(await mock.state.list<components['schemas']['Task']>('task')).toContainEqual(created.data);
});

test('a response is chosen for a test', async () => {
  mock.use('getTask', ({ parameters }) => ({ status: 200, body: { id: parameters.taskId, title: 'Call Ada' } }));
  const { data } = await client.GET('/tasks/{taskId}', { params: { path: { taskId: 7 } } });
  expect(data).toEqual({ id: 7, title: 'Call Ada' });
});

test('the compiler and the mock reject what the document forbids', async () => {
  // @ts-expect-error: the title is required
  const { error, response } = await client.POST('/tasks', { body: { done: true } });
  expect([response.status, error?.message]).toEqual([422, 'body property title is required']);
  // @ts-expect-error: the document has no such operation
  expect(() => mock.use('getTusk', { status: 200 })).toThrow('Did you mean getTask?');
});
