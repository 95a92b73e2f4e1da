import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const mailbox = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } };
const parameter = (place: string, name: string) => ({ name, in: place, required: true, schema: { type: 'string' } });
const error = { description: 'error', ...content({ type: 'object' }) };

const spec = {
  openapi: '3.0.3',
  info: { title: 'Mailboxes', version: '1' },
  paths: {
    '/mailboxes': {
      get: { responses: { 200: { description: 'ok', ...content({ type: 'array', items: mailbox }) } } },
      post: {
        requestBody: { required: true, ...content(mailbox) },
        responses: {
          201: { description: 'created', headers: { Location: { schema: { type: 'string' } } } },
          400: error,
        },
      },
    },
    '/mailboxes/{mailboxName}': {
      get: {
        parameters: [parameter('path', 'mailboxName'), parameter('query', 'mailbox_name')],
        responses: { 200: { description: 'ok', ...content(mailbox) }, 400: error, 404: error },
      },
    },
  },
};

test('a Location is read with the query that the document requires for a read', async () => {
  const report = await verify({ spec, suites: ['stateful'] });
  expect(report.findings).toEqual([]);
  expect(report.operations.map(({ accepted }) => accepted > 0)).toEqual([true, true, true]);
});
