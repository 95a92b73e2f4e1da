import { expect, test } from 'vitest';
import { startMock } from '../../../harness/mock/mock.ts';

const text = { type: 'string' };
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: text });
const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const REPO = { type: 'object', required: ['repo'], properties: { repo: text } };

/** Nothing reads an `org`: what is below one is made up with it. */
const SPEC = {
  openapi: '3.0.3',
  info: { title: 'Repositories', version: '1' },
  paths: {
    '/orgs/{org}/repos': {
      parameters: [parameter('org')],
      get: { operationId: 'listRepos', responses: { '200': json({ type: 'array', items: REPO }) } },
    },
    '/orgs/{org}/repos/{repo}': {
      parameters: [parameter('org'), parameter('repo')],
      get: { operationId: 'getRepo', responses: { '200': json(REPO), '404': { description: 'none' } } },
    },
  },
};

test('with strict state, no record is made up below another parent because it is asked for', async () => {
  const mock = await startMock({ spec: SPEC, strictState: true });
  try {
    expect((await fetch(`${mock.url}/orgs/first/repos`)).status).toBe(200);
    expect((await fetch(`${mock.url}/orgs/second/repos/unknown`)).status).toBe(404);
    const listed: unknown = await (await fetch(`${mock.url}/orgs/second/repos`)).json();
    expect(listed).not.toContainEqual({ repo: 'unknown' });
  } finally {
    await mock.close();
  }
});
