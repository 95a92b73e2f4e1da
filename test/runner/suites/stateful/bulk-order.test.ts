import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1, maxLength: 60 };
const errors = { 400: { description: 'invalid' }, 404: { description: 'unknown' } };
const Word = { type: 'object', required: ['id', 'text'], properties: { id: { ...text, readOnly: true }, text } };
const Sent = { type: 'object', additionalProperties: false, required: ['text'], properties: { text } };
const body = (schema: object) => ({ requestBody: { required: true, ...json(schema) } });
const several = (schema: object) => ({
  type: 'object',
  additionalProperties: false,
  required: ['words'],
  properties: { words: { type: 'array', minItems: 1, maxItems: 9, items: schema } },
});

const documentOf = (description: string) => ({
  openapi: '3.1.0',
  info: { title: 'Words', version: '1' },
  paths: {
    '/words': { post: { ...body(Sent), responses: { 201: { description: 'created', ...json(Word) }, ...errors } } },
    '/words/bulk': {
      post: { ...body(several(Sent)), responses: { 201: { description, ...json(several(Word)) }, ...errors } },
    },
    '/words/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { responses: { 200: { description: 'one', ...json(Word) }, ...errors } },
    },
  },
});

function words(isReversed: boolean): (call: Call) => Reply {
  const stored = new Map<string, JsonObject>();
  const isValid = (sent: unknown) => {
    const { text: own, ...others } = Object(sent);
    return typeof own === 'string' && own !== '' && own.length <= 60 && Object.keys(others).length === 0;
  };
  const add = (sent: JsonObject) => {
    const made = { ...sent, id: `w${stored.size}` };
    stored.set(made.id, made);
    return made;
  };
  return ({ path, method, body: sent }) => {
    const own = path.split('/')[2] ?? '';
    if (method === 'GET') return stored.has(own) ? { status: 200, body: stored.get(own) } : { status: 404 };
    if (own === '') return isValid(sent) && sent ? { status: 201, body: add(sent) } : { status: 400 };
    const { words: list, ...others } = sent ?? {};
    if (!Array.isArray(list) || list.length === 0 || !list.every(isValid) || Object.keys(others).length > 0)
      return { status: 400 };
    const made = list.map((each) => add(each as JsonObject));
    return { status: 201, body: { words: isReversed ? made.toReversed() : made } };
  };
}

test.each<[description: string, isReversed: boolean, checks: string[]]>([
  ['The new words, in the order of the request.', false, []],
  ['The new words, in the order of the request.', true, ['created-is-readable']],
  ['The new words, in the same order as in the request.', true, ['created-is-readable']],
  ['The new words.', true, []],
  ['The new words, not in the order of the request.', true, []],
  ['The words are processed in the order of the request.', true, []],
])('several new records are in the order of the request where the document says so: %s', async (...told) => {
  const [description, isReversed, checks] = told;
  const target = await serveCalls(words(isReversed));
  const spec = documentOf(description);
  const { findings } = await verify({ spec, target, suites: ['stateful'], runs: 0, consistency: 20 });
  expect(findings.map(({ check }) => check)).toEqual(checks);
});
