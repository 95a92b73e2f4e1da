import { afterEach, expect, test } from 'vitest';
import { closeMocks, each, fields, openMock } from './client.ts';

const integer = { type: 'integer' };
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const json = (schema: object, others: object = {}) => ({
  description: 'ok',
  content: { 'application/json': { schema, ...others } },
});
const query = (name: string, maximum: number) => ({
  name,
  in: 'query',
  schema: { type: 'integer', minimum: 1, maximum },
});
const header = { schema: integer };

const ship = object({ id: integer, name: { type: 'string' } });
const page = object({ ships: { type: 'array', items: ship }, total: integer });
const example = { ships: [{ id: 7, name: 'Argo' }], total: 1 };
const paging = { parameters: [query('page', 1000), query('per_page', 50)] };
const headers = Object.fromEntries(
  ['X-Total-Count', 'X-Total-Pages', 'X-Page', 'X-Per-Page'].map((name) => [name, header]),
);

const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Ships', version: '1' },
  paths: {
    '/ships': {
      get: {
        ...paging,
        responses: {
          '200': { ...json(page, { example }), headers: { ...headers, Link: { schema: { type: 'string' } } } },
        },
      },
      post: {
        requestBody: { required: true, ...json(object({ name: { type: 'string' } })) },
        responses: { '201': json(ship) },
      },
    },
    '/ships/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: { responses: { '200': json(ship) } },
    },
  },
};

afterEach(closeMocks);

test('a preferred length is that of the whole list, in pages, with totals and links, for one response', async () => {
  const mock = await openMock({ spec: SPEC });
  await mock.send('POST', '/ships', { name: 'Nautilus' });
  const of = async (path: string, prefer?: string) => {
    const response = await mock.send('GET', path, undefined, prefer === undefined ? {} : { prefer });
    const { ships, total } = fields(response.body);
    const names = ['x-total-count', 'x-total-pages', 'x-page', 'x-per-page'];
    const facts = names.map((name) => Number(response.headers.get(name)));
    const links = (response.headers.get('link') ?? '').match(/rel="\w+"/g) ?? [];
    return { names: each(ships, '/name'), ids: each(ships, '/id').map(Number), total: Number(total), facts, links };
  };
  expect(await of('/ships?per_page=10')).toMatchObject({ total: 2, facts: [2, 1, 1, 10], links: [] });
  expect(await of('/ships?per_page=10', 'items=0')).toMatchObject({
    ids: [],
    total: 0,
    facts: [0, 0, 1, 10],
    links: [],
  });
  expect(await of('/ships?per_page=10', 'items=1')).toMatchObject({ names: ['Argo'], total: 1, facts: [1, 1, 1, 10] });
  const first = await of('/ships?per_page=10', 'items=25');
  expect(first).toMatchObject({ total: 25, facts: [25, 3, 1, 10], links: ['rel="next"'] });
  expect(first.names.slice(0, 2)).toEqual(['Argo', 'Nautilus']);
  const others = [await of('/ships?per_page=10&page=2', 'items=25'), await of('/ships?per_page=10&page=3&__items=25')];
  expect(others.map(({ ids, facts, links }) => [ids.length, facts[2], links])).toEqual([
    [10, 2, ['rel="next"', 'rel="prev"']],
    [5, 3, ['rel="prev"']],
  ]);
  expect(new Set([first, ...others].flatMap(({ ids }) => ids)).size).toBe(25);
  expect(await of('/ships?per_page=10')).toMatchObject({ total: 2 });
  expect(mock.requests.flatMap(({ problems }) => problems)).toEqual([]);
});
