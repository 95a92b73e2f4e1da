import { afterEach, expect, test } from 'vitest';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, fields, openMock } from '../world/client.ts';

afterEach(closeMocks);

const currency = { type: 'string', enum: ['EUR', 'HUF', 'USD'] };
const path = { city: { type: 'string' } };
const contract = contractOf({
  'GET /rates': {
    gives: record({ from_currency: currency, to_currency: currency, rate: 'number' }, ['from_currency', 'to_currency']),
    query: { from: currency, to: currency },
  },
  'GET /forecasts/{city}/today': {
    gives: record({ city: 'string', days: { type: 'integer', maximum: 7 }, status: 'string' }, [
      'city',
      'days',
      'status',
    ]),
    path,
    query: { days: { type: 'integer' }, status: { type: 'string' } },
  },
  'GET /suggestions': {
    gives: record({ q: 'string', words: listOf({ type: 'string' }) }, ['q']),
    query: { q: { type: 'string' }, words: { type: 'string' } },
  },
});

test('a response that no record is behind shows what the request asked for', async () => {
  const mock = await openMock({ contract });
  const get = async (at: string, prefer?: string) =>
    fields((await mock.send('GET', at, undefined, prefer === undefined ? {} : { prefer })).body);
  expect(await get('/rates?from=USD&to=HUF')).toMatchObject({ from_currency: 'USD', to_currency: 'HUF' });
  expect(await get('/rates?to=HUF')).toMatchObject({ to_currency: 'HUF' });
  expect(await get('/forecasts/Oslo/today?days=3')).toMatchObject({ city: 'Oslo', days: 3 });
  expect(await get('/suggestions?q=tea&words=x')).toMatchObject({ q: 'tea' });
});

test('but nothing that would be invalid there, nor its own status', async () => {
  const mock = await openMock({ contract });
  const plain = fields((await mock.send('GET', '/forecasts/Oslo/today')).body);
  const { body } = await mock.send('GET', '/forecasts/Oslo/today?days=30&status=new');
  expect(body).toEqual(plain);
});

test('a stateless mock does so, too, and one of examples does not', async () => {
  const from = async (options: object) => {
    const mock = await openMock({ contract, ...options });
    return fields((await mock.send('GET', '/suggestions?q=zebra')).body)['q'];
  };
  expect(await from({ stateless: true })).toBe('zebra');
  expect(await from({ mode: 'static' })).not.toBe('zebra');
});
