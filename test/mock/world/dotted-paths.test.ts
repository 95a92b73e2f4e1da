import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { closeMocks, openMock } from './client.ts';

afterEach(closeMocks);

const sends = (schema: string) =>
  `requestBody: { required: true, content: { application/json: { schema: ${schema} } } }`;
const gives = (schema: string) =>
  `responses: { 200: { description: ok, content: { application/json: { schema: ${schema} } } } }`;
const channel =
  "{ type: object, required: [ok, channel], properties: { ok: { const: true }, channel: { $ref: '#/components/schemas/Channel' } } }";
const named = '{ type: object, required: [channel], properties: { channel: { type: string } } }';

const spec = parse(`
openapi: 3.1.0
info: { title: Chat, version: '1' }
paths:
  /channels.create:
    post: { operationId: create, ${sends('{ type: object, required: [name], properties: { name: { type: string } } }')}, ${gives(channel)} }
  /channels.info:
    post: { operationId: info, ${sends(named)}, ${gives(channel)} }
  /channels.archive:
    post: { operationId: archive, ${sends(named)}, ${gives(channel)} }
  /messages.post:
    post:
      operationId: post
      ${sends('{ type: object, required: [text], properties: { text: { type: string } } }')}
      ${gives('{ type: object, required: [ok, message], properties: { ok: { const: true }, message: { type: object, required: [id, text], properties: { id: { type: string }, text: { type: string } } } } }')}
components:
  schemas:
    Channel:
      type: object
      required: [id, name, is_archived, num_members]
      properties: { id: { type: string }, name: { type: string }, is_archived: { type: boolean }, num_members: { type: integer } }
`);

test('what is done in a path with a dot is done to the record that the body names, and echoed where nothing is kept', async () => {
  const mock = await openMock({ spec });
  const { body } = await mock.send('POST', '/channels.create', { name: 'general' });
  const created = { name: 'general', is_archived: false, num_members: 0 };
  expect(body).toMatchObject({ ok: true, channel: created });
  const { id } = (body as { channel: { id: string } }).channel;
  const archived = { ok: true, channel: { ...created, id, is_archived: true } };
  expect((await mock.send('POST', '/channels.archive', { channel: id })).body).toMatchObject(archived);
  expect((await mock.send('POST', '/channels.info', { channel: id })).body).toMatchObject(archived);
  const said = await mock.send('POST', '/messages.post', { text: 'hello' });
  expect(said.body).toMatchObject({ ok: true, message: { text: 'hello' } });
});
