import { bodyOf, serve } from '../../../servers.ts';

export type Values = Record<string, unknown>;

interface Line extends Values {
  readonly id: number;
}

export interface Order {
  readonly id: number;
  values: Values;
  status: string;
  lines: Line[];
  updatedAt: number;
  tag: number;
}

interface State {
  readonly customers: Map<number, Values>;
  readonly orders: Map<number, Order>;
  count: number;
}

/** What a service of orders does wrong; each is one bug. */
export interface OrdersMistakes {
  /** The records that a bulk creation stores. */
  readonly bulk?: (sent: readonly Values[]) => readonly Values[];
  /** Whether a bulk creation with an invalid record stores the others. */
  readonly isPartial?: boolean;
  /** Whether an order that is rejected is stored, by whether its customer is known. */
  readonly storesRejected?: (isKnown: boolean) => boolean;
  /** Whether an order may name a customer that does not exist. */
  readonly takesUnknown?: boolean;
  /** After an action. */
  readonly acted?: (order: Order, action: string) => void;
  /** After a change. */
  readonly changed?: (order: Order, before: Order) => void;
  /** Before an order is shown. */
  readonly shown?: (order: Order) => void;
  /** What is shown beside the rest. */
  readonly extra?: (order: Order) => Values;
  /** Whether an action is possible. */
  readonly permits?: (status: string, action: string) => boolean;
  /** Where a line is added. */
  readonly owner?: (orders: readonly Order[], own: Order) => Order;
  /** The lines after one was removed. */
  readonly removed?: (order: Order, correct: Line[]) => Line[];
  /** Whether a customer with orders is deleted, and one line is still found after its order was deleted. */
  readonly deletesCustomers?: boolean;
  /** The preferences after a PUT. */
  readonly put?: (before: Values, sent: Values) => Values;
}

const json = (schema: object) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const ok = (schema: object, description = 'ok') => ({ description, content: json(schema) });
const errors = { 400: ok(ref('Error')), 404: ok(ref('Error')) };
const conflict = (description: string) => ({ 409: ok(ref('Error'), description) });
const body = (schema: object) => ({ required: true, content: json(schema) });
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer', minimum: 1 } });
const text = { type: 'string', minLength: 1, maxLength: 200 };
const own = {
  customerId: { type: 'integer' },
  title: text,
  note: text,
  tags: { type: 'array', items: text },
  pin: { type: 'string', minLength: 10, maxLength: 40, writeOnly: true },
};
const input = { type: 'object', required: ['customerId', 'title'], properties: own, additionalProperties: false };
const line = { article: text, amount: { type: 'integer', minimum: 1, maximum: 99 } };
const preferences = {
  type: 'object',
  required: ['isOpen', 'limit', 'motto'],
  properties: { isOpen: { type: 'boolean' }, limit: { type: 'integer', minimum: 0 }, motto: { type: 'string' } },
};
const page = (name: string) => ({
  type: 'object',
  required: ['items', 'meta'],
  properties: {
    items: { type: 'array', items: ref(name) },
    meta: { type: 'object', properties: { count: { type: 'integer' }, next_cursor: { type: ['string', 'null'] } } },
  },
});

