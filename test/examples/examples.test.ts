import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { noChromium } from '../chromium.ts';
import { WHOLE } from '../fleet.ts';
import { deafUrl } from '../servers.ts';
import { Project } from './project.ts';

const MINUTE = 60_000;
const DEFAULT_TARGET = 'http://127.0.0.1:3000';

/** The project with its service on a free port. */
async function onFreePort(name: string): Promise<{ project: Project; env: Record<string, string> }> {
  const project = new Project(name);
  const target = await deafUrl();
  project.edit('contract.yaml', DEFAULT_TARGET, target);
  return { project, env: { PORT: new URL(target).port } };
}

test.each([
  ['express', ['listTodos', 'createTodo']],
  ['fastify', ['findBookmarks', 'createBookmark']],
])(
  'npm test of examples/%s verifies each operation of the service',
  async (name, operations) => {
    const { project, env } = await onFreePort(name);
    const { code, output } = await project.run('npm test', env);
    expect(output).toContain('generated');
    for (const operation of operations) expect(output).toContain(operation);
    expect({ code, output }).toMatchObject({ code: 0 });
  },
  MINUTE,
);

test(
  'examples/express fails once its service accepts what the document forbids',
  async () => {
    const { project, env } = await onFreePort('express');
    project.edit('server.js', "if (typeof done !== 'boolean')", 'if (false)');
    const { code, output } = await project.run('npm test', env);
    expect(output).toMatch(/createTodo: .*\n.*request body \/done must be a boolean/);
    expect(code).toBe(1);
  },
  MINUTE,
);

test(
  'the steps of the workflow in examples/github-workflow pass after the installation',
  async () => {
    const { project, env } = await onFreePort('github-workflow');
    const workflow = parse(readFileSync(join(project.folder, '.github/workflows/contract.yml'), 'utf8'));
    const steps: { run?: string; env?: Record<string, string> }[] = workflow.jobs.contract.steps;
    const [install, verify, ...others] = steps.filter(({ run }) => run !== undefined);
    expect([install?.run, others]).toEqual(['npm ci', []]);
    // What GitHub evaluates for a pull request from a fork, which has no secrets.
    const [, token = ''] = /\|\| '([^']+)' \}\}$/.exec(verify?.env?.['API_TOKEN'] ?? '') ?? [];
    const { code, output } = await project.run(verify?.run ?? '', { ...env, API_TOKEN: token });
    expect({ code, output }).toMatchObject({ code: 0 });
    const report = readFileSync(join(project.folder, 'contract-report/index.html'), 'utf8');
    expect(report).toContain('bookRoom');
    expect(report).not.toContain(token);
  },
  MINUTE,
);

test(
  'npm test of examples/vitest passes with a test for each case',
  async () => {
    const { code, output } = await new Project('vitest').run('npm test');
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(Number(/Tests +(\d+) passed/.exec(output)?.[1])).toBeGreaterThan(50);
  },
  MINUTE,
);

test.skipIf(noChromium !== '')(
  `npm test of examples/frontend shows every state of the page in Chromium${noChromium && ` (${noChromium})`}`,
  async () => {
    const { code, output } = await new Project('frontend').run('npm test');
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toMatch(/Tests +7 passed/);
  },
  2 * MINUTE,
);

test(
  'npm test of examples/clients: types of the document, openapi-fetch, MSW and Vite, the configurations of Cypress and Next',
  async () => {
    const { code, output } = await new Project('clients').run('npm test');
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toMatch(/Tests +9 passed/);
  },
  2 * MINUTE,
);

// Every week: the page in Chromium is that of examples/frontend each time, and the same client is in `npm test`.
test.runIf(WHOLE && noChromium === '')(
  `npm run test:browser of examples/clients: Playwright steers the mock${noChromium && ` (${noChromium})`}`,
  async () => {
    const project = new Project('clients');
    await project.run('npm run types');
    const { code, output } = await project.run('npm run test:browser', { PORT: new URL(await deafUrl()).port });
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain('2 passed');
  },
  2 * MINUTE,
);
