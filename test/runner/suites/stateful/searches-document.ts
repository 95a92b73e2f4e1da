const json = (schema: object) => ({ 'application/json': { schema } });
const object = (properties: object, required: readonly string[] = []) => ({
  ...{ type: 'object', properties, required },
  additionalProperties: false,
});
const text = { type: 'string', minLength: 1, maxLength: 60 };
const size = { type: 'integer', minimum: 1, maximum: 100 };
const sent = { title: text, kind: { type: 'string', enum: ['idea', 'task'] }, done: { type: 'boolean' } };
const note = object({ id: { type: 'string' }, ...sent }, ['id', 'title', 'kind', 'done']);
const page = object({ total: { type: 'integer' }, items: { type: 'array', items: note } }, ['total', 'items']);
const filters = object({ kind: sent.kind, done: sent.done, title_contains: text });
const search = object({ filters, page: { ...size, default: 1 }, page_size: size });
const body = (schema: object) => ({ required: true, content: json(schema) });
const gives = (status: number, schema: object) => ({ [status]: { description: 'ok', content: json(schema) } });
const errors = Object.fromEntries([404, 422].map((status) => [status, { description: 'no' }]));
const id = [{ name: 'noteId', in: 'path', required: true, schema: { type: 'string' } }];
const note1 = { ...gives(200, note), ...errors };

/** Notes that a POST searches, by what its body says. */
export const searchesDocument = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: { operationId: 'list', responses: gives(200, page) },
      post: {
        operationId: 'create',
        requestBody: body(object(sent, ['title', 'kind', 'done'])),
        responses: { ...gives(201, note), ...errors },
      },
    },
    '/notes/search': {
      post: { operationId: 'search', requestBody: body(search), responses: { ...gives(200, page), ...errors } },
    },
    '/notes/{noteId}': {
      parameters: id,
      get: { operationId: 'read', responses: note1 },
      delete: { operationId: 'delete', responses: { 204: { description: 'gone' }, ...errors } },
    },
  },
};
