import { afterEach, expect, test } from 'vitest';
import { getAt } from '../../../harness/core/json/pointer.ts';
import type { JsonValue } from '../../../harness/core/model.ts';
import { contractOf, listOf, record, type Schema } from '../../openapi/resources/api.ts';
import { closeMocks, openMock } from './client.ts';

afterEach(closeMocks);

const text = (example: string) => ({ type: 'string', example });

/** What two new streams show that are identified by their slug, and the first ones. */
async function streams(properties: Readonly<Record<string, Schema>>, shown = (each: Schema): Schema => each) {
  const stream = shown(
    record({ slug: 'string', title: 'string', ...properties }, ['slug', ...Object.keys(properties)]),
  );
  const contract = contractOf({
    'GET /streams': { gives: listOf(stream) },
    'POST /streams': { sends: record({ title: 'string' }), gives: stream, status: '201' },
    'GET /streams/{slug}': { gives: stream },
  });
  const mock = await openMock({ contract });
  const first = (await mock.send('GET', '/streams')).body as JsonValue[];
  const created = [];
  for (const title of ['One', 'Two']) created.push((await mock.send('POST', '/streams', { title })).body ?? null);
  await mock.send('POST', '/__mock/reset');
  const again = (await mock.send('POST', '/streams', { title: 'One' })).body ?? null;
  return { all: [...first, ...created], created, again };
}

test.each<[string, string, Schema]>([
  ['id', '/id', text('ab12')],
  ['id', '/id', { type: 'integer', example: 7 }],
  ['uuid', '/uuid', { ...text('0e46ef74-7a5f-4a9c-9b6c-5bb4a2a3e7a1'), format: 'uuid' }],
  ['streamKey', '/streamKey', text('dc30a3b5-1b6f')],
  ['api_token', '/api_token', text('tok_4f8a')],
  ['clientSecret', '/clientSecret', { type: 'string', pattern: '^s_[a-z0-9]{8}$', example: 's_a1b2c3d4' }],
])(
  'each record has its own %s, in the form of the example, although another property identifies it: %s',
  async (name, pointer, schema) => {
    const { all, created, again } = await streams({ [name]: schema });
    const values = all.map((each) => getAt(each, pointer));
    expect(new Set(values).size).toBe(all.length);
    expect(getAt(again, pointer)).toEqual(getAt(created[0] ?? null, pointer));
  },
);

test('a secret in an object is another one for each record', async () => {
  const { created } = await streams({
    ingest: record({ streamKey: text('dc30a3b5'), server: text('eu-1') }, ['streamKey', 'server']),
  });
  const [one, two] = created.map((each) => getAt(each, '/ingest'));
  expect(getAt(one ?? null, '/streamKey')).not.toBe(getAt(two ?? null, '/streamKey'));
  expect([one, two].map((each) => getAt(each ?? null, '/server'))).toEqual(['eu-1', 'eu-1']);
});

test('the id among the attributes is that of the record', async () => {
  const attributes = record({ id: text('a1'), slug: text('one'), title: 'string' }, ['id', 'slug']);
  const shown = () => record({ id: text('a1'), type: text('stream'), attributes }, ['id', 'type', 'attributes']);
  const { created } = await streams({}, shown);
  const [one, two] = created;
  expect(getAt(one ?? null, '/id')).not.toBe(getAt(two ?? null, '/id'));
  for (const each of created) expect(getAt(each, '/attributes/id')).toBe(getAt(each, '/id'));
});

test.each([
  ['key', text('C major')],
  ['publicKey', text('ssh-rsa AAAA')],
  ['tokenType', text('bearer')],
  ['region', text('eu-1')],
])('records may share what is no identifier and no secret: %s', async (name, schema) => {
  const { created } = await streams({ [name]: schema });
  const [one, two] = created.map((each) => getAt(each, `/${name}`));
  expect(one).toBe(two);
});
