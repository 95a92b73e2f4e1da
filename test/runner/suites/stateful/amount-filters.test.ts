import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1, maxLength: 40 };
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const money = { type: 'string', pattern: String.raw`^[0-9]{1,6}(\.[0-9]{1,2})?$`, example: '98.50' };
const fields = { title: text, price: money };
const offer = object({ id: { type: 'integer', readOnly: true }, ...fields });
const errors = { 400: { description: 'invalid' }, 404: { description: 'none' }, 422: { description: 'invalid' } };

/** Offers, whose prices are texts. */
const offers = (least: string) => ({
  openapi: '3.1.0',
  info: { title: 'offers', version: '1' },
  paths: {
    '/offers': {
      get: {
        operationId: 'list',
        parameters: [
          { name: 'minPrice', in: 'query', schema: money, description: least },
          { name: 'maxPrice', in: 'query', schema: money },
        ],
        responses: { 200: { description: 'ok', ...content({ type: 'array', items: offer }) }, ...errors },
      },
      post: {
        operationId: 'create',
        requestBody: { required: true, ...content(object(fields)) },
        responses: { 201: { description: 'ok', ...content(offer) }, ...errors },
      },
    },
    '/offers/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      get: { operationId: 'read', responses: { 200: { description: 'ok', ...content(offer) }, ...errors } },
    },
  },
});

/** Whether a price is at least as high as a bound. */
type IsFrom = (price: string, bound: string) => boolean;

function offersApp(isFrom: IsFrom, shown: (price: string) => string) {
  const stored: { id: number; title: string; price: string }[] = [];
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const id = pathname.split('/')[2];
    const found = stored.find((each) => String(each.id) === id);
    if (id !== undefined) return found ? Response.json(found) : new Response(null, { status: 404 });
    const isMoney = (value: unknown) => typeof value === 'string' && /^[0-9]{1,6}(\.[0-9]{1,2})?$/.test(value);
    if (request.method === 'POST') {
      const { title, price } = Object(await request.json().catch(() => undefined));
      if (typeof title !== 'string' || title === '' || title.length > 40 || !isMoney(price))
        return new Response(null, { status: 422 });
      stored.push({ id: stored.length + 1, title, price: shown(price) });
      return Response.json(stored.at(-1), { status: 201 });
    }
    const [least, most] = [searchParams.get('minPrice'), searchParams.get('maxPrice')];
    if ([least, most].some((each) => each !== null && !isMoney(each))) return new Response(null, { status: 400 });
    const isShown = ({ price }: { price: string }) =>
      (least === null || isFrom(price, least)) && (most === null || Number(price) <= Number(most));
    return Response.json(stored.filter(isShown));
  };
}

const OR_HIGHER = 'Only offers with this price or a higher one.';
const from: IsFrom = (price, bound) => Number(price) >= Number(bound);
const above: IsFrom = (price, bound) => Number(price) > Number(bound);
const asText: IsFrom = (price, bound) => price >= bound;
const checksOf = async (least: string, isFrom: IsFrom, shown = (price: string) => price) => {
  const options = { suites: ['stateful'], consistency: 0, runs: 2, seed: 1 } as const;
  const { findings } = await verify({ spec: offers(least), app: offersApp(isFrom, shown), ...options });
  return findings.map(({ operation, check }) => `${operation} ${check}`);
};

test('amounts that are texts are compared as numbers with the bounds of a filter', async () => {
  expect(await checksOf(OR_HIGHER, from)).toEqual([]);
  expect(await checksOf('', asText)).toEqual(['list list-follows-query']);
  expect(await checksOf('', () => true)).toEqual(['list list-follows-query']);
});

test('what is just at a bound is selected if the document says so', async () => {
  expect(await checksOf(OR_HIGHER, above)).toEqual(['list list-follows-query']);
  expect(await checksOf('', above)).toEqual([]);
});

test('an amount may be shown with fewer digits', async () => {
  expect(await checksOf(OR_HIGHER, from, (price) => String(Number(price)))).toEqual([]);
});
