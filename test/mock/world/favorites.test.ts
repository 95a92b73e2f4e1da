import { afterEach, expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const text = { type: 'string' };
const integer = { type: 'integer', minimum: 0 };
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', required, properties });
const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const list = (name: string) => ({ get: { responses: { '200': json({ type: 'array', items: ref(name) }) } } });
const failures = {
  '400': { description: 'bad' },
  '404': { description: 'no' },
  '415': { description: 'no' },
  '422': { description: 'no' },
};
const done = { responses: { '204': { description: 'done' }, ...failures } };
const send = (sent: object, status: string, name: string) => ({
  requestBody: { required: true, ...json(sent) },
  responses: { [status]: json(ref(name)), ...failures },
});
const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Recipes', version: '1' },
  components: {
    schemas: {
      Recipe: object({ id: integer, title: text, isFavorite: { type: 'boolean' }, commentCount: integer }),
      Comment: object({ id: integer, recipeId: integer, text }),
    },
  },
  paths: {
    '/recipes': { ...list('Recipe'), post: send(object({ title: text }), '201', 'Recipe') },
    '/recipes/{recipeId}': {
      parameters: [{ name: 'recipeId', in: 'path', required: true, schema: integer }],
      get: { responses: { '200': json(ref('Recipe')), ...failures } },
      patch: send(object({ title: text }), '200', 'Recipe'),
    },
    '/recipes/{recipeId}/comments': {
      parameters: [{ name: 'recipeId', in: 'path', required: true, schema: integer }],
      ...list('Comment'),
      post: send(object({ text }), '201', 'Comment'),
    },
    '/favorites': list('Recipe'),
    '/favorites/{recipeId}': {
      parameters: [{ name: 'recipeId', in: 'path', required: true, schema: integer }],
      put: done,
      delete: done,
    },
  },
};

test('what is among favorites is the record itself, as it is now, and a favorite', async () => {
  const mock = await openMock({ spec: SPEC });
  const { id = 0 } = fields((await mock.send('POST', '/recipes', { title: 'Soup' })).body);
  await mock.send('PUT', `/favorites/${String(id)}`);
  await mock.send('PATCH', `/recipes/${String(id)}`, { title: 'Stew' });
  await mock.send('POST', `/recipes/${String(id)}/comments`, { text: 'Good' });
  const favorites = async () => (await mock.send('GET', '/favorites')).body as object[];
  expect((await favorites()).at(-1)).toEqual({ id, title: 'Stew', isFavorite: true, commentCount: 1 });
  const { body: recipes } = await mock.send('GET', '/recipes');
  const counts = new Map(
    (recipes as object[]).map((recipe) => [Reflect.get(recipe, 'id'), Reflect.get(recipe, 'commentCount')]),
  );
  for (const each of await favorites())
    expect(Reflect.get(each, 'commentCount')).toBe(counts.get(Reflect.get(each, 'id')));
  await mock.send('DELETE', `/favorites/${String(id)}`);
  expect(each((await mock.send('GET', '/favorites')).body, '/id')).not.toContain(id);
});

test('a mock of favorites keeps its own contract', async () => {
  const { findings, operations } = await verify({ spec: SPEC, effort: 'quick' });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(operations.filter(({ verified }) => !verified)).toEqual([]);
});
