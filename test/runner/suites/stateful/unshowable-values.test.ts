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

const kind = (type: string, properties: object) => ({
  type: 'object',
  required: ['type'],
  properties: { type: { type: 'string', enum: [type] }, ...properties },
});

const to = (schema: object) => ({ type: 'object', properties: { to: schema } });

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
  [
    'by the alternative that its object is of',
    to({ oneOf: [kind('user', mail.properties), kind('group', { title: { type: 'string' } })] }),
    to(kind('user', { email: { type: 'string' } })),
  ],
])('a value that no response may have %s is not expected in one', async (_, read, sent) => {
  const { findings, operations } = await verify({ spec: document(read, sent), suites: ['stateful'] });
  expect(findings).toEqual([]);
  expect(operations.map(({ accepted }) => accepted > 0)).toEqual([true, true]);
});

test('a writeOnly text may be shown in another property of its name', async () => {
  const code = (writeOnly: boolean) => ({ type: 'string', enum: ['ABNA-2A-XYZ'], writeOnly });
  const payment = { type: 'object', required: ['code', 'to'], properties: { code: code(true), to: {} } };
  payment.properties.to = { type: 'object', required: ['code'], properties: { code: code(false) } };
  const created = {
    allOf: [{ ...payment }, { type: 'object', properties: { id: { type: 'string', readOnly: true } } }],
  };
  const responses = { 201: { description: 'ok', ...content(created) }, default: { description: 'error' } };
  const post = { requestBody: { required: true, ...content(payment) }, responses };
  const get = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] };
  const read = {
    ...get,
    responses: { 200: { description: 'ok', ...content(created) }, default: { description: 'error' } },
  };
  const spec = {
    openapi: '3.0.3',
    info: { title: 'payments', version: '1' },
    paths: { '/payments': { post }, '/payments/{id}': { get: read } },
  };
  const { findings } = await verify({ spec, suites: ['stateful'] });
  expect(findings).toEqual([]);
});
