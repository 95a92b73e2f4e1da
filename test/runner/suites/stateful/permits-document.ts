const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...json(schema) });
const error = { description: 'error' };
const errors = { 400: error, 404: error, 409: error };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
const holder = { type: 'string', minLength: 1, maxLength: 40 };
const status = { type: 'string', enum: ['open', 'approved', 'closed'] };
const permit = {
  type: 'object',
  required: ['id', 'holder', 'status', 'printed'],
  properties: {
    id: { type: 'integer', readOnly: true },
    holder,
    status,
    printed: { type: 'integer', readOnly: true },
  },
};

/** What the document says in words. */
export const PERMIT_TEXTS = {
  change:
    'The status goes from `open` to `approved` and from both to `closed`, never back (409). A closed permit cannot be changed any more (409).',
  print: 'Print the permit. A second time is a 409.',
  remove: '409 if the permit is already printed.',
};

/** Permits, whose state clients set, and which are printed once. */
export const permitsDocument = (texts: Partial<typeof PERMIT_TEXTS> = PERMIT_TEXTS) => ({
  openapi: '3.1.0',
  info: { title: 'permits', version: '1' },
  paths: {
    '/permits': {
      post: {
        operationId: 'apply',
        requestBody: { required: true, ...json({ type: 'object', required: ['holder'], properties: { holder } }) },
        responses: { 201: ok(permit), 400: error },
      },
    },
    '/permits/{id}': {
      parameters,
      get: { operationId: 'read', responses: { 200: ok(permit), 404: error } },
      patch: {
        operationId: 'change',
        description: texts.change,
        requestBody: { required: true, ...json({ type: 'object', minProperties: 1, properties: { holder, status } }) },
        responses: { 200: ok(permit), ...errors },
      },
      delete: {
        operationId: 'remove',
        description: texts.remove,
        responses: { 204: { description: 'gone' }, ...errors },
      },
    },
    '/permits/{id}/print': {
      parameters,
      post: { operationId: 'print', description: texts.print, responses: { 200: ok(permit), ...errors } },
    },
  },
});
