const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const error = { description: 'error' };
const id = { type: 'string', readOnly: true };
const name = { type: 'string', minLength: 1, maxLength: 30 };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const shelf = { type: 'object', required: ['name'], properties: { id, name } };
const jar = { type: 'object', required: ['name', 'shelfId'], properties: { id, name, shelfId: { type: 'string' } } };

const created = (schema: object) => ({
  requestBody: { required: true, ...json(schema) },
  responses: { 201: { description: 'created', ...json(schema) }, 400: error },
});
const read = (schema: object) => ({ responses: { 200: { description: 'one', ...json(schema) }, 404: error } });

/** Jars, which stand on shelves. @param text what the document says of the filter by shelf */
export const jarsDocument = (text = 'Only jars on this shelf.') => ({
  openapi: '3.1.0',
  info: { title: 'jars', version: '1' },
  paths: {
    '/shelves': { post: created(shelf) },
    '/shelves/{id}': { parameters, get: read(shelf) },
    '/jars': {
      get: {
        parameters: [{ name: 'shelfId', in: 'query', description: text, schema: { type: 'string' } }],
        responses: { 200: { description: 'jars', ...json({ type: 'array', items: jar }) } },
      },
      post: created(jar),
    },
    '/jars/{id}': {
      parameters,
      get: read(jar),
      delete: { operationId: 'discard', responses: { 204: { description: 'gone' }, 404: error } },
    },
  },
});
