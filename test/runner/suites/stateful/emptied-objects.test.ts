import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const options = { type: ['object', 'null'], properties: { color: text, note: text } };
const lamp = { type: 'object', required: ['id'], properties: { id: { type: 'integer', readOnly: true }, options } };
const shown = { description: 'ok', ...content(lamp) };
const sent = { required: true, ...content({ type: 'object', properties: { options } }) };

const document = {
  openapi: '3.1.0',
  info: { title: 'lamps', version: '1' },
  paths: {
    '/lamps': { post: { operationId: 'createLamp', requestBody: sent, responses: { 201: shown } } },
    '/lamps/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getLamp', responses: { 200: shown, 404: { description: 'none' } } },
      patch: {
        operationId: 'changeLamp',
        requestBody: sent,
        responses: { 200: shown, 404: { description: 'none' } },
      },
    },
  },
};

test('a PATCH that sends an object as null changes what was in it', async () => {
  const { findings, suites } = await verify({ spec: document, suites: ['stateful'] });
  expect(findings).toEqual([]);
  expect(suites[0]?.pass).toBeGreaterThan(10);
});
