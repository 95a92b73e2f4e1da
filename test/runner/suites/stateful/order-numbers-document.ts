const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const error = { description: 'error' };
const given = { type: 'string', readOnly: true };

/** Orders with a number from the service. @param description what the document says of it */
export function orderNumbersDocument(description: string, type = 'string') {
  const order = {
    type: 'object',
    required: ['id', 'number', 'customerNumber', 'note'],
    properties: {
      id: { ...given, format: 'uuid' },
      number: { type, readOnly: true, description },
      customerNumber: { ...given, description: 'Unique.' },
      note: { type: 'string', minLength: 1, maxLength: 40 },
    },
  };
  const one = { description: 'one', ...json(order) };
  return {
    openapi: '3.1.0',
    info: { title: 'orders', version: '1' },
    paths: {
      '/orders': {
        get: { responses: { 200: { description: 'all', ...json({ type: 'array', items: order }) } } },
        post: { requestBody: { required: true, ...json(order) }, responses: { 201: one, 400: error } },
      },
      '/orders/{orderId}': {
        parameters: [{ name: 'orderId', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { 200: one, 404: error } },
      },
    },
  };
}
