import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const space = (repository: string) => ({
  type: 'object',
  properties: { id: { type: 'integer' }, title: { type: 'string' }, repository: ref(repository) },
  required: ['id', 'title', ...(repository === 'Repository' ? ['repository'] : [])],
});
const sent = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
const inPath = { name: 'spaceId', in: 'path', required: true, schema: { type: 'integer' } };
const error = { description: 'error' };

/** The response of the action shows the whole repository of a space, a read only a short form. */
const spaces = {
  openapi: '3.1.0',
  info: { title: 'spaces', version: '1' },
  paths: {
    '/spaces': {
      post: {
        operationId: 'add',
        requestBody: { required: true, ...json(sent) },
        responses: { 201: json(space('ShortRepository')), 400: error },
      },
    },
    '/spaces/{spaceId}': {
      parameters: [inPath],
      get: { operationId: 'read', responses: { 200: json(space('ShortRepository')), 404: error } },
    },
    '/spaces/{spaceId}/publish': {
      parameters: [inPath],
      post: { operationId: 'publish', responses: { 201: json(space('Repository')), 404: error } },
    },
  },
  components: {
    schemas: {
      ShortRepository: {
        type: 'object',
        properties: { path: { type: 'string' }, size: { type: 'integer' } },
        required: ['path'],
      },
      Repository: {
        type: 'object',
        properties: { path: { type: 'string' }, size: { type: 'integer' } },
        required: ['path', 'size'],
      },
    },
  },
};

interface Repository {
  readonly path: string;
  readonly size?: number;
}

/** A service that publishes a space with a repository of 108 KB, of which its reads show a form. */
function serving(form: (whole: Repository) => Repository | undefined) {
  const stored = new Map<number, { id: number; title: string; repository?: Repository }>();
  return async (request: Request): Promise<Response> => {
    const [, id, action] = /\/spaces\/(\d+)(\/publish)?$/.exec(new URL(request.url).pathname) ?? [];
    if (id === undefined) {
      const { title } = JSON.parse(await request.text());
      if (typeof title !== 'string') return new Response(null, { status: 400 });
      const added = { id: stored.size + 1, title };
      stored.set(added.id, added);
      return Response.json(added, { status: 201 });
    }
    const found = stored.get(Number(id));
    if (!found) return new Response(null, { status: 404 });
    if (action !== undefined) {
      found.repository = { path: `octocat/${id}`, size: 108 };
      return Response.json(found, { status: 201 });
    }
    const { repository } = found;
    return Response.json(repository ? { ...found, repository: form(repository) } : found);
  };
}

test.each<[string, (whole: Repository) => Repository | undefined, string[]]>([
  ['leaves out what its short form may lack', ({ path }) => ({ path }), []],
  ['shows the same', (whole) => whole, []],
  ['shows none', () => undefined, ['publish action-is-visible']],
  ['shows another value', (whole) => ({ ...whole, size: 107 }), ['publish action-is-visible']],
])('a read after an action that %s', async (_, form, expected) => {
  const { findings } = await verify({ spec: spaces, app: serving(form), suites: ['stateful'], consistency: 60 });
  expect(findings.map(({ operation, check }) => `${operation} ${check}`)).toEqual(expected);
});
