const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const shelf = {
  type: 'object',
  required: ['id', 'label', 'height'],
  properties: {
    id: { type: 'integer', readOnly: true },
    label: { type: 'string', minLength: 1, maxLength: 40 },
    height: { type: 'integer', minimum: 1, maximum: 400 },
  },
};
const error = { description: 'error' };
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const listed = {
  type: 'object',
  required: ['items', 'count', 'pages', 'next'],
  properties: {
    items: { type: 'array', items: shelf },
    count: { type: 'integer', minimum: 0 },
    pages: { type: 'integer', minimum: 0 },
    next: { type: 'string', format: 'uri-reference', nullable: true },
  },
};

/** What the document says of all lists. */
export const PAGES =
  'Lists give `count`, the number of all matches, and `next`, the address of the following page, `null` if there are no more shelves.';

/** Shelves in pages, in an order that can be chosen. */
export const shelvesDocument = (description = PAGES) => ({
  openapi: '3.0.3',
  info: { title: 'shelves', version: '1', description },
  paths: {
    '/shelves': {
      get: {
        operationId: 'list',
        parameters: [
          query('limit', { type: 'integer', minimum: 1, maximum: 50 }),
          query('offset', { type: 'integer', minimum: 0 }),
          query('sort', { type: 'string', enum: ['label', 'height', '-height'] }),
        ],
        responses: { 200: { description: 'a page', ...json(listed) }, 400: error },
      },
      post: {
        operationId: 'create',
        requestBody: { required: true, ...json(shelf) },
        responses: { 201: { description: 'created', ...json(shelf) }, 400: error },
      },
    },
    '/shelves/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'read', responses: { 200: { description: 'one', ...json(shelf) }, 404: error } },
      delete: { operationId: 'remove', responses: { 204: { description: 'gone' }, 404: error } },
    },
  },
});
