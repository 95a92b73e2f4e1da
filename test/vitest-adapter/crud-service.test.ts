import { afterAll, beforeAll } from 'vitest';
import { documentPath } from '../../fixtures/crud/document.ts';
import { crudServices, startCrudService } from '../../fixtures/crud/index.ts';
import type { Running } from '../../fixtures/faults/running.ts';
import { contractTests } from '../../harness/vitest.ts';

let service: Running;
beforeAll(async () => {
  const [tasks] = crudServices.filter(({ name }) => name === 'http-tasks');
  if (!tasks) throw new Error('there is no service http-tasks');
  service = await startCrudService(tasks);
});
afterAll(() => service.close());

// Its records have to be created before they are read, by whoever has logged in.
contractTests({
  spec: documentPath('tasks'),
  target: () => service.url,
  auth: { bearerAuth: { login: 'login', token: '/data/token' } },
  include: ['createProject', 'getProject', 'deleteProject'],
  runs: 2,
});
