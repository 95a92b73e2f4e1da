import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { documentPath } from '../../fixtures/crud/document.ts';
import { crudServices, startCrudService } from '../../fixtures/crud/index.ts';
import { seededRandom } from '../../harness/core/util/random.ts';
import { type HookRequest, verify } from '../../harness/index.ts';
import { login } from './survey/verify.ts';

const OPERATIONS = ['login', 'logout', 'createProject', 'patchProject', 'deleteProject'];
const BUGS = ['create-project-ascii', 'project-color-unknown'];

/** So long that responses overtake each other. */
const MAX_DELAY_MS = 8;

/** Identifiers that the service assigns, and words that are unique in a run. */
function masked({ operation, method, path, body, headers }: HookRequest): string {
  const content = Buffer.from(body ?? []).toString('latin1');
  const text = [method, path, content].join(' ').replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID');
  const types = headers.filter(([name]) => name === 'content-type').map(([, value]) => value);
  return `${operation}: ${text.replaceAll(/x[a-z\d]{7}/g, 'WORD')} ${types.join()}`;
}

/** A run against a new service whose responses are taken in another order. */
async function runOnce(order: string): Promise<{ requests: string[]; findings: string[]; verdict: string }> {
  const service = crudServices.find(({ name }) => name === 'http-tasks');
  if (!service) throw new Error('the fleet has the service');
  const running = await startCrudService(service, { bugs: BUGS });
  const random = seededRandom(order);
  const requests: string[] = [];
  try {
    const report = await verify({
      spec: documentPath(service.document),
      target: running.url,
      headers: [['Authorization', `Bearer ${await login(running.url)}`]],
      include: OPERATIONS,
      runs: 2,
      hooks: {
        beforeRequest: (request) => {
          requests.push(masked(request));
          return undefined;
        },
        afterResponse: () => pause(random() * MAX_DELAY_MS),
      },
    });
    const findings = report.findings.map(({ key, severity, count }) => `${severity} ${key} (${count})`);
    return { requests: requests.sort(), findings: findings.sort(), verdict: report.verdict };
  } finally {
    await running.close();
  }
}

test('the order of responses changes neither the requests nor the findings of a run', async () => {
  const first = await runOnce('first');
  expect(first.verdict).toBe('failed');
  expect(await runOnce('second')).toEqual(first);
});
