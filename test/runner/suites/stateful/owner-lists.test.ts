import { describe, expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

interface Comment {
  readonly id: number;
  readonly postId: number;
  readonly text: string;
  readonly isRead: boolean;
  readonly topic: { readonly id: number; readonly postId: number };
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...json(schema) });
const error = { description: 'error' };
const id = { type: 'integer', minimum: 1 };
const text = { type: 'string', minLength: 1 };
const post = { type: 'object', required: ['id', 'text'], properties: { id, text } };
const comment = {
  type: 'object',
  required: ['id', 'postId', 'text', 'isRead'],
  properties: { id, postId: id, text, isRead: { type: 'boolean' } },
};
const sends = (properties: object) => ({
  required: true,
  ...json({ type: 'object', required: Object.keys(properties), properties }),
});
const query = [
  { name: 'postId', in: 'query', required: true, schema: id },
  { name: 'isRead', in: 'query', schema: { type: 'boolean' } },
];

/** Comments are listed for one post alone. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Comments', version: '1' },
  paths: {
    '/posts': {
      post: { operationId: 'createPost', requestBody: sends({ text }), responses: { 201: ok(post), 400: error } },
    },
    '/comments': {
      get: {
        operationId: 'listComments',
        parameters: query,
        responses: { 200: ok({ type: 'array', items: comment }), 400: error, 404: error },
      },
      post: {
        operationId: 'createComment',
        requestBody: sends({ postId: id, text }),
        responses: { 201: ok(comment), 400: error, 404: error },
      },
    },
    '/comments/{commentId}': {
      get: {
        operationId: 'readComment',
        parameters: [{ name: 'commentId', in: 'path', required: true, schema: id }],
        responses: { 200: ok(comment), 400: error, 404: error },
      },
    },
  },
};

/** The same, where the post is in the path of the list and of the creation. */
const nested = {
  ...spec,
  paths: {
    '/posts': spec.paths['/posts'],
    '/posts/{postId}/comments': {
      parameters: [{ name: 'postId', in: 'path', required: true, schema: id }],
      get: { ...spec.paths['/comments'].get, parameters: query.slice(1) },
      post: { ...spec.paths['/comments'].post, requestBody: sends({ text }) },
    },
    '/comments/{commentId}': spec.paths['/comments/{commentId}'],
  },
};

/** @param listed the comments of a post that its list shows */
function serveComments(listed: (comments: readonly Comment[], isRead: string | null) => readonly Comment[]) {
  const posts = new Map<number, { readonly id: number; readonly text: string }>();
  const comments = new Map<number, Comment>();
  return serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const [, collection, own, below] = pathname.split('/');
    const sent = request.method === 'POST' ? JSON.parse(String(await bodyOf(request))) : {};
    const [status, body] = reply();
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));

    function reply(): readonly [status: number, body: unknown] {
      if (collection === 'posts' && below === undefined)
        return [201, add(posts, { id: posts.size + 1, text: sent.text })];
      if (collection === 'comments' && own !== undefined)
        return comments.has(Number(own)) ? [200, comments.get(Number(own))] : [404, {}];
      const owner = Number(own ?? sent.postId ?? searchParams.get('postId'));
      if (!posts.has(owner)) return [404, {}];
      const topic = { id: 1, postId: 1 };
      const made = { id: comments.size + 1, postId: owner, text: sent.text, isRead: false, topic };
      if (request.method === 'POST') return [201, add(comments, made)];
      const all = [...comments.values()].filter(({ postId }) => postId === owner);
      return [200, listed(all, searchParams.get('isRead'))];
    }
  });
}

function add<Item extends { readonly id: number }>(items: Map<number, Item>, item: Item): Item {
  items.set(item.id, item);
  return item;
}

describe.each([
  ['a query', spec],
  ['a path', nested],
])('a list of one owner, which %s has to name, shows', (_, document) => {
  test.each<[string, string[], Parameters<typeof serveComments>[0]]>([
    ['all of one post and those that a filter selects', [], (all, isRead) => all.filter(selects(isRead))],
    [
      'all but every third',
      ['listComments created-is-listed'],
      (all, isRead) => withoutThird(all).filter(selects(isRead)),
    ],
    ['those that a switch excludes', ['listComments list-follows-query'], (all) => all],
  ])('%s', async (_what, expected, listed) => {
    const target = await serveComments(listed);
    const { findings } = await verify({ spec: document, target, suites: ['stateful'], consistency: 60 });
    const errors = findings.filter(({ severity }) => severity === 'error');
    expect([...new Set(errors.map(({ operation, check }) => `${operation} ${check}`))]).toEqual(expected);
  });
});

test('the owner of what a record shows need not be its own', async () => {
  const { postId, ...own } = comment.properties;
  const topic = { type: 'object', required: ['id', 'postId'], properties: { id, postId } };
  const shown = { type: 'object', required: ['id', 'topic'], properties: { ...own, topic } };
  const path = nested.paths['/posts/{postId}/comments'];
  const read = nested.paths['/comments/{commentId}'].get;
  const withTopics = {
    ...nested,
    paths: {
      ...nested.paths,
      '/posts/{postId}/comments': {
        ...path,
        get: { ...path.get, responses: { ...path.get.responses, 200: ok({ type: 'array', items: shown }) } },
        post: { ...path.post, responses: { ...path.post.responses, 201: ok(shown) } },
      },
      '/comments/{commentId}': { get: { ...read, responses: { ...read.responses, 200: ok(shown) } } },
    },
  };
  const first = { id: 4711, postId: 1, text: 'Welcome', isRead: true, topic: { id: 1, postId: 1 } };
  const target = await serveComments((all, isRead) => [first, ...all].filter(selects(isRead)));
  const { findings } = await verify({ spec: withTopics, target, suites: ['stateful'], consistency: 60 });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

function selects(isRead: string | null) {
  return (comment: Comment) => isRead === null || String(comment.isRead) === isRead;
}

function withoutThird(comments: readonly Comment[]): Comment[] {
  return comments.filter((_, index) => index % 3 !== 2);
}
