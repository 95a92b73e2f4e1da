import { expect, test } from 'vitest';
import { distinctValue } from '../../../harness/generate/values/distinct-value.ts';
import { contractOf, record } from '../../openapi/resources/api.ts';

const contract = contractOf(
  { 'POST /prices': { gives: { $ref: '#/components/schemas/Price' } } },
  { Price: record({ amount: { type: 'number', minimum: 0, multipleOf: 0.01 }, count: 'integer' }) },
);
const distinct = (variant: number) =>
  distinctValue(contract, '/components/schemas/Price', { amount: 10, count: 10 }, variant) as {
    readonly amount: number;
    readonly count: number;
  };

test('numbers differ in two variants in a row, and have a fraction if the schema permits one', () => {
  for (const variant of [0, 1, 2, 3]) {
    const [one, next] = [distinct(variant), distinct(variant + 1)];
    expect(Number.isInteger(one.amount)).toBe(false);
    expect(Number.isInteger(one.count)).toBe(true);
    expect([one.amount === next.amount, one.count === next.count]).toEqual([false, false]);
  }
});

test('numbers that are measured beside each other differ from each other, and in two variants in a row', () => {
  const degrees = { type: 'number', minimum: -90, maximum: 90 };
  const places = record({
    at: { oneOf: [{ type: 'null' }, record({ lat: degrees, lon: degrees })] },
    range: record({ max: degrees, min: degrees }),
  });
  const document = contractOf({ 'POST /places': { sends: { $ref: '#/components/schemas/Place' } } }, { Place: places });
  const value = { at: { lat: 10, lon: 10 }, range: { max: 10, min: 10 } };
  const of = (variant: number) => distinctValue(document, '/components/schemas/Place', value, variant) as typeof value;
  for (const variant of [0, 1, 2, 3]) {
    const [{ at, range }, next] = [of(variant), of(variant + 1)];
    expect(at.lat).not.toBe(at.lon);
    expect([at.lat === next.at.lat, at.lon === next.at.lon]).toEqual([false, false]);
    expect(range.max).toBe(range.min);
  }
});

test('amounts that are texts differ in two variants in a row, and so do the codes of countries', () => {
  const money = { type: 'string', pattern: String.raw`^[0-9]+\.[0-9]{2}$` };
  const prices = record({ price: money, apiVersion: money, country: { type: 'string', pattern: '^[A-Z]{2}$' } });
  const document = contractOf({ 'POST /offers': { sends: { $ref: '#/components/schemas/Offer' } } }, { Offer: prices });
  const value = { price: '12.50', apiVersion: '12.50', country: 'DE' };
  const of = (variant: number) => distinctValue(document, '/components/schemas/Offer', value, variant) as typeof value;
  for (const variant of [0, 1, 2, 3]) {
    const [one, next] = [of(variant), of(variant + 1)];
    expect([one.price === next.price, one.country === next.country]).toEqual([false, false]);
    expect(one.price).toMatch(/^\d+\.\d[1-9]$/);
    expect(one.apiVersion).toBe('12.50');
  }
});
