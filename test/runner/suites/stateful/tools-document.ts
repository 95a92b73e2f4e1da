const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...content(schema) });
const object = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) });
const sends = (schema: object) => ({ requestBody: { required: true, ...content(schema) } });
const id = { type: 'integer', readOnly: true };
const name = { type: 'string', minLength: 1, maxLength: 40 };
const inStock = { type: 'integer', minimum: 20, maximum: 100 };
const line = object({ toolId: { type: 'integer' }, quantity: { type: 'integer', minimum: 1, maximum: 5 } });
const lines = { type: 'array', minItems: 1, maxItems: 3, items: line };
const tool = object({ id, name, inStock: { type: 'integer', minimum: 0 } });
const rental = object({ id, lines, state: { type: 'string', enum: ['open', 'cancelled'], readOnly: true } });
const byId = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] };
const errors = { 400: { description: 'invalid' }, 404: { description: 'unknown' } };
const conflict = { 409: { description: 'There is not enough in stock, or it is cancelled' } };

/** Rentals of tools, whose number in stock follows from their lines as the document says of the two operations. */
export const toolsDocument = (renting: string, cancelling: string) => ({
  openapi: '3.0.3',
  info: { title: 'Tools', version: '1' },
  paths: {
    '/tools': {
      post: { operationId: 'addTool', ...sends(object({ name, inStock })), responses: { 201: ok(tool), ...errors } },
    },
    '/tools/{id}': { ...byId, get: { operationId: 'getTool', responses: { 200: ok(tool), ...errors } } },
    '/rentals': {
      post: {
        operationId: 'rent',
        description: renting,
        ...sends(object({ lines })),
        responses: { 201: ok(rental), ...errors, ...conflict },
      },
    },
    '/rentals/{id}': { ...byId, get: { operationId: 'getRental', responses: { 200: ok(rental), ...errors } } },
    '/rentals/{id}/cancel': {
      ...byId,
      post: {
        operationId: 'cancel',
        description: cancelling,
        responses: { 200: ok(rental), ...errors, ...conflict },
      },
    },
  },
});
