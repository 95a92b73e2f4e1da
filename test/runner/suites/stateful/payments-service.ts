import type { IncomingMessage } from 'node:http';
import { bodyOf, serve } from '../../../servers.ts';

type Fields = Readonly<Record<string, string>>;
type Shown = Record<string, unknown>;

/** What is wrong with a service of payments. */
export interface PaymentsMistakes {
  /** What a creation stores of a customer. */
  readonly stored?: (customer: Shown) => Shown;
  /** What an update makes of a customer. */
  readonly updated?: (before: Shown, sent: Shown) => Shown;
  readonly deletesNothing?: boolean;
  readonly ignoresFilter?: boolean;
  readonly blocksNobody?: boolean;
  /** What a read shows of a customer. */
  readonly shown?: (customer: Shown) => Shown;
}

const json = (schema: object) => ({ 'application/json': { schema } });
const form = (schema: object) => ({ content: { 'application/x-www-form-urlencoded': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const responses = (schema: object) => ({
  200: { description: 'done', content: json(schema) },
  default: { description: 'an error', content: json(ref('Error')) },
});
const list = (name: string) => responses({ type: 'object', properties: { data: { type: 'array', items: ref(name) } } });
const id = (name: string) => [{ name, in: 'path', required: true, schema: { type: 'string', maxLength: 100 } }];
const text = { type: 'string', maxLength: 40 };
const shared = { name: text, balance: { type: 'integer', format: 'int32' } };
const strict = (properties: object) => ({ type: 'object', additionalProperties: false, properties });

/** In the style of payment services: forms, updates by POST, references and path parameters without `id`, actions that fail with 400. */
export const paymentsDocument = {
  openapi: '3.1.0',
  info: { title: 'Payments', version: '1' },
  paths: {
    '/customers': {
      get: { operationId: 'listCustomers', responses: list('Customer') },
      post: { operationId: 'createCustomer', requestBody: form(strict(shared)), responses: responses(ref('Customer')) },
    },
    '/customers/{customer}': {
      parameters: id('customer'),
      get: { operationId: 'getCustomer', responses: responses(ref('Customer')) },
      post: { operationId: 'updateCustomer', requestBody: form(strict(shared)), responses: responses(ref('Customer')) },
      delete: { operationId: 'deleteCustomer', responses: responses({ type: 'object' }) },
    },
    '/customers/{customer}/block': {
      parameters: id('customer'),
      put: {
        operationId: 'blockCustomer',
        responses: { 204: { description: 'done' }, default: responses({}).default },
      },
    },
    '/invoices': {
      get: {
        operationId: 'listInvoices',
        parameters: [{ name: 'customer', in: 'query', schema: { type: 'string' } }],
        responses: list('Invoice'),
      },
      post: {
        operationId: 'createInvoice',
        requestBody: {
          required: true,
          ...form({
            ...strict({ customer: { type: 'string' }, amount: { type: 'integer', minimum: 1, maximum: 5000 } }),
            required: ['customer', 'amount'],
          }),
        },
        responses: responses(ref('Invoice')),
      },
    },
    '/invoices/{invoice}': {
      parameters: id('invoice'),
      get: { operationId: 'getInvoice', responses: responses(ref('Invoice')) },
    },
    '/invoices/{invoice}/pay': {
      parameters: id('invoice'),
      post: { operationId: 'payInvoice', responses: responses(ref('Invoice')) },
    },
    '/invoices/{invoice}/finalize': {
      parameters: id('invoice'),
      post: { operationId: 'finalizeInvoice', responses: responses(ref('Invoice')) },
    },
  },
  components: {
    schemas: {
      Customer: {
        type: 'object',
        required: ['id', 'isBlocked'],
        properties: { id: { type: 'string' }, ...shared, isBlocked: { type: 'boolean' } },
      },
      Invoice: {
        type: 'object',
        required: ['id', 'customer', 'amount', 'status'],
        properties: {
          id: { type: 'string' },
          customer: { type: 'string' },
          amount: { type: 'integer' },
          status: { enum: ['draft', 'open', 'paid'] },
        },
      },
      Error: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
  },
};

class Rejection extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function parsed(fields: Fields, shape: Readonly<Record<string, (value: string) => unknown>>): Shown {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const read = shape[name];
      if (!read) throw new Rejection(400, `${name} is unknown`);
      return [name, read(value)];
    }),
  );
}

const integer = (min: number, max: number) => (value: string) => {
  if (!/^-?(?:0|[1-9]\d{0,9})$/.test(value) || Number(value) < min || Number(value) > max)
    throw new Rejection(400, `${value} is no such integer`);
  return Number(value);
};
const short = (value: string) => {
  if ([...value].length > 40) throw new Rejection(400, 'too long');
  return value;
};
const CUSTOMER = { name: short, balance: integer(-(2 ** 31), 2 ** 31 - 1) };

async function fieldsOf(request: IncomingMessage): Promise<Fields> {
  const bytes = await bodyOf(request);
  const type = request.headers['content-type'];
  if (bytes.length > 0 && !/^application\/x-www-form-urlencoded *(;|$)/i.test(type ?? ''))
    throw new Rejection(415, 'a form is expected');
  let sent: string;
  try {
    sent = decodeURIComponent(new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('+', '%20'));
  } catch {
    throw new Rejection(400, 'no valid UTF-8');
  }
  const pairs = [...new URLSearchParams(bytes.toString())];
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw new Rejection(400, `repeated in ${sent}`);
  return Object.fromEntries(pairs);
}

/** @returns its URL */
export function servePayments(mistakes: PaymentsMistakes = {}): Promise<string> {
  const { stored = (customer) => customer, updated = (before, sent) => ({ ...before, ...sent }) } = mistakes;
  const customers = new Map<string, Shown>();
  const invoices = new Map<string, Shown>();
  let count = 0;
  const known = (records: Map<string, Shown>, key: string) => {
    const record = records.get(key);
    if (!record) throw new Rejection(404, `there is no ${key}`);
    return record;
  };
  const move = (key: string, before: string, status: string) => {
    const invoice = known(invoices, key);
    if (invoice['status'] !== before) throw new Rejection(400, `only what is ${before} can be ${status}`);
    invoice['status'] = status;
    return invoice;
  };
  function respond(method: string, { pathname, searchParams }: URL, fields: Fields): unknown {
    const [collection, key, action] = pathname.slice(1).split('/').map(decodeURIComponent);
    if (collection === 'customers' && key === undefined) {
      if (method === 'GET') return { data: [...customers.values()] };
      const customer = { id: `cus_${++count}`, ...parsed(fields, CUSTOMER), isBlocked: false };
      customers.set(customer.id, stored(customer));
      return customer;
    }
    if (collection === 'customers' && key !== undefined) {
      const before = known(customers, key);
      if (action === 'block') {
        if (!mistakes.blocksNobody) before['isBlocked'] = true;
        return undefined;
      }
      if (method === 'GET') return mistakes.shown?.(before) ?? before;
      if (method === 'DELETE') return mistakes.deletesNothing || customers.delete(key) ? {} : {};
      const sent = parsed(fields, CUSTOMER);
      const after = updated(before, sent);
      customers.set(key, after);
      return after;
    }
    if (key !== undefined && action !== undefined)
      return action === 'pay' ? move(key, 'open', 'paid') : move(key, 'draft', 'open');
    if (key !== undefined) return known(invoices, key);
    const customer = searchParams.get('customer');
    const isMeant = (each: Shown) => mistakes.ignoresFilter || customer === null || each['customer'] === customer;
    if (method === 'GET') return { data: [...invoices.values()].filter(isMeant) };
    const sent = parsed(fields, { customer: String, amount: integer(1, 5000) });
    if (!('amount' in sent) || !('customer' in sent)) throw new Rejection(400, 'customer and amount are required');
    if (!customers.has(String(sent['customer']))) throw new Rejection(400, 'there is no such customer');
    const invoice = { id: `in_${++count}`, ...sent, status: 'draft' };
    invoices.set(invoice.id, invoice);
    return invoice;
  }
  return serve(async (request, response) => {
    let [status, body]: [number, unknown] = [200, {}];
    try {
      const url = new URL(request.url ?? '/', 'http://any');
      const { method = '' } = request;
      body = respond(method === 'HEAD' ? 'GET' : method, url, await fieldsOf(request));
    } catch (error) {
      status = error instanceof Rejection ? error.status : 400;
      body = { message: String(error) };
    }
    if (body === undefined) response.writeHead(204).end();
    else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}