/** Orders of customers with actions, a bulk creation, and lines that are shown in their order alone. */
export const ordersDocument = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/customers': {
      get: { operationId: 'listCustomers', responses: { 200: ok({ type: 'array', items: ref('Customer') }) } },
      post: {
        operationId: 'createCustomer',
        requestBody: body({ type: 'object', required: ['name'], properties: { name: text } }),
        responses: { 201: ok(ref('Customer')), ...errors },
      },
    },
    '/customers/{customerId}': {
      parameters: [inPath('customerId')],
      get: { operationId: 'readCustomer', responses: { 200: ok(ref('Customer')), ...errors } },
      delete: {
        operationId: 'deleteCustomer',
        responses: { 204: { description: 'done' }, ...errors, ...conflict('The customer still has orders') },
      },
    },
    '/orders': {
      get: {
        operationId: 'listOrders',
        parameters: [
          { name: 'cursor', in: 'query', schema: { type: 'string' } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } },
        ],
        responses: { 200: ok(page('Order')), ...errors },
      },
      post: { operationId: 'createOrder', requestBody: body(input), responses: { 201: ok(ref('Order')), ...errors } },
    },
    '/orders/bulk': {
      post: {
        operationId: 'createOrders',
        requestBody: body({
          type: 'object',
          required: ['orders'],
          properties: { orders: { type: 'array', minItems: 1, maxItems: 9, items: input } },
        }),
        responses: {
          201: ok({ type: 'object', properties: { orders: { type: 'array', items: ref('Order') } } }),
          ...errors,
        },
      },
    },
    '/orders/{orderId}': {
      parameters: [inPath('orderId')],
      get: { operationId: 'readOrder', responses: { 200: ok(ref('Order')), ...errors } },
      patch: {
        operationId: 'changeOrder',
        requestBody: body({ type: 'object', properties: { title: text, note: text, tags: own.tags } }),
        responses: { 200: ok(ref('Order')), ...errors },
      },
      delete: { operationId: 'deleteOrder', responses: { 204: { description: 'done' }, ...errors } },
    },
    '/orders/{orderId}/pay': {
      parameters: [inPath('orderId')],
      post: {
        operationId: 'payOrder',
        description: 'Only a draft can be paid.',
        responses: { 200: ok(ref('Order')), ...errors, ...conflict('No draft') },
      },
    },
    '/orders/{orderId}/ship': {
      parameters: [inPath('orderId')],
      post: {
        operationId: 'shipOrder',
        responses: { 200: ok(ref('Order')), ...errors, ...conflict('The order is not paid') },
      },
    },
    '/orders/{orderId}/lines': {
      parameters: [inPath('orderId')],
      post: {
        operationId: 'addLine',
        requestBody: body({ type: 'object', required: ['article', 'amount'], properties: line }),
        responses: { 201: ok(ref('Line')), ...errors },
      },
    },
    '/orders/{orderId}/lines/{lineId}': {
      parameters: [inPath('orderId'), inPath('lineId')],
      delete: { operationId: 'removeLine', responses: { 204: { description: 'done' }, ...errors } },
    },
    '/preferences': {
      get: { operationId: 'readPreferences', responses: { 200: ok(preferences) } },
      put: {
        operationId: 'putPreferences',
        requestBody: body(preferences),
        responses: { 200: ok(preferences), ...errors },
      },
    },
  },
  components: {
    schemas: {
      Customer: { type: 'object', required: ['id', 'name'], properties: { id: { type: 'integer' }, name: text } },
      Line: { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, ...line } },
      Order: {
        type: 'object',
        required: ['id', 'title', 'status'],
        properties: {
          id: { type: 'integer', readOnly: true },
          customerId: own.customerId,
          title: text,
          note: text,
          tags: own.tags,
          status: { type: 'string', enum: ['draft', 'paid', 'shipped'], readOnly: true },
          lines: { type: 'array', items: ref('Line') },
          updatedAt: { type: 'integer', readOnly: true },
        },
      },
      Error: { type: 'object', properties: { message: { type: 'string' } } },
    },
  },
};

type Reply = readonly [status: number, body?: unknown, headers?: Record<string, string>];
const rejected = (status: number): Reply => [status, { message: 'no' }];

