import { afterEach, expect, test } from 'vitest';
import type { JsonValue } from '../../../harness/core/model.ts';
import { verify } from '../../../harness/index.ts';
import { contractOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, fields, openMock } from './client.ts';

afterEach(closeMocks);

const value = { type: 'object' };
const path = { binId: { type: 'string' } };

/** A store of values of any properties, which their creation identifies. */
const BINS = {
  'POST /bins': { sends: value, gives: record({ id: 'string' }, ['id']), status: '201', also: ['400'] },
  'GET /bins/{binId}': { gives: value, path, also: ['404'] },
  'PUT /bins/{binId}': { sends: value, gives: value, path, also: ['404'] },
  'DELETE /bins/{binId}': { path, also: ['404'] },
};

test('records of any properties are created, replaced and deleted', async () => {
  const mock = await openMock({ contract: contractOf(BINS) });
  const create = async (sent: JsonValue) => `/bins/${fields((await mock.send('POST', '/bins', sent)).body)['id']}`;
  const [one, other] = [await create({ title: 'Uno' }), await create({ count: 2 })];
  expect(one).not.toBe(other);
  const read = async (at: string) => (await mock.send('GET', at)).body;
  expect([await read(one), await read(other)]).toMatchObject([{ title: 'Uno' }, { count: 2 }]);
  await mock.send('PUT', one, { title: 'Due' });
  expect(await read(one)).toMatchObject({ title: 'Due' });
  expect((await mock.send('DELETE', one)).status).toBe(204);
  expect([(await mock.send('GET', one)).status, (await mock.send('GET', other)).status]).toEqual([404, 200]);
});

test('verify passes on their mock', async () => {
  const spec = JSON.parse(JSON.stringify(contractOf(BINS).document.root)) as object;
  const { findings, verdict } = await verify({ spec, effort: 'quick' });
  expect([verdict, findings.filter(({ severity }) => severity === 'error').length]).toEqual(['passed', 0]);
});
