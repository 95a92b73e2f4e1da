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

test('a property named like the parent shows the parent of the path', async () => {
  const shown = { type: 'object', required: ['name', 'org'], properties: { name: text, org: text } };
  const path = { parameters: [parameter('org')] };
  const create = {
    operationId: 'createRepo',
    requestBody: { required: true, ...json({ type: 'object', properties: { name: text } }) },
    responses: { '201': json(shown) },
  };
  const list = { operationId: 'listRepos', responses: { '200': json({ type: 'array', items: shown }) } };
  const read = { operationId: 'getRepo', responses: { '200': json(shown) } };
  const item = { parameters: [parameter('org'), parameter('name')], get: read };
  const paths = { '/orgs/{org}/repos': { ...path, post: create, get: list }, '/orgs/{org}/repos/{name}': item };
  const spec = { ...SPEC, paths };
  const mock = await startMock({ spec });
  try {
    const url = `${mock.url}/orgs/acme/repos`;
    const headers = { 'content-type': 'application/json' };
    const created = await fetch(url, { method: 'POST', headers, body: '{"name":"site"}' });
    expect(await created.json()).toEqual({ name: 'site', org: 'acme' });
    const listed = (await (await fetch(url)).json()) as { org: string }[];
    expect(new Set(listed.map(({ org }) => org))).toEqual(new Set(['acme']));
  } finally {
    await mock.close();
  }
});
