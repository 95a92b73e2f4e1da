import { startMock } from 'contract-harness';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { tasksClient } from '../client.ts';
import { fromMock } from '../msw.ts';

const API = 'https://api.example.com/v1';
const mock = await startMock({ spec: 'openapi.yaml' });
const server = setupServer(fromMock(API, mock.url));
const client = tasksClient(API);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  server.resetHandlers();
  mock.reset();
});
afterAll(async () => {
  server.close();
  await mock.close();
});

test('the application reaches the mock at the URL of production', async () => {
  const { data } = await client.POST('/tasks', { body: { title: 'Buy milk' } });
  const { data: tasks } = await client.GET('/tasks', { params: { query: { done: false } } });
  expect(tasks).toContainEqual(data);
  expect(mock.requests.flatMap(({ problems }) => problems)).toEqual([]);
});

test('handlers of a test go before', async () => {
  server.use(http.get(`${API}/tasks`, () => HttpResponse.json({ message: 'down' }, { status: 503 })));
  const { error } = await client.GET('/tasks');
  expect(error).toEqual({ message: 'down' });
});

test('an operation that the document does not have is a 404', async () => {
  expect((await fetch(`${API}/tusks`)).status).toBe(404);
});
