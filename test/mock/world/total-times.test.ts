import { afterEach, expect, test } from 'vitest';
import { closeMocks, fields, openMock } from './client.ts';

afterEach(closeMocks);

const minutes = { type: 'integer', minimum: 0, maximum: 600 };
const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });

/** Recipes that clients send with the times of their stages. */
function specWith(stages: readonly string[]) {
  const sent = {
    type: 'object',
    required: stages,
    properties: Object.fromEntries(stages.map((each) => [each, minutes])),
  };
  const total = { ...minutes, maximum: 100_000 };
  const own = {
    type: 'object',
    required: ['id', 'totalMinutes'],
    properties: { id: { type: 'integer' }, totalMinutes: total },
  };
  const recipe = { allOf: [own, sent] };
  const parameters = [{ name: 'recipeId', in: 'path', required: true, schema: { type: 'integer' } }];
  const put = { requestBody: { required: true, ...json(sent) }, responses: { '200': json(recipe) } };
  return {
    openapi: '3.1.0',
    info: { title: 'Recipes', version: '1' },
    paths: {
      '/recipes': {
        get: { responses: { '200': json({ type: 'array', items: recipe }) } },
        post: { requestBody: { required: true, ...json(sent) }, responses: { '201': json(recipe) } },
      },
      '/recipes/{recipeId}': { parameters, get: { responses: { '200': json(recipe) } }, put },
    },
  };
}

test('the total time of a record is that of its stages, as it is created, changed and made up', async () => {
  const mock = await openMock({ spec: specWith(['prepMinutes', 'cookMinutes']) });
  const made = fields((await mock.send('POST', '/recipes', { prepMinutes: 10, cookMinutes: 15 })).body);
  expect(made['totalMinutes']).toBe(25);
  const path = `/recipes/${String(made['id'])}`;
  expect((await mock.send('PUT', path, { prepMinutes: 20, cookMinutes: 15 })).body).toMatchObject({ totalMinutes: 35 });
  const { body } = await mock.send('GET', '/recipes');
  for (const each of body as object[]) {
    const { totalMinutes, prepMinutes, cookMinutes } = each as Record<string, number>;
    expect(totalMinutes).toBe(Number(prepMinutes) + Number(cookMinutes));
  }
});

test('other minutes are no stages', async () => {
  const mock = await openMock({ spec: specWith(['cookMinutes', 'maxMinutes', 'warnMinutes']) });
  const { body } = await mock.send('POST', '/recipes', { cookMinutes: 15, maxMinutes: 40, warnMinutes: 30 });
  expect(fields(body)['totalMinutes']).not.toBe(85);
});