/** Serves orders until the test is over. */
export function serveOrders(mistakes: OrdersMistakes = {}): Promise<string> {
  const state: State = { customers: new Map(), orders: new Map(), count: 0 };
  let stored: Values = { isOpen: true, limit: 5, motto: 'old' };
  return serve(async (request, response) => {
    const sent = (await bodyOf(request)).toString();
    const [path = '', query] = (request.url ?? '/').split('?');
    const call: Call = {
      method: request.method === 'HEAD' ? 'GET' : (request.method ?? ''),
      path: path.split(/[/:]/).slice(1),
      query: new URLSearchParams(query),
      sent: sent.startsWith('{') ? (JSON.parse(sent) as Values) : {},
    };
    const isPut = call.path[0] === 'preferences' && call.method === 'PUT' && isPreferences(call.sent);
    if (isPut) stored = mistakes.put?.(stored, call.sent) ?? call.sent;
    const isRejected = call.path[0] === 'preferences' && call.method === 'PUT' && !isPut;
    const own: Reply = isRejected ? rejected(400) : [200, isPut ? call.sent : stored];
    const [status, shown, headers] = call.path[0] === 'preferences' ? own : respond(call, state, mistakes);
    response.writeHead(status, { ...headers, ...(shown === undefined ? {} : { 'content-type': 'application/json' }) });
    response.end(shown === undefined ? undefined : JSON.stringify(shown));
  });
}

interface Call {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly sent: Values;
}

function respond(call: Call, state: State, mistakes: OrdersMistakes): Reply {
  const [collection, id, below] = call.path;
  if (collection === 'customers') return onCustomers(call, state, mistakes);
  if (id === undefined)
    return call.method === 'POST' ? create(call.sent, state, mistakes) : list(call, state, mistakes);
  if (id === 'bulk') return createSeveral(call.sent, state, mistakes);
  const order = state.orders.get(Number(id));
  if (!order) return rejected(404);
  if (below === 'lines') return onLines(call, order, state, mistakes);
  return below === undefined ? onOrder(call, order, state, mistakes) : act(below, order, mistakes);
}

function onCustomers({ method, path: [, id], sent }: Call, state: State, { deletesCustomers }: OrdersMistakes): Reply {
  const { customers, orders } = state;
  if (id === undefined && method === 'GET') return [200, [...customers.values()]];
  if (id === undefined) {
    if (!isText(sent['name'])) return rejected(400);
    const customer = { name: sent['name'], id: ++state.count };
    customers.set(customer.id, customer);
    return [201, customer];
  }
  const found = customers.get(Number(id));
  if (!found) return rejected(404);
  if (method === 'GET') return [200, found];
  const isInUse = [...orders.values()].some(({ values }) => values['customerId'] === Number(id));
  if (isInUse && !deletesCustomers) return rejected(409);
  customers.delete(Number(id));
  return [204];
}

function show(order: Order, { extra }: OrdersMistakes): Values {
  const { pin: _, ...values } = order.values;
  const { id, status, lines, updatedAt } = order;
  return { ...values, id, status, lines, updatedAt, ...extra?.(order) };
}

function store(values: Values, state: State): Order {
  const order = { id: ++state.count, values, status: 'draft', lines: [], updatedAt: state.count, tag: 1 };
  state.orders.set(order.id, order);
  return order;
}

function create(sent: Values, state: State, mistakes: OrdersMistakes): Reply {
  const isKnown = state.customers.has(Number(sent['customerId']));
  const customers =
    mistakes.takesUnknown && !isKnown && Number.isInteger(sent['customerId'])
      ? new Map([[Number(sent['customerId']), {}]])
      : state.customers;
  if (isOrder(sent, { ...state, customers })) return [201, show(store(sent, state), mistakes)];
  if (mistakes.storesRejected?.(isKnown)) store(sent, state);
  return rejected(400);
}

