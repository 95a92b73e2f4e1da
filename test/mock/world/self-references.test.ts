import { afterEach, expect, test } from 'vitest';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const post = { $ref: '#/components/schemas/Post' };
const nullable = { type: ['string', 'null'] };
const time = { ...nullable, format: 'date-time', readOnly: true };
const Post = record(
  {
    id: { type: 'integer', readOnly: true },
    parentId: { type: ['integer', 'null'], readOnly: true },
    text: 'string',
    moderatorNote: { ...nullable, readOnly: true },
    isEdited: { type: 'boolean', readOnly: true },
    likeCount: { type: 'integer', readOnly: true },
    editedAt: time,
  },
  ['id', 'parentId', 'text', 'isEdited'],
);
const sends = record({ text: 'string' }, ['text']);
const path = { postId: { type: 'integer' } };
const contract = contractOf(
  {
    'GET /posts': { gives: listOf(post) },
    'POST /posts': { sends, gives: post, status: '201' },
    'GET /posts/{postId}': { gives: post, path },
    'PATCH /posts/{postId}': { sends, gives: post, path },
    'POST /posts/{postId}/like': { gives: post, path },
  },
  { Post },
);

test('a new record has no other above it, no words that nobody wrote, and was not edited', async () => {
  const mock = await openMock({ contract });
  const { body } = await mock.send('POST', '/posts', { text: 'Hello' });
  expect(body).toMatchObject({ parentId: null, moderatorNote: null, isEdited: false, editedAt: null });
});

test('a change by a client is an edit; the same again and an action are none', async () => {
  const mock = await openMock({ contract });
  const created = fields((await mock.send('POST', '/posts', { text: 'Hello' })).body);
  const at = `/posts/${String(created['id'])}`;
  await mock.send('PATCH', at, { text: 'Hello' });
  await mock.send('POST', `${at}/like`);
  expect((await mock.send('GET', at)).body).toMatchObject({ isEdited: false, editedAt: null });
  const { body: edited } = await mock.send('PATCH', at, { text: 'Hi' });
  expect(edited).toMatchObject({ isEdited: true, editedAt: expect.stringMatching(/^20/) });
});

test('made-up records form a tree: none is above itself, and what is above one is there', async () => {
  const mock = await openMock({ contract });
  for (let id = 1; id <= 20; id++) await mock.send('GET', `/posts/${id + 1000}`);
  const { body } = await mock.send('GET', '/posts');
  const [ids, above] = [each(body, '/id'), each(body, '/parentId')];
  expect(above).toContain(null);
  expect(above.some((id) => id !== null)).toBe(true);
  for (const [index, id] of above.entries()) expect(id === null || ids.indexOf(id) < index).toBe(true);
});
