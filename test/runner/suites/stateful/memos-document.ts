const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1, maxLength: 40 };
const memo = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer', readOnly: true }, text },
};
const error = { description: 'error' };
const header = { schema: { type: 'string' } };
const condition = (name: string) => ({ name, in: 'header', schema: { type: 'string' } });

/** Memos, which are read on a condition; the list is, too. */
export const memosDocument = (conditions: readonly string[] = ['If-None-Match'], listed: object = {}) => {
  const tagged = (description: string, schema: object) => ({
    ...{ description, ...json(schema) },
    headers: { ETag: header, 'Last-Modified': header },
  });
  return {
    openapi: '3.1.0',
    info: { title: 'memos', version: '1' },
    paths: {
      '/memos': {
        get: {
          operationId: 'list',
          responses: { 200: tagged('all', { type: 'array', items: memo }), ...listed },
        },
        post: {
          operationId: 'create',
          requestBody: { required: true, ...json(memo) },
          responses: { 201: { description: 'created', ...json(memo) }, 400: error },
        },
      },
      '/memos/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: {
          operationId: 'read',
          parameters: conditions.map(condition),
          responses: { 200: tagged('one', memo), 304: { description: 'not modified' }, 404: error },
        },
        put: {
          operationId: 'replace',
          requestBody: { required: true, ...json(memo) },
          responses: { 200: { description: 'replaced', ...json(memo) }, 400: error, 404: error },
        },
        delete: { operationId: 'remove', responses: { 204: { description: 'gone' }, 404: error } },
      },
    },
  };
};
