import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

interface Post {
  readonly id: number;
  readonly title: string;
  readonly status: 'draft' | 'published';
  readonly publishedAt: string | null;
  readonly liked: boolean;
  readonly likesCount: number;
  readonly viewsCount: number;
}

type Does = Readonly<Record<string, (post: Post) => Partial<Post> | undefined>>;

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const properties = {
  id: { type: 'integer' },
  title: { type: 'string' },
  status: { type: 'string', enum: ['draft', 'published'] },
  publishedAt: { type: 'string', format: 'date-time', nullable: true },
  liked: { type: 'boolean' },
  likesCount: { type: 'integer' },
  viewsCount: { type: 'integer' },
};
const post = { type: 'object', required: Object.keys(properties), properties };
const ok = { 200: { description: 'ok', ...json({ $ref: '#/components/schemas/Post' }) } };
const error = { description: 'error' };
const on = (operationId: string) => ({ operationId, responses: { ...ok, 404: error, 409: error } });
const title = { type: 'object', required: ['title'], properties: { title: { type: 'string', minLength: 1 } } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }];

/** Posts that are liked by PUT and DELETE, published, and taken back. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Posts', version: '1' },
  paths: {
    '/posts': {
      post: {
        operationId: 'create',
        requestBody: { required: true, ...json(title) },
        responses: { 201: ok[200], 400: error },
      },
    },
    '/posts/{id}': { parameters, get: { operationId: 'read', responses: { ...ok, 404: error } } },
    '/posts/{id}/like': { parameters, put: on('like'), delete: on('unlike') },
    '/posts/{id}/publish': { parameters, post: on('publish') },
    '/posts/{id}/unpublish': { parameters, post: on('unpublish') },
  },
  components: { schemas: { Post: post } },
};

const CORRECT: Does = {
  read: ({ viewsCount }) => ({ viewsCount: viewsCount + 1 }),
  like: ({ liked, likesCount }) => ({ liked: true, likesCount: liked ? likesCount : likesCount + 1 }),
  unlike: ({ liked, likesCount }) => ({ liked: false, likesCount: liked ? likesCount - 1 : likesCount }),
  publish: ({ status }) =>
    status === 'draft' ? { status: 'published', publishedAt: '2026-01-02T03:04:05Z' } : undefined,
  unpublish: ({ status }) => (status === 'published' ? { status: 'draft', publishedAt: null } : undefined),
};

/** @param does what an operation changes of a post; undefined if that is a conflict */
function servePosts(does: Does): Promise<string> {
  const posts = new Map<number, Post>();
  return serve(async (request, response) => {
    const [, , id, action] = (request.url ?? '').split('/');
    const [status, body] = id === undefined ? create(await bodyOf(request)) : change(Number(id), action);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));

    function change(key: number, path = 'read'): readonly [status: number, body: unknown] {
      const known = posts.get(key);
      if (!known) return [404, {}];
      const changes = { ...CORRECT, ...does }[request.method === 'DELETE' ? `un${path}` : path]?.(known);
      if (!changes) return [409, {}];
      posts.set(key, { ...known, ...changes });
      return [200, posts.get(key)];
    }
  });

  function create(body: Uint8Array): readonly [status: number, body: unknown] {
    const sent = JSON.parse(String(body)).title;
    if (typeof sent !== 'string' || sent === '') return [400, {}];
    const counts = { liked: false, likesCount: 0, viewsCount: 0 };
    const made: Post = { id: posts.size + 1, title: sent, status: 'draft', publishedAt: null, ...counts };
    posts.set(made.id, made);
    return [201, made];
  }
}

test.each<[what: string, expected: readonly string[], does: Does]>([
  ['does what it says, and counts views', [], {}],
  ['likes nothing', ['like action-is-visible'], { like: () => ({}) }],
  ['keeps a like that is deleted', ['unlike action-is-visible'], { unlike: () => ({}) }],
  [
    'leaves a post published',
    ['unpublish action-is-visible'],
    { unpublish: ({ status }) => (status === 'published' ? {} : undefined) },
  ],
  [
    'counts a like twice that is put twice',
    ['like put-is-idempotent'],
    { like: ({ likesCount }) => ({ liked: true, likesCount: likesCount + 1 }) },
  ],
  [
    'takes a second PUT for the opposite',
    ['like put-is-idempotent'],
    { like: ({ liked, likesCount }) => ({ liked: !liked, likesCount: likesCount + (liked ? -1 : 1) }) },
  ],
  [
    'counts a like less with each DELETE',
    ['unlike put-is-idempotent'],
    { unlike: ({ likesCount }) => ({ liked: false, likesCount: likesCount - 1 }) },
  ],
  [
    'forgets when a post was published',
    ['publish action-is-visible'],
    { publish: ({ status }) => (status === 'draft' ? { status: 'published' } : undefined) },
  ],
  [
    'counts a read as a like',
    ['read safe-changes-nothing'],
    { read: ({ likesCount }) => ({ likesCount: likesCount + 1 }) },
  ],
])('a service that %s', async (_, expected, does) => {
  const target = await servePosts(does);
  const { findings } = await verify({ spec, target, suites: ['stateful'], consistency: 60 });
  expect(findings.map(({ operation, check }) => `${operation} ${check}`)).toEqual(expected);
});
