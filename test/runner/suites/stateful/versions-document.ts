const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const error = { description: 'error' };
const title = { type: 'string', minLength: 1 };

/** Pages with a version. @param text what the document says of it */
export function versionsDocument(text: string): object {
  const version = { type: 'integer', minimum: 1, readOnly: true, description: text };
  const properties = { id: { type: 'integer', readOnly: true }, title, version };
  const Page = { type: 'object', required: ['title'], properties };
  const ok = { description: 'a page', ...json({ ...Page, required: ['id', 'title', 'version'] }) };
  const change = { type: 'object', minProperties: 1, properties: { title } };
  return {
    openapi: '3.1.0',
    info: { title: 'Pages', version: '1' },
    paths: {
      '/pages': {
        post: { requestBody: { required: true, ...json(Page) }, responses: { 201: ok, 400: error } },
      },
      '/pages/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: ok, 404: error } },
        put: { requestBody: { required: true, ...json(Page) }, responses: { 200: ok, 400: error, 404: error } },
        patch: { requestBody: { required: true, ...json(change) }, responses: { 200: ok, 400: error, 404: error } },
      },
    },
  };
}
