import { expect, test } from 'vitest';
import { integer, make, objectOf, record } from './things.ts';

const SEEDS = Array.from({ length: 25 }, (_, index) => String(index));
const number = { type: 'number' };

function numbersOf(definitions: object, seed: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(objectOf(make(definitions, {}, seed))).map(([name, value]) => [name, Number(value)]),
  );
}

test.each([
  ['X-RateLimit-Remaining', 'X-RateLimit-Limit'],
  ['rate_limit_remaining', 'rate_limit'],
  ['usedBytes', 'totalBytes'],
  ['seatsAvailable', 'seatsTotal'],
  ['minPrice', 'maxPrice'],
  ['temperature_low', 'temperature_high'],
])('%s is no more than %s', (smaller, larger) => {
  for (const seed of SEEDS) {
    const numbers = numbersOf(record({ [smaller]: number, [larger]: number }), seed);
    expect(numbers[smaller], seed).toBeLessThanOrEqual(numbers[larger] ?? Number.NaN);
  }
});

test('what remains is the limit less what is used', () => {
  for (const seed of SEEDS) {
    const {
      limit = 0,
      used = 0,
      remaining,
    } = numbersOf(record({ remaining: integer, used: integer, limit: integer }), seed);
    expect(remaining, seed).toBe(limit - used);
  }
});

test('an example of the document, and a bound of its schema, are kept', () => {
  for (const seed of SEEDS) {
    const large = numbersOf(record({ remaining: { ...integer, example: 4711 }, limit: integer }), seed);
    expect(large).toEqual({ remaining: 4711, limit: 4711 });
    const bounded = numbersOf(
      record({ min_age: { ...integer, minimum: 18 }, max_age: { ...integer, maximum: 120 } }),
      seed,
    );
    expect(bounded['min_age']).toBeLessThanOrEqual(bounded['max_age'] ?? 0);
  }
});

test('numbers whose names do not belong together stay as they are', () => {
  const names = { remaining: integer, weight_limit: integer, min_age: integer, max_price: integer };
  const alone = (name: keyof typeof names) => numbersOf(record({ [name]: names[name] }), '1')[name];
  const { remaining, min_age: minAge } = numbersOf(record(names), '1');
  expect({ remaining, minAge }).toEqual({ remaining: alone('remaining'), minAge: alone('min_age') });
});
