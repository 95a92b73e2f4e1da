import { startMock } from 'contract-harness';
import { expect, test, vi } from 'vitest';
import cypress from '../cypress.config.js';

/** What Cypress registers, and calls by name. */
type Tasks = Record<string, (argument?: unknown) => unknown>;

test('the tasks of cypress.config.js steer the mock', async () => {
  let tasks: Tasks = {};
  const on = (_event: string, registered: Tasks) => {
    tasks = registered;
  };
  const { env } = await cypress.e2e.setupNodeEvents(on, { env: { mockPort: 0 } });
  const status = async () => (await fetch(`${env.api}/tasks`)).status;
  tasks['mock:use']?.({ operation: 'listTasks', status: 429, body: { message: 'too many requests' } });
  expect(await status()).toBe(429);
  tasks['mock:reset']?.();
  expect(await status()).toBe(200);
  expect(tasks['mock:problems']?.()).toEqual([]);
});

test('the rewrites of next.config.mjs lead to the mock', async () => {
  const mock = await startMock({ spec: 'openapi.yaml' });
  vi.stubEnv('API_URL', mock.url);
  const { default: next } = await import('../next.config.mjs');
  const [rewrite] = await next.rewrites();
  const response = await fetch(rewrite?.destination.replace(':path*', 'tasks') ?? '');
  expect([rewrite?.source, response.status]).toEqual(['/api/:path*', 200]);
  await mock.close();
});
