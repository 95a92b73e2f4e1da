import { afterEach, expect, test } from 'vitest';
import { closeMocks, fields, openMock } from './client.ts';

afterEach(closeMocks);

const text = { type: 'string' };
const labels = { type: 'object', maxProperties: 2, additionalProperties: text };
const patched = { type: 'object', additionalProperties: { type: ['string', 'null'] } };
const json = (schema: object, type = 'application/json') => ({ content: { [type]: { schema } } });
const Device = {
  ...{ type: 'object', required: ['id', 'labels'] },
  properties: { id: { type: 'integer', readOnly: true }, labels },
};
const Failure = { type: 'object', required: ['fields'], properties: { fields: { type: 'object' } } };

function specOf(failures: object) {
  const ok = { description: 'ok', ...json(Device) };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  const requestBody = json({ type: 'object', properties: { labels: patched } }, 'application/merge-patch+json');
  const devices = { post: { requestBody: json(Device), responses: { 201: ok } } };
  const patch = { requestBody, responses: { 200: ok, ...failures } };
  const paths = {
    '/devices': devices,
    '/devices/{id}': { parameters, get: { responses: { 200: ok } }, patch },
  };
  return { openapi: '3.1.0', info: { title: 'Devices', version: '1' }, paths };
}

async function addThird(failures: object) {
  const mock = await openMock({ spec: specOf(failures) });
  const { body } = await mock.send('POST', '/devices', { labels: { a: '1', b: '2' } });
  const path = `/devices/${String(fields(body)['id'])}`;
  const type = { 'content-type': 'application/merge-patch+json' };
  const { status } = await mock.send('PATCH', path, { labels: { c: '3' } }, type);
  return { status, shown: fields((await mock.send('GET', path)).body)['labels'], mock, path, type };
}

test('a merge patch that adds too many members is rejected, and changes nothing', async () => {
  const { status, shown, mock, path, type } = await addThird({ 422: { description: 'invalid', ...json(Failure) } });
  expect({ status, shown }).toEqual({ status: 422, shown: { a: '1', b: '2' } });
  const { body } = await mock.send('PATCH', path, { labels: { a: null, c: '3' } }, type);
  expect(body).toMatchObject({ labels: { b: '2', c: '3' } });
});

test('where the document has no status for that, the record stays valid', async () => {
  const { status, shown } = await addThird({});
  expect(status).toBe(200);
  expect(Object.keys(fields(shown))).toHaveLength(2);
});
