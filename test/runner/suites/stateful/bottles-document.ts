const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const error = { description: 'error' };
const text = { type: 'string', minLength: 1, maxLength: 30 };
const bottle = {
  type: 'object',
  required: ['id', 'label'],
  properties: {
    id: { type: 'integer', readOnly: true },
    label: text,
    tags: { type: 'array', maxItems: 5, items: text },
  },
};

/** Bottles, which have tags and are found by one. */
export const bottlesDocument = {
  openapi: '3.1.0',
  info: { title: 'bottles', version: '1' },
  paths: {
    '/bottles': {
      get: {
        operationId: 'list',
        parameters: [{ name: 'tag', in: 'query', description: 'Only bottles that have this tag.', schema: text }],
        responses: { 200: { description: 'bottles', ...json({ type: 'array', items: bottle }) }, 400: error },
      },
      post: {
        operationId: 'fill',
        requestBody: { required: true, ...json(bottle) },
        responses: { 201: { description: 'filled', ...json(bottle) }, 400: error },
      },
    },
    '/bottles/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'read', responses: { 200: { description: 'one', ...json(bottle) }, 404: error } },
    },
  },
};
