import { afterEach, expect, test } from 'vitest';
import { contractOf, listOf, record, type Schema } from '../../openapi/resources/api.ts';
import { closeMocks, each, openMock } from './client.ts';

afterEach(closeMocks);

const string = { type: 'string' };

/** The ids of what a list with `start_date` and `end_date` has in March. */
async function inMarch(date: Schema): Promise<unknown[]> {
  const payment = record({ id: { type: 'integer' }, date }, ['id', 'date']);
  const contract = contractOf({
    'GET /payments': { gives: listOf(payment), query: { start_date: string, end_date: string } },
    'POST /payments': { sends: record({ date }), gives: payment, status: '201' },
    'GET /payments/{id}': { gives: payment, path: { id: { type: 'integer' } } },
  });
  const mock = await openMock({ contract });
  const dates = ['2026-02-28', '2026-03-01', '2026-03-31T10:00:00Z', '2026-04-01'];
  await mock.send(
    'PUT',
    '/__mock/state/payment',
    dates.map((value, index) => ({ id: index + 1, date: value })),
  );
  return each((await mock.send('GET', '/payments?start_date=2026-03-01&end_date=2026-03-31')).body, '/id');
}

test.each([
  ['a date', { ...string, example: '2026-03-20' }],
  ['a time', { ...string, example: '2026-03-20T10:00:00.000Z' }],
  ['times', { ...string, examples: ['2026-03-20T10:00:00Z', '2026-03-20T10:00:00+02:00'] }],
] as const)('a text is a time that filters bound, where its example is one: %s', async (_, date) => {
  expect(await inMarch(date)).toEqual([2, 3]);
});

test.each([
  ['no example', string],
  ['another text', { ...string, example: 'every 2nd Monday' }],
  ['a season', { ...string, example: '2026-03' }],
] as const)('a text is none where it has %s', async (_, date) => {
  expect(await inMarch(date)).toEqual([1, 2, 3, 4]);
});
