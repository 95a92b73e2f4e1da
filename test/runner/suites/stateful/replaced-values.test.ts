import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const object = (properties: object, other: object = {}) => ({ type: 'object', properties, ...other });

/** A service of lamps, of which a creation takes the first and a change the second. */
const lamps = (whole: object, changed: object) => {
  const id = { type: 'integer', readOnly: true };
  const shown = { description: 'ok', ...content(object({ id, ...whole }, { required: ['id'] })) };
  const sent = (properties: object) => ({ required: true, ...content(object(properties)) });
  return {
    openapi: '3.1.0',
    info: { title: 'lamps', version: '1' },
    paths: {
      '/lamps': { post: { operationId: 'createLamp', requestBody: sent(whole), responses: { 201: shown } } },
      '/lamps/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { operationId: 'getLamp', responses: { 200: shown, 404: { description: 'none' } } },
        patch: {
          operationId: 'changeLamp',
          requestBody: sent(changed),
          responses: { 200: shown, 404: { description: 'none' }, 422: { description: 'invalid' } },
        },
      },
    },
  };
};

const options = object({ color: text, note: text }, { type: ['object', 'null'] });
const withoutNote = object({ color: text });
// Not a format that the mock knows: it keeps what was sent.
const created_at = { type: 'string', format: 'dateTime' };

test.each([
  ['an object as null changes what was in it', { options }, { options }],
  ['an object with less in it may remove the rest', { options }, { options: withoutNote }],
  ['a writable time of creation may change it', { created_at, name: text }, { created_at, name: text }],
])('a PATCH that sends %s', async (_, whole, changed) => {
  const { findings, suites } = await verify({ spec: lamps(whole, changed), suites: ['stateful'] });
  expect(findings).toEqual([]);
  expect(suites[0]?.pass).toBeGreaterThan(10);
});
