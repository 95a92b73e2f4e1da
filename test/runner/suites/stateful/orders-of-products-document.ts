const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const id = { type: 'string', readOnly: true };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];

/** Orders with lines, which name products. @param text what the document says of the creation of an order */
export function ordersOfProductsDocument(text: string): object {
  const status = { type: 'string', enum: ['active', 'discontinued'], default: 'active' };
  const product = {
    type: 'object',
    required: ['name'],
    properties: { id, name: { type: 'string', minLength: 1 }, status },
  };
  const line = {
    type: 'object',
    required: ['productId', 'quantity'],
    properties: { productId: { type: 'string', minLength: 1 }, quantity: { type: 'integer', minimum: 1 } },
  };
  const note = { type: 'string', minLength: 1 };
  const order = {
    type: 'object',
    required: ['note'],
    properties: { id, note, lines: { type: 'array', maxItems: 9, default: [], items: line } },
  };
  const ofItem = (schema: object) => ({
    parameters,
    get: { responses: { 200: { description: 'ok', ...json(schema) }, 404: { description: 'no' } } },
  });
  const creation = (schema: object, description = '') => ({
    description,
    requestBody: { required: true, ...json(schema) },
    responses: { 201: { description: 'ok', ...json(schema) }, 422: { description: 'invalid' } },
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/products': { post: creation(product) },
      '/products/{id}': ofItem(product),
      '/orders': { post: { operationId: 'createOrder', ...creation(order, text) } },
      '/orders/{id}': ofItem(order),
    },
  };
}
