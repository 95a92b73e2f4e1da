import { afterEach, expect, test } from 'vitest';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const readOnly = (schema: object) => ({ ...schema, readOnly: true });
const SCHEMAS = {
  Song: record({ id: 'integer', title: 'string', seconds: 'integer' }, ['id', 'title']),
  Summary: record({ id: 'integer', title: 'string' }, ['id', 'title']),
  Album: record(
    {
      id: readOnly({ type: 'integer' }),
      name: 'string',
      songs: readOnly(listOf(ref('Summary'))),
      latestSong: readOnly({ oneOf: [ref('Song'), { type: 'null' }] }),
      songCount: readOnly({ type: 'integer' }),
    },
    ['id', 'name', 'songs', 'latestSong', 'songCount'],
  ),
};
const ids = { albumId: { type: 'integer' }, songId: { type: 'integer' } };
const at = { path: ids, also: ['404'] };
const sends = record({ title: 'string' }, ['title']);
const contract = contractOf(
  {
    'GET /albums': { gives: listOf(ref('Album')) },
    'POST /albums': { sends: record({ name: 'string' }, ['name']), gives: ref('Album'), status: '201' },
    'GET /albums/{albumId}': { gives: ref('Album'), ...at },
    'GET /albums/{albumId}/songs': { gives: listOf(ref('Song')), ...at },
    'POST /albums/{albumId}/songs': { sends, gives: ref('Song'), status: '201', ...at },
    'PATCH /albums/{albumId}/songs/{songId}': { sends, gives: ref('Song'), ...at },
    'DELETE /albums/{albumId}/songs/{songId}': at,
  },
  SCHEMAS,
);

test('a record shows those below it, as they come, change and go, with what it declares of them', async () => {
  const mock = await openMock({ contract });
  const { id } = fields((await mock.send('POST', '/albums', { name: 'Ours' })).body);
  const path = `/albums/${String(id)}`;
  expect((await mock.send('GET', path)).body).toMatchObject({ songs: [], latestSong: null, songCount: 0 });
  const [one, two] = [
    fields((await mock.send('POST', `${path}/songs`, { title: 'One' })).body),
    fields((await mock.send('POST', `${path}/songs`, { title: 'Two' })).body),
  ];
  const brief = ({ id: song, title }: typeof one) => ({ id: song, title });
  expect((await mock.send('GET', path)).body).toMatchObject({ songs: [brief(one), brief(two)], latestSong: two });
  await mock.send('PATCH', `${path}/songs/${String(one['id'])}`, { title: 'First' });
  await mock.send('DELETE', `${path}/songs/${String(two['id'])}`);
  const shown = { songs: [{ id: one['id'], title: 'First' }], latestSong: { id: one['id'] }, songCount: 1 };
  const { body } = await mock.send('GET', path);
  expect(body).toMatchObject(shown);
  expect((await mock.send('GET', '/albums')).body).toContainEqual(body);
});

test('made-up records show the made-up ones below them', async () => {
  const mock = await openMock({ contract });
  const { body } = await mock.send('GET', '/albums');
  for (const [index, id] of each(body, '/id').entries()) {
    const { body: songs } = await mock.send('GET', `/albums/${String(id)}/songs`);
    expect(each(each(body, '/songs')[index], '/id')).toEqual(each(songs, '/id'));
    expect(each(body, '/latestSong')[index]).toEqual((songs as unknown[]).at(-1));
    expect(each(body, '/songCount')[index]).toBe((songs as unknown[]).length);
  }
});

test('a text that is put below a record is in its array of that name, until it is taken out', async () => {
  const tags = { type: 'array', items: { type: 'string' }, readOnly: true };
  const book = record({ id: 'string', title: 'string', tags }, ['id', 'tags']);
  const contract = contractOf({
    'POST /books': { sends: record({ title: 'string' }), gives: book, status: '201' },
    'GET /books/{bookId}': { gives: book, also: ['404'] },
    'PUT /books/{bookId}/tags/{tag}': { also: ['404'] },
    'DELETE /books/{bookId}/tags/{tag}': { also: ['404'] },
  });
  const mock = await openMock({ contract });
  const { id } = fields((await mock.send('POST', '/books', { title: 'Dune' })).body);
  const path = `/books/${String(id)}`;
  const shown = async () => fields((await mock.send('GET', path)).body)['tags'];
  for (const tag of ['new', 'loud', 'new']) expect((await mock.send('PUT', `${path}/tags/${tag}`)).status).toBe(204);
  expect(await shown()).toEqual(['new', 'loud']);
  await mock.send('DELETE', `${path}/tags/loud`);
  expect(await shown()).toEqual(['new']);
});
