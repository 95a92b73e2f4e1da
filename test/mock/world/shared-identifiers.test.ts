import { afterEach, expect, test } from 'vitest';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const id = { type: 'integer' };
const user = { $ref: '#/components/schemas/User' };
const member = { $ref: '#/components/schemas/Member' };
const role = { type: 'string', enum: ['member', 'admin'] };
const time = { type: 'string', format: 'date-time' };
const path = { teamId: id, userId: id };
const contract = contractOf(
  {
    'GET /users': { gives: listOf(user) },
    'GET /users/{userId}': { gives: user, path },
    'GET /teams/{teamId}': { gives: record({ id }, ['id']), path },
    'GET /teams/{teamId}/members': { gives: listOf(member), path },
    'PUT /teams/{teamId}/members/{userId}': { sends: record({ role }), gives: member, status: '201', path },
    'DELETE /teams/{teamId}/members/{userId}': { path },
  },
  {
    User: record({ id, displayName: 'string', createdAt: time }, ['id', 'displayName', 'createdAt']),
    Member: record({ userId: id, displayName: 'string', role, createdAt: time }, ['userId', 'displayName', 'role']),
  },
);

test('a made-up member is a user who is there, and shows the name of that user', async () => {
  const mock = await openMock({ contract });
  const { body: members } = await mock.send('GET', '/teams/7/members');
  expect(each(members, '/userId').length).toBeGreaterThan(1);
  for (const [index, userId] of each(members, '/userId').entries()) {
    const { body } = await mock.send('GET', `/users/${String(userId)}`);
    expect((await mock.send('GET', '/users')).body).toContainEqual(body);
    expect(each(members, '/displayName')[index]).toBe(fields(body)['displayName']);
  }
});

test('a member that a PUT adds without a body shows the name of the user, begins with the first role, and is new', async () => {
  const mock = await openMock({ contract });
  const { body: users } = await mock.send('GET', '/users');
  const [first] = users as unknown as ReturnType<typeof fields>[];
  await mock.send('DELETE', `/teams/7/members/${String(first?.['id'])}`);
  const { status, body } = await mock.send('PUT', `/teams/7/members/${String(first?.['id'])}`);
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ userId: first?.['id'], displayName: first?.['displayName'], role: 'member' }),
  ]);
  expect(Math.abs(Date.now() - Date.parse(String(fields(body)['createdAt'])))).toBeLessThan(60_000);
});
