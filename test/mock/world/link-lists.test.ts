import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '../../../harness/core/model.ts';
import { contractOf, listOf, record, type Schema } from '../../openapi/resources/api.ts';
import { closeMocks, fields, openMock, type TestMock } from './client.ts';

afterEach(closeMocks);

const integer = { type: 'integer' };
const film = record({ id: integer, title: 'string' }, ['id', 'title']);
const FACTS = { currentPage: integer, pageSize: integer, pagesTotal: integer, itemsTotal: integer };

/** A mock with five films, whose lists have links of a schema. */
async function filmMock(link: Schema, example?: JsonObject): Promise<TestMock> {
  const pagination = record({ ...FACTS, currentPageItems: integer, links: listOf(link) }, ['links', 'itemsTotal']);
  const contract = contractOf({
    'GET /films': {
      gives: {
        ...record({ data: listOf(film), pagination }, ['data', 'pagination']),
        ...(example && { examples: [example] }),
      },
      query: { currentPage: integer, pageSize: integer },
    },
    'POST /films': { sends: record({ title: 'string' }), gives: film, status: '201' },
    'GET /films/{id}': { gives: film, path: { id: integer } },
  });
  const mock = await openMock({ contract });
  await mock.send(
    'PUT',
    '/__mock/state/film',
    [1, 2, 3, 4, 5].map((id) => ({ id, title: `Part ${id}` })),
  );
  return mock;
}

const pages = async (mock: TestMock, query: string) =>
  fields(fields((await mock.send('GET', `/films?${query}`)).body)['pagination']);

test('a list of links beside the items leads to the pages, and the numbers are those of the list', async () => {
  const example = {
    data: [],
    pagination: {
      itemsTotal: 123,
      currentPageItems: 20,
      pagesTotal: 7,
      links: [{ rel: 'self', uri: 'https://films.example/films?currentPage=3' }],
    },
  };
  const mock = await filmMock(record({ rel: 'string', uri: 'string' }), example);
  const at = (page: number) => `${mock.url}/films?pageSize=2&currentPage=${page}`;
  const found = await pages(mock, 'pageSize=2&currentPage=2');
  expect(found).toMatchObject({ itemsTotal: 5, pagesTotal: 3, currentPageItems: 2 });
  expect(found['links']).toEqual([
    { rel: 'self', uri: at(2) },
    { rel: 'first', uri: `${mock.url}/films?pageSize=2` },
    { rel: 'prev', uri: at(1) },
    { rel: 'next', uri: at(3) },
    { rel: 'last', uri: at(3) },
  ]);
});

test('where the document allows but one relation, only that one is shown', async () => {
  const mock = await filmMock(record({ rel: { type: 'string', pattern: '^self$' }, href: 'string' }, ['rel', 'href']));
  const links = [{ rel: 'self', href: `${mock.url}/films?pageSize=2` }];
  expect(await pages(mock, 'pageSize=2')).toMatchObject({ itemsTotal: 5, links });
});

test('links of the document that are not about pages stay', async () => {
  const links = [{ rel: 'help', href: 'https://films.example/help' }];
  const example = { data: [], pagination: { itemsTotal: 0, links } };
  const mock = await filmMock(record({ rel: 'string', href: 'string' }), example);
  expect(await pages(mock, 'pageSize=2')).toMatchObject({ links });
});
