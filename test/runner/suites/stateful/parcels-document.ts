const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const error = { description: 'error' };
const id = { type: 'integer', readOnly: true };
const text = { type: 'string', minLength: 1, maxLength: 40 };
const object = (properties: object, required: readonly string[]) => ({ type: 'object', required, properties });
const order = object({ id, title: text, status: { type: 'string', enum: ['draft', 'sent'], readOnly: true } }, [
  'title',
]);
const line = object({ id, note: text, quantity: { type: 'integer', minimum: 1, maximum: 99 } }, ['note']);
const parameters = (...names: string[]) =>
  names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'integer' } }));
const ok = (schema: object) => ({ description: 'ok', ...json(schema) });

/** Purchase orders with lines; the description of the response 409 says when these are left as they are. */
export function parcelsDocument(conflict = 'The order is not a draft, or has a line with the product.') {
  const errors = { 400: error, 404: error, 409: { description: conflict } };
  const changing = (schema: object) => ({ requestBody: { required: true, ...json(schema) } });
  return {
    openapi: '3.1.0',
    info: { title: 'parcels', version: '1' },
    paths: {
      '/purchase-orders': {
        post: { operationId: 'open', ...changing(order), responses: { 201: ok(order), 400: error } },
      },
      '/purchase-orders/{orderId}': {
        parameters: parameters('orderId'),
        get: { operationId: 'readOrder', responses: { 200: ok(order), 404: error } },
      },
      '/purchase-orders/{orderId}/send': {
        parameters: parameters('orderId'),
        post: { operationId: 'send', responses: { 200: ok(order), 404: error } },
      },
      '/purchase-orders/{orderId}/lines': {
        parameters: parameters('orderId'),
        post: { operationId: 'addLine', ...changing(line), responses: { 201: ok(line), ...errors } },
      },
      '/purchase-orders/{orderId}/lines/{lineId}': {
        parameters: parameters('orderId', 'lineId'),
        get: { operationId: 'readLine', responses: { 200: ok(line), 404: error } },
        patch: {
          operationId: 'changeLine',
          ...changing({ ...line, required: [] }),
          responses: { 200: ok(line), ...errors },
        },
        delete: { operationId: 'removeLine', responses: { 204: { description: 'gone' }, ...errors } },
      },
    },
  };
}
