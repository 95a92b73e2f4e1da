const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const error = { description: 'error' };
const text = { type: 'string', minLength: 2, maxLength: 40 };
const person = {
  type: 'object',
  required: ['id', 'lastName', 'firstName', 'rank', 'joinedOn'],
  properties: {
    id: { type: 'string', format: 'uuid', readOnly: true },
    lastName: text,
    firstName: text,
    rank: { type: 'integer', minimum: 1, maximum: 90 },
    joinedOn: { type: 'string', format: 'date' },
    seenAt: { type: 'string', format: 'date-time', readOnly: true },
  },
};

/** People whose list says an order in words. */
export const peopleDocument = (description: string) => ({
  openapi: '3.1.0',
  info: { title: 'people', version: '1' },
  paths: {
    '/people': {
      get: {
        operationId: 'list',
        description,
        responses: { 200: { description: 'people', ...json({ type: 'array', items: person }) } },
      },
      post: {
        operationId: 'create',
        requestBody: { required: true, ...json(person) },
        responses: { 201: { description: 'created', ...json(person) }, 400: error },
      },
    },
    '/people/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'read', responses: { 200: { description: 'one', ...json(person) }, 404: error } },
      delete: { operationId: 'remove', responses: { 204: { description: 'gone' }, 404: error } },
    },
  },
});
