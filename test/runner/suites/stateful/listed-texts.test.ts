import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { findingsOnMock } from './on-mock.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const name = { type: 'string', minLength: 1, maxLength: 60 };
const tag = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string', format: 'uuid', readOnly: true }, name },
};
const EXACT = 'Text is stored exactly as it was sent.';

/** Tags, which are listed and never read alone. */
const documentOf = (description: string) => ({
  openapi: '3.0.3',
  info: { title: 'Tags', version: '1', description },
  paths: {
    '/tags': {
      get: {
        operationId: 'list',
        responses: { 200: { description: 'all', ...content({ type: 'array', items: tag }) } },
      },
      post: {
        operationId: 'create',
        requestBody: { required: true, ...content({ type: 'object', required: ['name'], properties: { name } }) },
        responses: { 201: { description: 'created', ...content(tag) }, 400: { description: 'error' } },
      },
    },
  },
});

function tagsApp(stored: (name: string) => string) {
  const tags: object[] = [];
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return Response.json(tags);
    const { name: sent } = Object(JSON.parse(await request.text()));
    if (typeof sent !== 'string' || sent === '' || [...sent].length > 60) return new Response(null, { status: 400 });
    const own = { id: crypto.randomUUID(), name: stored(sent) };
    tags.push(own);
    return Response.json(own, { status: 201 });
  };
}

async function found(description: string, stored: (name: string) => string) {
  const options = { suites: ['stateful'], consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec: documentOf(description), app: tagsApp(stored), ...options });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

const LOST = ['created-is-listed: the tag has lost a part of what was sent'];

test.each<[string, string, (name: string) => string, readonly string[]]>([
  ['cut', '', (sent) => sent.slice(0, 20), LOST],
  ['without other scripts', '', (sent) => sent.replaceAll(/[^ -~]/g, '?'), LOST],
  ['in lower case', '', (sent) => sent.toLowerCase(), []],
  ['in lower case', EXACT, (sent) => sent.toLowerCase(), LOST],
  ['as it is', EXACT, (sent) => sent, []],
])('a text that is stored %s and only listed; the document says: %s', async (_, description, stored, expected) => {
  expect(await found(description, stored)).toEqual(expected);
});

test('the mock keeps texts', async () => {
  expect(await findingsOnMock(documentOf(EXACT))).toEqual([]);
});
