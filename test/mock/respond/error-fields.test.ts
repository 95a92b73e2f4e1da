import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../harness/core/model.ts';
import { type Mock, startMock } from '../../../harness/mock/mock.ts';
import { Contract } from '../../../harness/openapi/contract.ts';
import { OpenApiDocument } from '../../../harness/openapi/document.ts';
import { loadContract } from '../../../harness/openapi/load.ts';
import { breaches } from '../conformance.ts';
import { send } from '../raw-http.ts';

const JSON_HEADERS = { 'content-type': 'application/json' };
const text = { type: 'string' };
const listOf = (properties: JsonObject) => ({ type: 'array', items: { type: 'object', properties } });

/** A document whose errors have these properties; a request has a name, a list of items with a price, and a limit. */
function documentWith(errorProperties: JsonObject, example?: JsonObject): Contract {
  const item = { type: 'object', required: ['price'], properties: { price: { type: 'number' } } };
  const schema = {
    type: 'object',
    required: ['name'],
    properties: { name: text, items: { type: 'array', items: item } },
  };
  const error = { schema: { type: 'object', properties: errorProperties }, ...(example ? { example } : {}) };
  const operation = {
    parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { 201: { description: '' }, default: { description: '', content: { 'application/json': error } } },
  };
  const root = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { '/things': { post: operation } } };
  return new Contract(new OpenApiDocument('spec.json', root as JsonObject));
}

/** The error for a request whose limit, name and second price are wrong. */
async function errorOf(errorProperties: JsonObject, example?: JsonObject): Promise<JsonObject> {
  const contract = documentWith(errorProperties, example);
  const mock = await startMock({ contract });
  const body = '{"items":[{"price":1},{"price":"x"}]}';
  const response = await send(mock.port, { target: '/things?limit=x', headers: JSON_HEADERS, body });
  await mock.close();
  const [operation] = contract.operations;
  expect(operation && breaches(contract, operation, response)).toEqual([]);
  return JSON.parse(response.body.toString());
}

const LIMIT = 'query parameter limit must be an integer, got "x"';
const NAME = 'body property name is required';
const PRICE = 'body property items[1].price must be a number, got "x"';

describe('an error names each wrong part of the request', () => {
  test('in a list of fields and messages', async () => {
    expect(await errorOf({ message: text, errors: listOf({ field: text, message: text, hint: text }) })).toEqual({
      message: `${LIMIT}; ${NAME}; ${PRICE}`,
      errors: [
        { field: 'limit', message: LIMIT },
        { field: 'name', message: NAME },
        { field: 'items[1].price', message: PRICE },
      ],
    });
  });

  test('in the titles of a list that has nothing else for it, and not in those beside a message', async () => {
    expect(await errorOf({ title: text, problems: listOf({ name: text, title: text }) })).toEqual({
      title: 'Unprocessable Entity',
      problems: [
        { name: 'limit', title: LIMIT },
        { name: 'name', title: NAME },
        { name: 'items[1].price', title: PRICE },
      ],
    });
    expect(await errorOf({ title: text })).toEqual({ title: `${LIMIT}; ${NAME}; ${PRICE}` });
    const all = `${LIMIT}; ${NAME}; ${PRICE}`;
    expect(await errorOf({ title: text, detail: text })).toEqual({ title: 'Unprocessable Entity', detail: all });
  });

  test('in the message beside a name, which says what kind of an error it is', async () => {
    const error = (properties: JsonObject) => errorOf({ error: { type: 'object', required: ['name'], properties } });
    const detail = `${LIMIT}; ${NAME}; ${PRICE}`;
    expect(await error({ name: text, detail: text })).toEqual({ error: { name: 'Unprocessable Entity', detail } });
    expect(await error({ name: text })).toEqual({ error: { name: detail } });
  });

  test('as JSON:API does', async () => {
    const source = { type: 'object', properties: { pointer: text, parameter: text } };
    const { errors } = await errorOf({ errors: listOf({ status: text, detail: text, source }) });
    expect(errors).toMatchObject([
      { status: '422', detail: LIMIT, source: { parameter: 'limit' } },
      { source: { pointer: '/name' } },
      { source: { pointer: '/items/1/price' } },
    ]);
  });

  test('as FastAPI does', async () => {
    const loc = { type: 'array', items: { anyOf: [text, { type: 'integer' }] } };
    const { detail } = await errorOf({ detail: listOf({ loc, msg: text }) });
    expect(detail).toEqual([
      { loc: ['query', 'limit'], msg: LIMIT },
      { loc: ['body', 'name'], msg: NAME },
      { loc: ['body', 'items', 1, 'price'], msg: PRICE },
    ]);
  });

  test('as a map from fields to messages', async () => {
    const errors = { type: 'object', additionalProperties: { type: 'array', items: text } };
    expect((await errorOf({ title: text, errors }))['errors']).toEqual({
      limit: [LIMIT],
      name: [NAME],
      'items[1].price': [PRICE],
    });
  });

  test('as a map in an object around it, named `fields`', async () => {
    const fields = { type: 'object', additionalProperties: text };
    const error = { type: 'object', required: ['message'], properties: { message: text, fields } };
    const shown = { limit: LIMIT, name: NAME, 'items[1].price': PRICE };
    expect((await errorOf({ error }))['error']).toMatchObject({ fields: shown });
  });

  test('as `base` in a map if it is about none of them, and nowhere if there is a message beside it', async () => {
    const errors = { type: 'object', additionalProperties: { type: 'array', items: text } };
    const meta = { type: 'object', additionalProperties: { type: 'object' } };
    const unknown = async (properties: JsonObject) => {
      const mock = await startMock({ contract: documentWith(properties) });
      const response = await send(mock.port, { method: 'GET', target: '/unknown' });
      await mock.close();
      return JSON.parse(response.body.toString()) as JsonObject;
    };
    expect(await unknown({ errors })).toEqual({ errors: { base: [expect.stringContaining('no operation')] } });
    const detail = expect.stringContaining('no operation');
    const instance = { type: 'string', format: 'uri' };
    expect(await unknown({ title: text, detail: text, instance, meta, errors })).toEqual({
      title: 'Not Found',
      detail,
    });
  });

  test('as a map from fields to lists of objects', async () => {
    const errors = { type: 'object', additionalProperties: listOf({ code: text, message: text }) };
    expect((await errorOf({ errors }))['errors']).toMatchObject({
      limit: [{ message: LIMIT }],
      name: [{ message: NAME }],
      'items[1].price': [{ message: PRICE }],
    });
  });

  test('as RFC 7807 does with invalid-params', async () => {
    const problem = await errorOf({ title: text, 'invalid-params': listOf({ name: text, reason: text }) });
    expect(problem['invalid-params']).toMatchObject([{ name: 'limit', reason: LIMIT }, { name: 'name' }, {}]);
  });

  test('in an example of its status that is not valid against the schema', async () => {
    const properties = { status: { type: 'integer' }, code: text, message: text };
    const example = { status: 422, code: 14030, message: 'Return URL is missing.' };
    const { code, status } = await errorOf(properties, example);
    expect([typeof code, status]).toEqual(['string', 422]);
  });

  test('in a list that the example leaves out, and in the form of its items', async () => {
    const errors = listOf({ path: text, message: text });
    expect((await errorOf({ message: text, errors }, { message: 'x' }))['errors']).toHaveLength(3);
    const example = { errors: [{ path: 'x', message: 'y' }] };
    expect((await errorOf({ errors }, example))['errors']).toContainEqual({ path: 'name', message: NAME });
  });
});

