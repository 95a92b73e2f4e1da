const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const errors = { 400: { description: 'invalid' }, 404: { description: 'unknown' } };
const id = { type: 'string', format: 'uuid', readOnly: true };
const line = {
  type: 'object',
  additionalProperties: false,
  required: ['article', 'count'],
  properties: { article: { type: 'string', minLength: 1, maxLength: 40 }, count: { type: 'integer', minimum: 1 } },
};
const order = {
  type: 'object',
  required: ['id', 'note', 'lines', 'status'],
  properties: {
    id,
    note: { type: 'string', minLength: 1, maxLength: 40 },
    lines: { type: 'array', items: line, default: [] },
    status: { type: 'string', enum: ['draft', 'sent'], readOnly: true },
  },
};

/** Orders that are sent, or not if there is nothing in them. */
export function emptyOrdersDocument(conflict: string) {
  const one = { description: 'the order', ...json({ $ref: '#/components/schemas/Order' }) };
  const parameters = [{ name: 'orderId', in: 'path', required: true, schema: id }];
  const { id: _id, status: _status, ...sent } = order.properties;
  return {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': {
        post: {
          requestBody: {
            required: true,
            ...json({ type: 'object', additionalProperties: false, required: ['note'], properties: sent }),
          },
          responses: { 201: one, ...errors },
        },
      },
      '/orders/{orderId}': { parameters, get: { responses: { 200: one, ...errors } } },
      '/orders/{orderId}/send': {
        parameters,
        post: {
          description: 'A draft becomes `sent`.',
          responses: { 200: one, ...errors, 409: { description: conflict } },
        },
      },
    },
    components: { schemas: { Order: order } },
  };
}