function createSeveral({ orders }: Values, state: State, mistakes: OrdersMistakes): Reply {
  if (!Array.isArray(orders) || orders.length === 0 || orders.length > 9) return rejected(400);
  const valid = orders.filter((each) => isOrder(each as Values, state));
  if (valid.length < orders.length && mistakes.isPartial) for (const each of valid) store(each as Values, state);
  if (valid.length < orders.length) return rejected(400);
  const made = (mistakes.bulk?.(orders as Values[]) ?? (orders as Values[])).map((each) => store(each, state));
  const ids = made.map(({ id }) => id);
  return [
    201,
    {
      orders: (orders as Values[]).map(({ pin: _, ...each }, index) => ({
        ...each,
        id: ids[index] ?? 9999,
        status: 'draft',
      })),
    },
  ];
}

/** Pages by cursor; `count` is that of the page. */
function list({ query }: Call, { orders }: State, mistakes: OrdersMistakes): Reply {
  const limit = Number(query.get('limit') ?? 20);
  const start = Number(query.get('cursor') ?? 0);
  if (!(limit >= 1 && limit <= 50) || Number.isNaN(start)) return rejected(400);
  const all = [...orders.values()];
  const items = all.slice(start, start + limit).map((order) => show(order, mistakes));
  const next = start + limit < all.length ? String(start + limit) : null;
  return [200, { items, meta: { count: items.length, next_cursor: next } }];
}

function onOrder({ method, sent }: Call, order: Order, state: State, mistakes: OrdersMistakes): Reply {
  if (method === 'DELETE') state.orders.delete(order.id);
  if (method === 'DELETE') return [204];
  if (method === 'PATCH') {
    const next = { ...order.values, ...Object.fromEntries(Object.entries(sent).filter(([name]) => name in own)) };
    if (!isOrder(next, state)) return rejected(400);
    const before = { ...order };
    Object.assign(order, { values: next, updatedAt: ++state.count, tag: order.tag + 1 });
    mistakes.changed?.(order, before);
  }
  if (method === 'GET') mistakes.shown?.(order);
  return [200, show(order, mistakes), { etag: `"${order.id}-${order.tag}"` }];
}

const NEXT: Record<string, { readonly from: string; readonly to: string }> = {
  pay: { from: 'draft', to: 'paid' },
  ship: { from: 'paid', to: 'shipped' },
};

function act(action: string, order: Order, mistakes: OrdersMistakes): Reply {
  const next = NEXT[action];
  if (!next) return rejected(404);
  if (order.status !== next.from && !mistakes.permits?.(order.status, action)) return rejected(409);
  order.status = next.to;
  order.tag++;
  const shown = show(order, mistakes);
  mistakes.acted?.(order, action);
  return [200, shown];
}

function onLines(
  { method, path: [, , , id], sent }: Call,
  order: Order,
  state: State,
  mistakes: OrdersMistakes,
): Reply {
  if (method === 'POST') {
    const { article, amount } = sent;
    if (!isText(article) || !Number.isInteger(amount) || Number(amount) < 1 || Number(amount) > 99)
      return rejected(400);
    const added: Line = { article, amount, id: ++state.count };
    (mistakes.owner?.([...state.orders.values()], order) ?? order).lines.push(added);
    return [201, added];
  }
  const rest = order.lines.filter((each) => each.id !== Number(id));
  if (rest.length === order.lines.length) return rejected(404);
  order.lines = mistakes.removed?.(order, rest) ?? rest;
  return [204];
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= 200;
}

function isOrder(value: Values, { customers }: State): boolean {
  if (typeof value !== 'object' || value === null || !Object.keys(value).every((name) => name in own)) return false;
  const { customerId, title, note = 'x', tags = [], pin = 'x'.repeat(10) } = value;
  const isPin = typeof pin === 'string' && pin.length >= 10 && pin.length <= 40;
  return (
    customers.has(Number(customerId)) &&
    [title, note].every(isText) &&
    isPin &&
    Array.isArray(tags) &&
    tags.every(isText)
  );
}

function isPreferences({ isOpen, limit, motto }: Values): boolean {
  return typeof isOpen === 'boolean' && Number.isInteger(limit) && Number(limit) >= 0 && typeof motto === 'string';
}
