import { afterEach, expect, test } from 'vitest';
import { type Api, contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const post = record({ id: 'string', slug: 'string', emailAddress: 'string', title: 'string' }, ['id', 'slug', 'title']);
const comment = record({ id: 'string', text: 'string' }, ['id', 'text']);

/** Posts, whose identifier in paths has a description. */
function contractWith(description: string) {
  const path = { postId: { type: 'string', description } };
  const api: Api = {
    'GET /posts': { gives: listOf(post) },
    'POST /posts': {
      sends: record({ title: 'string', slug: 'string', emailAddress: 'string' }),
      gives: post,
      status: '201',
    },
    'GET /posts/{postId}': { gives: post, path, also: ['404'] },
    'DELETE /posts/{postId}': { path, also: ['404'] },
    'GET /posts/{postId}/comments': { gives: listOf(comment), path },
    'POST /posts/{postId}/comments': { sends: record({ text: 'string' }), gives: comment, status: '201', path },
    'GET /posts/{postId}/comments/{id}': { gives: comment, path },
  };
  return contractOf(api);
}

const SENT = { title: 'Tea', slug: 'tea', emailAddress: 'tea@example.com' };

test.each([
  ["The post's ID or slug", 'tea'],
  ['The slug or id of the post', 'tea'],
  ['The unique ID or the email address of the post', 'tea@example.com'],
])('a record is found by what the document takes in place of its identifier: %s', async (description, name) => {
  const mock = await openMock({ contract: contractWith(description) });
  const { body: created } = await mock.send('POST', '/posts', SENT);
  const at = `/posts/${encodeURIComponent(name)}`;
  expect((await mock.send('GET', at)).body).toEqual(created);
  const { body: said } = await mock.send('POST', `${at}/comments`, { text: 'Good' });
  const id = String(fields(created)['id']);
  expect((await mock.send('GET', `/posts/${id}/comments`)).body).toEqual([said]);
  expect((await mock.send('DELETE', at)).status).toBe(204);
  expect((await mock.send('GET', `/posts/${id}`)).status).toBe(404);
});

test.each(['The id of the post', 'The ID or `latest`', 'Slug of the post, no id or number'])(
  'but by nothing else: %s',
  async (description) => {
    const mock = await openMock({ contract: contractWith(description) });
    const { body: created } = await mock.send('POST', '/posts', SENT);
    expect((await mock.send('GET', '/posts/tea')).body).not.toEqual(created);
    expect(each((await mock.send('GET', '/posts')).body, '/slug')).toContain('tea');
  },
);

test('nor is another record found by the identifier of one that was deleted', async () => {
  const mock = await openMock({ contract: contractWith('ID or slug') });
  const { id } = fields((await mock.send('POST', '/posts', SENT)).body);
  await mock.send('POST', '/posts', { ...SENT, slug: String(id) });
  await mock.send('DELETE', `/posts/${String(id)}`);
  expect((await mock.send('GET', `/posts/${String(id)}`)).status).toBe(404);
});
