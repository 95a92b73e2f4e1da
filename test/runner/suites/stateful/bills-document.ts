const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const errors = { 400: { description: 'invalid' }, 404: { description: 'unknown' } };
const text = { type: 'string', minLength: 1, maxLength: 40 };
const Bill = {
  type: 'object',
  required: ['id', 'name', 'status'],
  properties: {
    id: { ...text, readOnly: true },
    name: text,
    status: { type: 'string', enum: ['draft', 'sent', 'paid', 'cancelled'], readOnly: true },
  },
};

/** Bills that are sent and paid, and cancelled as the document says. */
export function billsDocument(cancel: string, conflict: string) {
  const one = { description: 'the bill', ...json({ $ref: '#/components/schemas/Bill' }) };
  const parameters = [{ name: 'billId', in: 'path', required: true, schema: text }];
  const action = (description: string, told: string) => ({
    parameters,
    post: { description, responses: { 200: one, ...errors, 409: { description: told } } },
  });
  const sent = { type: 'object', additionalProperties: false, required: ['name'], properties: { name: text } };
  return {
    openapi: '3.1.0',
    info: { title: 'Bills', version: '1' },
    paths: {
      '/bills': { post: { requestBody: { required: true, ...json(sent) }, responses: { 201: one, ...errors } } },
      '/bills/{billId}': { parameters, get: { responses: { 200: one, ...errors } } },
      '/bills/{billId}/send': action('A draft becomes `sent`.', 'The bill is not a draft.'),
      '/bills/{billId}/pay': action('Only bills that are sent can be paid.', 'The bill is not sent.'),
      '/bills/{billId}/cancel': action(cancel, conflict),
    },
    components: { schemas: { Bill } },
  };
}
