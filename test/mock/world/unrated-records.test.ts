import { afterEach, expect, test } from 'vitest';
import { closeMocks, openMock } from './client.ts';

afterEach(closeMocks);

test('a new record has no rating where that cannot be 0, and nothing was paid for it', async () => {
  const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
  const sent = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
  const own = {
    id: { type: 'integer' },
    rating: { type: ['number', 'null'], minimum: 1, maximum: 5 },
    score: { type: 'number', minimum: 0 },
    paidAmount: { type: 'number' },
  };
  const room = { allOf: [sent, { type: 'object', required: Object.keys(own), properties: own }] };
  const post = { requestBody: { required: true, ...json(sent) }, responses: { '201': json(room) } };
  const parameters = [{ name: 'roomId', in: 'path', required: true, schema: { type: 'integer' } }];
  const paths = { '/rooms': { post }, '/rooms/{roomId}': { parameters, get: { responses: { '200': json(room) } } } };
  const mock = await openMock({ spec: { openapi: '3.1.0', info: { title: 'Rooms', version: '1' }, paths } });
  const { body } = await mock.send('POST', '/rooms', { name: 'Blue' });
  expect(body).toMatchObject({ name: 'Blue', rating: null, score: 0, paidAmount: 0 });
});
