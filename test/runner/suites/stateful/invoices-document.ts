const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const error = { description: 'error' };
const id = { type: 'string', format: 'uuid', readOnly: true };
const cents = { type: 'integer', minimum: 1, maximum: 1_000_000 };
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } });

/** Clients with invoices; a client shows what is due of these. */
export function invoicesDocument(words: string) {
  const client = {
    type: 'object',
    required: ['id', 'name', 'openCents'],
    properties: {
      id,
      name: { type: 'string', minLength: 2, maxLength: 40 },
      openCents: { type: 'integer', readOnly: true, description: words },
    },
  };
  const invoice = {
    type: 'object',
    required: ['id', 'amountCents', 'dueCents', 'status'],
    properties: {
      id,
      amountCents: cents,
      dueCents: { type: 'integer', readOnly: true, description: 'What is left to pay.' },
      status: { type: 'string', enum: ['draft', 'issued', 'paid'], readOnly: true },
    },
  };
  const crud = (path: string, item: string, schema: object, tag: string) => ({
    [path]: {
      parameters: path.includes('{') ? [parameter('clientId')] : [],
      get: {
        operationId: `list${tag}s`,
        responses: { 200: { description: 'all', ...json({ type: 'array', items: schema }) }, 404: error },
      },
      post: {
        operationId: `create${tag}`,
        requestBody: { required: true, ...json(schema) },
        responses: { 201: { description: 'created', ...json(schema) }, 400: error, 404: error },
      },
    },
    [item]: {
      parameters: [parameter('clientId'), ...(path.includes('{') ? [parameter('invoiceId')] : [])],
      get: { operationId: `get${tag}`, responses: { 200: { description: 'one', ...json(schema) }, 404: error } },
      delete: { operationId: `delete${tag}`, responses: { 204: { description: 'gone' }, 404: error } },
    },
  });
  const invoices = '/clients/{clientId}/invoices';
  const act = (name: string, text: string) => ({
    [`${invoices}/{invoiceId}/${name}`]: {
      parameters: [parameter('clientId'), parameter('invoiceId')],
      post: {
        operationId: `${name}Invoice`,
        description: text,
        responses: { 200: { description: 'done', ...json(invoice) }, 404: error, 409: error },
      },
    },
  });
  return {
    openapi: '3.1.0',
    info: { title: 'invoices', version: '1' },
    paths: {
      ...crud('/clients', '/clients/{clientId}', client, 'Client'),
      ...crud(invoices, `${invoices}/{invoiceId}`, invoice, 'Invoice'),
      ...act('issue', 'Issue an invoice. State becomes issued.'),
    },
  };
}
