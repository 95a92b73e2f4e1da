import { afterEach, expect, test } from 'vitest';
import { record } from '../../openapi/resources/api.ts';
import { closeMocks, fields, openMock } from '../world/client.ts';

afterEach(closeMocks);

const string = { type: 'string' };
const required = ['id', 'username', 'city', 'code', 'plan'];

test('what an example lacks is made up by its name, and not the word string', async () => {
  const example = { id: 7, email: 'ann@example.com' };
  const properties = {
    id: { type: 'integer' },
    username: string,
    email: string,
    city: { ...string, maxLength: 40 },
    code: { ...string, pattern: '^[0-9]{3}$' },
    plan: { ...string, example: 'gold' },
  };
  const schema = record(properties, required);
  const path = { name: 'userId', in: 'path', required: true, schema: { type: 'integer' } };
  const content = { 'application/json': { schema, example } };
  const read = { parameters: [path], responses: { '200': { description: 'a user', content } } };
  const info = { title: 'Users', version: '1' };
  const mock = await openMock({ spec: { openapi: '3.1.0', info, paths: { '/users/{userId}': { get: read } } } });
  const { body } = await mock.send('GET', '/users/7');
  expect(body).toMatchObject({ ...example, code: expect.stringMatching(/^[0-9]{3}$/), plan: 'gold' });
  for (const name of ['username', 'city']) expect(fields(body)[name]).toMatch(/^(?!string$)\S/);
});
