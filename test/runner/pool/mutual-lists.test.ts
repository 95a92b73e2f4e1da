import { expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';

const membership = { type: 'object', required: ['TeamId'], properties: { TeamId: { type: 'integer' } } };
const list = {
  200: { description: 'ok', content: { 'application/json': { schema: { type: 'array', items: membership } } } },
};
const parameters = [{ name: 'teamid', in: 'path', required: true, schema: { type: 'string' } }];
const paths = Object.fromEntries(
  ['Memberships', 'HistoricalMemberships', 'Players'].map((name) => [
    `/${name}ByTeam/{teamid}`,
    { parameters, get: { operationId: `${name}ByTeam`, responses: list } },
  ]),
);

test('lists that each take an identifier from the other do not wait for each other', async () => {
  const document = { openapi: '3.0.3', info: { title: 'teams', version: '1' }, paths };
  const { operations } = await verify({ spec: document, runs: 1 });
  expect(operations.map(({ accepted }) => accepted > 0)).toEqual([true, true, true]);
});
