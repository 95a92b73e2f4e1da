import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const account = (ratings: object) => ({
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, ratings },
});
/** No array is in its list, so that a response can only leave it out. */
const impossible = { type: 'array', enum: ['safe', 'unrated'], items: { type: 'string' } };
const email = (format: object) => ({ ...account({}), properties: { email: { type: 'string', ...format } } });
const mail = email({ format: 'email' });

/** A document whose responses have another schema than its requests. */
const document = (read: object, sent: object) => {
  const shown = { description: 'ok', ...content(read) };
  const responses = { 200: shown, default: { description: 'error', ...content({ type: 'object' }) } };
  const requestBody = { required: true, ...content({ ...sent, required: undefined }) };
  const paths = { '/me': { get: { responses }, patch: { requestBody, responses } } };
  return { openapi: '3.0.3', info: { title: 'account', version: '1' }, paths };
};

test.each([
  ['by its schema', account(impossible), account({ type: 'array', items: { type: 'string' } })],
  [
    'by each of its alternatives',
    {
      oneOf: [
        { ...mail, required: ['name'] },
        { ...mail, maxProperties: 0 },
      ],
    },
    email({}),
  ],
])('a value that no response may have %s is not expected in one', async (_, read, sent) => {
  const { findings, operations } = await verify({ spec: document(read, sent), suites: ['stateful'] });
  expect(findings).toEqual([]);
  expect(operations.map(({ accepted }) => accepted > 0)).toEqual([true, true]);
});
