import { afterEach, describe, expect, test } from 'vitest';
import { contractOf, listOf, modelOf, record, roles } from '../../openapi/resources/api.ts';
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

describe('records below others of their type', () => {
  const message = { $ref: '#/components/schemas/Message' };
  const Message = record(
    {
      id: { type: 'integer', readOnly: true },
      roomId: { type: 'integer', readOnly: true },
      replyTo: { type: ['integer', 'null'], readOnly: true },
      replyCount: { type: 'integer', readOnly: true },
      text: 'string',
    },
    ['id', 'roomId', 'replyTo', 'text', 'replyCount'],
  );
  const room = record({ id: 'integer', name: 'string' }, ['id', 'name']);
  const ids = { roomId: { type: 'integer' }, messageId: { type: 'integer' } };
  const at = { path: ids, also: ['404'] };
  const API = {
    'GET /rooms': { gives: listOf(room) },
    'POST /rooms': { sends: record({ name: 'string' }, ['name']), gives: room, status: '201' },
    'GET /rooms/{roomId}': { gives: room, ...at },
    'GET /rooms/{roomId}/messages': { gives: listOf(message), ...at },
    'POST /rooms/{roomId}/messages': { sends, gives: message, status: '201', ...at },
    'GET /messages/{messageId}': { gives: message, ...at },
    'DELETE /messages/{messageId}': at,
    'GET /messages/{messageId}/replies': { gives: listOf(message), ...at },
    'POST /messages/{messageId}/replies': { id: 'reply', sends, gives: message, status: '201', ...at },
    'GET /messages/{messageId}/similar': { id: 'similar', gives: listOf(message), ...at },
  };
  const contract = contractOf(API, { Message });

  test('are of that type in the model, whatever their path calls them', () => {
    const model = modelOf(API, { Message });
    expect(roles(model)).toMatchObject({ reply: 'create message', similar: 'list message filtered' });
  });

  test('are found in an array that is named after the type', () => {
    const messages = record({ messages: listOf(message) }, ['messages']);
    const model = modelOf({ ...API, 'GET /messages/{messageId}/replies': { gives: messages, ...at } }, { Message });
    expect(roles(model)).toMatchObject({ reply: 'create message' });
  });

  test('name the one above, are of the same room, are counted, and are gone with the one above', async () => {
    const mock = await openMock({ contract });
    const { id: roomId } = fields((await mock.send('POST', '/rooms', { name: 'Ours' })).body);
    const post = async (path: string) => fields((await mock.send('POST', path, { text: path })).body);
    const [first, second] = [
      await post(`/rooms/${String(roomId)}/messages`),
      await post(`/rooms/${String(roomId)}/messages`),
    ];
    expect(first).toMatchObject({ roomId, replyTo: null, replyCount: 0 });
    const reply = await post(`/messages/${String(first['id'])}/replies`);
    expect(reply).toMatchObject({ roomId, replyTo: first['id'] });
    expect((await mock.send('GET', `/messages/${String(reply['id'])}`)).body).toEqual(reply);
    expect((await mock.send('GET', `/messages/${String(first['id'])}/replies`)).body).toEqual([reply]);
    expect((await mock.send('GET', `/messages/${String(second['id'])}/replies`)).body).toEqual([]);
    expect((await mock.send('GET', `/messages/${String(first['id'])}`)).body).toEqual({ ...first, replyCount: 1 });
    await mock.send('DELETE', `/messages/${String(first['id'])}`);
    expect((await mock.send('GET', `/messages/${String(reply['id'])}`)).status).toBe(404);
    expect((await mock.send('GET', `/rooms/${String(roomId)}/messages`)).body).toEqual([second]);
    expect((await mock.send('GET', `/messages/${String(first['id'])}/replies`)).status).toBe(404);
    expect((await mock.send('POST', `/messages/${String(first['id'])}/replies`, { text: 'Late' })).status).toBe(404);
  });
});