describe('a made-up error', () => {
  const spec = 'test/mock/documents/shop.yaml';
  let mock: Mock;
  beforeAll(async () => {
    mock = await startMock({ spec });
  });
  afterAll(() => mock.close());

  test.each([
    ['validation_failed', 422, { method: 'POST', target: '/products', headers: JSON_HEADERS, body: '{}' }],
    ['not_found', 404, { method: 'GET', target: '/nowhere' }],
    ['internal_error', 500, { method: 'GET', target: '/products?__code=500' }],
  ])('has the code %s of its enum for %i', async (code, status, request) => {
    const { body } = await send(mock.port, request);
    const error = JSON.parse(body.toString());
    expect(error).toMatchObject({ status, code, message: expect.stringMatching(/\w/) });
    expect(Object.hasOwn(error, 'errors')).toBe(status === 422);
    expect(
      loadContract(spec).schemas.accepts('#/components/schemas/Failure', JSON.parse(body.toString()), 'response'),
    ).toBe(true);
  });
});

describe('an error that the client asks for', () => {
  async function forced(errorProperties: JsonObject, prefer: string): Promise<JsonObject> {
    const mock = await startMock({ contract: documentWith(errorProperties) });
    const response = await fetch(`${mock.url}/things`, {
      method: 'POST',
      headers: { ...JSON_HEADERS, prefer },
      body: '{"name":"x"}',
    });
    await mock.close();
    return (await response.json()) as JsonObject;
  }

  test.each(['code=422', 'code=422, dynamic=true'])('by %s names a part that requests have', async (prefer) => {
    const error = await forced(
      { err_code: { type: 'integer' }, errors: listOf({ field: text, message: text }) },
      prefer,
    );
    const message = 'Unprocessable Entity: chosen for this response';
    expect(error).toEqual({ err_code: 422, errors: [{ field: 'name', message }] });
  });

  test('by code=503 is about no part of the request', async () => {
    const errors = listOf({ field: text, message: text });
    expect(await forced({ responseCode: { type: 'integer' }, message: text, errors }, 'code=503')).toEqual({
      responseCode: 503,
      message: 'Service Unavailable: chosen for this response',
    });
  });
});
