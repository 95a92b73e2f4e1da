import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../harness/core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import { fillErrorBody, statusInBody } from '../../../harness/mock/respond/fill-error-body.ts';
import { OpenApiDocument } from '../../../harness/openapi/document.ts';

const FACTS = { status: 422, title: 'Unprocessable Entity', message: 'id is wrong' };

/** Schemas of errors as they are found in the wild, with a base such as an example or a generator gives. */
const WILD: readonly {
  readonly name: string;
  readonly schema: JsonValue;
  readonly base: JsonValue;
  readonly filled: JsonValue;
}[] = [
  {
    name: 'a code and a message that were generated',
    schema: { properties: { code: { type: 'integer' }, message: { type: 'string' } } },
    base: { code: -2147483648, message: 'string' },
    filled: { code: 422, message: 'id is wrong' },
  },
  {
    name: 'the status of another example',
    schema: { properties: { code: { type: 'integer' }, message: { type: 'string' } } },
    base: { code: 400, message: 'Malformed' },
    filled: { code: 422, message: 'id is wrong' },
  },
  {
    name: 'a code of its own stays',
    schema: { properties: { code: { type: 'integer' }, message: { type: 'string' } } },
    base: { code: 1001, message: 'Malformed' },
    filled: { code: 1001, message: 'id is wrong' },
  },
  {
    name: 'a code that is a word stays',
    schema: { properties: { code: { type: 'string' }, message: { type: 'string' } } },
    base: { code: 'E_INVALID', message: 'Malformed' },
    filled: { code: 'E_INVALID', message: 'id is wrong' },
  },
  {
    name: 'a status as a text',
    schema: { properties: { status: { type: 'string' }, detail: { type: 'string' } } },
    base: { status: '400', detail: 'x' },
    filled: { status: '422', detail: 'id is wrong' },
  },
  {
    name: 'problem details',
    schema: {
      properties: {
        type: { type: 'string' },
        title: { type: 'string' },
        status: { type: 'integer' },
        detail: { type: 'string' },
      },
    },
    base: { type: 'string', title: 'string', status: 0, detail: 'string' },
    filled: { type: 'about:blank', title: 'Unprocessable Entity', status: 422, detail: 'id is wrong' },
  },
  {
    name: 'error beside message is the reason phrase',
    schema: { properties: { statusCode: { type: 'integer' }, error: { type: 'string' }, message: { type: 'string' } } },
    base: { statusCode: 400, error: 'Bad Request', message: 'x' },
    filled: { statusCode: 422, error: 'Unprocessable Entity', message: 'id is wrong' },
  },
  {
    name: 'error alone is the message',
    schema: { properties: { error: { type: 'string' } } },
    base: { error: 'x' },
    filled: { error: 'id is wrong' },
  },
  {
    name: 'an error inside an object',
    schema: { properties: { error: { properties: { code: { type: 'integer' }, message: { type: 'string' } } } } },
    base: { error: { code: 400, message: 'x' }, trace: 'abc' },
    filled: { error: { code: 422, message: 'id is wrong' }, trace: 'abc' },
  },
  {
    name: 'a list of texts',
    schema: { properties: { errors: { type: 'array', items: { type: 'string' } } } },
    base: { errors: ['x', 'y'] },
    filled: { errors: ['id is wrong'] },
  },
  {
    name: 'a list of objects',
    schema: {
      properties: { errors: { items: { properties: { status: { type: 'string' }, detail: { type: 'string' } } } } },
    },
    base: { errors: [{ status: '400', detail: 'x', source: { pointer: '/a' } }] },
    filled: { errors: [{ status: '422', detail: 'id is wrong', source: { pointer: '/a' } }] },
  },
  {
    name: 'a message that the example leaves out',
    schema: { allOf: [{ properties: { message: { type: 'string' } } }] },
    base: { code: 400 },
    filled: { code: 422, message: 'id is wrong' },
  },
  {
    name: 'a message that is no text stays',
    schema: { properties: { message: { type: 'object' } } },
    base: { message: { de: 'Hallo' } },
    filled: { message: { de: 'Hallo' } },
  },
  { name: 'a text', schema: { type: 'string' }, base: 'x', filled: 'id is wrong' },
  { name: 'a number stays', schema: { type: 'integer' }, base: 7, filled: 7 },
];

describe('properties for a status or a message are recognized by name and type', () => {
  test.each(WILD)('$name', ({ schema, base, filled }) => {
    const root: JsonObject = { openapi: '3.0.3', components: { schemas: { Error: schema } } };
    const document = new OpenApiDocument('errors.yaml', root);
    expect(fillErrorBody(document, '#/components/schemas/Error', base, FACTS)).toEqual(filled);
  });
});

/** Errors whose base is made up, so that each sentence in it is about nothing. */
const MADE_UP: typeof WILD = [
  {
    name: 'an optional sentence is left out, a word stays',
    schema: { properties: { message: { type: 'string' }, hint: { type: 'string' }, trace: { type: 'string' } } },
    base: { message: 'Eos ut et.', hint: 'Quia et qui.', trace: 'a4c1' },
    filled: { message: 'id is wrong', trace: 'a4c1' },
  },
  {
    name: 'a required sentence says what is wrong',
    schema: { required: ['notice'], properties: { notice: { type: 'string' } } },
    base: { notice: 'Quia et qui.' },
    filled: { notice: 'id is wrong' },
  },
  {
    name: 'a sentence that the schema gives stays',
    schema: { properties: { hint: { type: 'string', enum: ['Log in first.'] } } },
    base: { hint: 'Log in first.' },
    filled: { hint: 'Log in first.' },
  },
  {
    name: 'a message by language says it in each',
    schema: { properties: { message: { properties: { de: { type: 'string' }, code: { type: 'string' } } } } },
    base: { message: { de: 'Quia et qui.' } },
    filled: { message: { de: 'id is wrong' } },
  },
  {
    name: 'the type of an item in a list of details is no message',
    schema: { properties: { detail: { items: { required: ['msg', 'kind'], properties: { msg: {}, kind: {} } } } } },
    base: { detail: [{ msg: 'Quia et qui.', kind: 'mit' }] },
    filled: { detail: [{ msg: 'id is wrong', kind: 'mit' }] },
  },
  {
    name: 'a flag of success is false',
    schema: { properties: { ok: { type: 'boolean' }, success: { type: 'boolean' }, retry: { type: 'boolean' } } },
    base: { ok: true, success: true, retry: true },
    filled: { ok: false, success: false, retry: true },
  },
  {
    name: 'a flag of success that can only be true stays',
    schema: { properties: { ok: { const: true } } },
    base: { ok: true },
    filled: { ok: true },
  },
  {
    name: 'the items in an object of lists have messages',
    schema: {
      properties: {
        errors: { additionalProperties: { type: 'array', items: { properties: { message: { type: 'string' } } } } },
      },
    },
    base: { errors: { name: [{}] } },
    filled: { errors: { base: [{ message: 'id is wrong' }] } },
  },
];

test.each(MADE_UP)('in a made-up error, $name', ({ schema, base, filled }) => {
  const document = new OpenApiDocument('errors.yaml', { components: { schemas: { Error: schema } } });
  const details = { ...FACTS, isGenerated: true };
  expect(fillErrorBody(document, '#/components/schemas/Error', base, details)).toEqual(filled);
});

test.each([
  ['{"code":409,"message":"x"}', 409],
  ['{"error":{"status":"503"}}', 503],
  ['{"code":1001}', undefined],
  ['{"code":200}', undefined],
  ['"x"', undefined],
])('%s has %s', (text, status) => expect(statusInBody(parseJson(text))).toBe(status));
