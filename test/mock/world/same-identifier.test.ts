import { afterEach, expect, test } from 'vitest';
import { closeMocks, openMock } from './client.ts';

afterEach(closeMocks);

const membership = {
  type: 'object',
  properties: { MembershipId: { type: 'integer' }, TeamId: { type: 'integer' }, PlayerName: { type: 'string' } },
};
const listOf = (operationId: string) => ({
  get: {
    operationId,
    parameters: [{ name: 'teamid', in: 'path', required: true, schema: { type: 'string' } }],
    responses: {
      200: {
        description: 'some',
        content: {
          'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Membership' } } },
        },
      },
    },
  },
});

test('two types that take the identifier of each other are both served', async () => {
  const { url } = await openMock({
    spec: {
      openapi: '3.0.3',
      info: { title: 'Memberships', version: '1' },
      components: { schemas: { Membership: membership } },
      paths: {
        '/HistoricalMembershipsByTeam/{teamid}': listOf('historical'),
        '/MembershipsByTeam/{teamid}': listOf('active'),
      },
    },
  });
  for (const path of ['HistoricalMembershipsByTeam', 'MembershipsByTeam'])
    expect((await fetch(`${url}/${path}/3`)).status).toBe(200);
});
