import { expect, onTestFinished, test } from 'vitest';
import { documentPath } from '../../../fixtures/crud/document.ts';
import { crudServices, startCrudService } from '../../../fixtures/crud/index.ts';
import type { Hooks } from '../../../harness/runner/hooks/hooks.ts';
import type { VerifyOptions } from '../../../harness/runner/settings/verify-options.ts';
import { verify } from '../../../harness/runner/verify.ts';

const AUTH = { bearerAuth: { login: 'login', token: '/data/token' } };

/** The methods and paths of a run of all suites. */
async function sent(options: VerifyOptions): Promise<string[]> {
  const tasks = crudServices.find(({ name }) => name === 'http-tasks');
  if (!tasks) throw new Error('there is no service http-tasks');
  const service = await startCrudService(tasks, { prefilled: true });
  onTestFinished(() => service.close());
  const seen = new Set<string>();
  const hooks: Hooks = {
    beforeRequest: ({ method, path }) => {
      seen.add(`${method} ${path.replace(/\?.*$/s, '').replace(/[0-9a-f-]{36}/gi, '*')}`);
    },
  };
  await verify({ spec: documentPath('tasks'), target: service.url, auth: AUTH, hooks, runs: 1, ...options });
  return [...seen].sort();
}

test('with safe methods only, nothing but the login is written, in any suite', async () => {
  const requests = await sent({ safeMethodsOnly: true });
  expect(requests.filter((each) => !/^(GET|HEAD) /.test(each))).toEqual(['POST /login']);
  expect(requests.length).toBeGreaterThan(3);
});

test('what is excluded is never sent, not even to prepare what is tested', async () => {
  const requests = await sent({ include: ['getTask'], exclude: ['createProject', 'putProject', 'DELETE'] });
  expect(requests.filter((each) => /^(POST|PUT) \/projects(\/\*)?$|^DELETE/.test(each))).toEqual([]);
});
