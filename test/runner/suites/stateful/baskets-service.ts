const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...json(schema) });
const error = (description: string) => ({ description });
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const sends = (properties: object) => ({ requestBody: { required: true, ...json(object(properties)) } });
const path = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });
const integer = { type: 'integer' };
const set = { type: 'integer', readOnly: true };
const label = { type: 'string', minLength: 1, maxLength: 60 };
const code = { type: 'string', pattern: '^[A-Z]{4,8}$' };
const price = { type: 'integer', minimum: 1, maximum: 10_000 };
const errors = { 400: error('invalid'), 404: error('unknown') };

const stock = { ...set, minimum: 0 };

const Article = object({ id: set, label, price, stock });
const Voucher = object({ code, off: { type: 'integer', minimum: 1, maximum: 50 } });
const Line = object({
  articleId: integer,
  unitPrice: integer,
  quantity: integer,
  amount: { type: 'integer', description: 'unitPrice times quantity' },
});
const totals = {
  subtotal: { type: 'integer', description: 'Sum of all amounts' },
  rebate: { type: 'integer', description: 'What the voucher takes off; 0 without one' },
  total: { type: 'integer', description: 'subtotal minus rebate' },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const shown = { voucherCode: { type: ['string', 'null'] }, ...totals };
const Basket = object({ id: set, articles: { type: 'array', items: ref('Line') }, ...shown });
const Purchase = object({ id: set, lines: { type: 'array', minItems: 1, items: ref('Line') }, ...shown });

/** Baskets, into which articles are put by a PUT alone, and from which purchases are made. */
export const basketsDocument = {
  openapi: '3.1.0',
  info: { title: 'Baskets', version: '1' },
  paths: {
    '/articles': {
      post: {
        operationId: 'addArticle',
        ...sends({ label, price }),
        responses: { 201: ok(ref('Article')), ...errors },
      },
    },
    '/articles/{articleId}': {
      parameters: [path('articleId', integer)],
      get: { operationId: 'getArticle', responses: { 200: ok(ref('Article')), ...errors } },
      delete: { operationId: 'deleteArticle', responses: { 204: error('gone'), ...errors } },
    },
    '/articles/{articleId}/deliveries': {
      parameters: [path('articleId', integer)],
      post: {
        operationId: 'deliver',
        description: 'Adds `pieces` to the stock.',
        ...sends({ pieces: { type: 'integer', minimum: -500, maximum: 500 } }),
        responses: { 200: ok(ref('Article')), ...errors, 409: error('There is not enough stock') },
      },
    },
    '/vouchers/{code}': {
      parameters: [path('code', code)],
      put: {
        operationId: 'putVoucher',
        ...sends({ off: { type: 'integer', minimum: 1, maximum: 50 } }),
        responses: { 200: ok(ref('Voucher')), 201: ok(ref('Voucher')), ...errors },
      },
      get: { operationId: 'getVoucher', responses: { 200: ok(ref('Voucher')), ...errors } },
    },
    '/baskets': { post: { operationId: 'openBasket', responses: { 201: ok(ref('Basket')) } } },
    '/baskets/{basketId}': {
      parameters: [path('basketId', integer)],
      get: { operationId: 'getBasket', responses: { 200: ok(ref('Basket')), ...errors } },
      delete: { operationId: 'dropBasket', responses: { 204: error('gone'), ...errors } },
    },
    '/baskets/{basketId}/articles/{articleId}': {
      parameters: [path('basketId', integer), path('articleId', integer)],
      put: {
        operationId: 'setArticle',
        ...sends({ quantity: { type: 'integer', minimum: 1, maximum: 99 } }),
        responses: { 200: ok(ref('Basket')), ...errors },
      },
      delete: { operationId: 'removeArticle', responses: { 204: error('gone'), ...errors } },
    },
    '/baskets/{basketId}/voucher': {
      parameters: [path('basketId', integer)],
      put: {
        operationId: 'useVoucher',
        ...sends({ code }),
        responses: { 200: ok(ref('Basket')), ...errors, 409: error('There is no such voucher') },
      },
    },
    '/purchases': {
      post: {
        operationId: 'buy',
        description:
          'Takes the quantities of its articles from the stock, and empties the basket. A conflict if the basket is empty or there is not enough stock.',
        ...sends({ basketId: integer }),
        responses: {
          201: ok(ref('Purchase')),
          ...errors,
          409: error('There is no such basket, or it cannot be bought'),
        },
      },
    },
    '/purchases/{purchaseId}': {
      parameters: [path('purchaseId', integer)],
      get: { operationId: 'getPurchase', responses: { 200: ok(ref('Purchase')), ...errors } },
    },
  },
  components: { schemas: { Article, Voucher, Line, Basket, Purchase } },
};

interface Entry {
  readonly unitPrice: number;
  readonly quantity: number;
}
interface Article {
  readonly id: number;
  readonly label: string;
  readonly price: number;
  stock: number;
}
interface Stored {
  readonly lines: Map<number, number>;
  voucher: string | null;
}

export interface BasketFaults {
  readonly set?: (lines: Map<number, number>, id: number, quantity: number) => void;
  readonly remove?: (lines: Map<number, number>, id: number) => void;
  readonly amount?: (entry: Entry) => number;
  readonly subtotal?: (lines: readonly (Entry & { readonly amount: number })[]) => number;
  readonly total?: (subtotal: number, rebate: number) => number;
  readonly deliver?: (stock: number, pieces: number) => number;
  /** What a purchase leaves of the stock of an article. */
  readonly sell?: (stock: number, quantity: number) => number;
  /** What a purchase does to its basket. */
  readonly empty?: (lines: Map<number, number>) => void;
  /** Whether a delivery is rejected that takes more than there is. */
  readonly isShort?: (article: Article) => boolean;
}

const conforming: Required<BasketFaults> = {
  set: (lines, id, quantity) => lines.set(id, quantity),
  remove: (lines, id) => lines.delete(id),
  amount: ({ unitPrice, quantity }) => unitPrice * quantity,
  subtotal: (lines) => lines.reduce((sum, { amount }) => sum + amount, 0),
  total: (subtotal, rebate) => subtotal - rebate,
  deliver: (stock, pieces) => stock + pieces,
  isShort: () => true,
  sell: (stock, quantity) => stock - quantity,
  empty: (lines) => lines.clear(),
};

class Rejected extends Error {
  readonly status: number;

  constructor(status: number) {
    super(String(status));
    this.status = status;
  }
}

export function basketsApp(faults: BasketFaults = {}) {
  const behavior = { ...conforming, ...faults };
  const articles = new Map<number, Article>();
  const vouchers = new Map<string, number>();
  const baskets = new Map<number, Stored>();
  const purchases = new Map<number, object>();
  let last = 0;
  const show = (id: number, { lines, voucher }: Stored, name: 'articles' | 'lines') => {
    const shown = [...lines].map(([articleId, quantity]) => {
      const entry = { articleId, unitPrice: found(articles, articleId).price, quantity };
      return { ...entry, amount: behavior.amount(entry) };
    });
    const subtotal = behavior.subtotal(shown);
    const rebate = Math.floor((subtotal * (vouchers.get(voucher ?? '') ?? 0)) / 100);
    return { id, [name]: shown, voucherCode: voucher, subtotal, rebate, total: behavior.total(subtotal, rebate) };
  };
  const handle = (method: string, [name = '', id = '', below, other]: string[], body: Record<string, unknown>) => {
    if (name === 'articles' && id === '') {
      const article = {
        id: ++last,
        label: text(body, 'label', 60),
        price: integerIn(body, 'price', 1, 10_000),
        stock: 0,
      };
      articles.set(article.id, article);
      return [201, article];
    }
    if (name === 'articles') {
      const article = found(articles, numberOf(id));
      if (below === 'deliveries') {
        const pieces = integerIn(body, 'pieces', -500, 500);
        if (article.stock + pieces < 0 && behavior.isShort(article)) throw new Rejected(409);
        article.stock = behavior.deliver(article.stock, pieces);
      }
      if (method !== 'DELETE') return [200, article];
      articles.delete(article.id);
      for (const { lines } of baskets.values()) lines.delete(article.id);
      return [204];
    }
    if (name === 'vouchers') {
      if (!/^[A-Z]{4,8}$/.test(id)) throw new Rejected(400);
      const isNew = !vouchers.has(id);
      if (method === 'PUT') vouchers.set(id, integerIn(body, 'off', 1, 50));
      return [method === 'PUT' && isNew ? 201 : 200, { code: id, off: found(vouchers, id) }];
    }
    if (name === 'baskets' && id === '') {
      const basket: Stored = { lines: new Map(), voucher: null };
      baskets.set(++last, basket);
      return [201, show(last, basket, 'articles')];
    }
    if (name === 'baskets') {
      const basket = found(baskets, numberOf(id));
      if (below === 'articles' && method === 'PUT') {
        const article = found(articles, numberOf(other));
        behavior.set(basket.lines, article.id, integerIn(body, 'quantity', 1, 99));
      } else if (below === 'articles') {
        found(basket.lines, numberOf(other));
        behavior.remove(basket.lines, Number(other));
        return [204];
      } else if (below === 'voucher') {
        const wanted = text(body, 'code', 8);
        if (!/^[A-Z]{4,8}$/.test(wanted)) throw new Rejected(400);
        if (!vouchers.has(wanted)) throw new Rejected(409);
        basket.voucher = wanted;
      } else if (method === 'DELETE') return [baskets.delete(Number(id)) ? 204 : 404];
      return [200, show(Number(id), basket, 'articles')];
    }
    if (id !== '') return [200, found(purchases, numberOf(id))];
    const basket = baskets.get(integerIn(body, 'basketId', -(2 ** 53), 2 ** 53));
    if (!basket || basket.lines.size === 0) throw new Rejected(409);
    for (const [each, quantity] of basket.lines) if (found(articles, each).stock < quantity) throw new Rejected(409);
    const purchase = show(++last, basket, 'lines');
    for (const [each, quantity] of basket.lines) {
      const article = found(articles, each);
      article.stock = behavior.sell(article.stock, quantity);
    }
    behavior.empty(basket.lines);
    basket.voucher = null;
    purchases.set(last, purchase);
    return [201, purchase];
  };
  return async (request: Request): Promise<Response> => {
    const segments = new URL(request.url).pathname.split('/').slice(1).map(decodeURIComponent);
    const sent = new Uint8Array(await request.arrayBuffer());
    try {
      const type = request.headers.get('content-type')?.split(';')[0]?.toLowerCase();
      if (sent.length > 0 && type !== 'application/json') throw new Rejected(400);
      const [status, body] = handle(request.method, segments, sent.length === 0 ? {} : parsed(sent));
      if (status === 204) return new Response(null, { status });
      return Response.json(body, { status: Number(status) });
    } catch (thrown) {
      if (thrown instanceof Rejected) return new Response(null, { status: thrown.status });
      throw thrown;
    }
  };
}

function parsed(sent: Uint8Array): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(sent));
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  } catch {
    // Is reported below.
  }
  throw new Rejected(400);
}

function numberOf(segment = ''): number {
  if (!/^-?\d+$/.test(segment)) throw new Rejected(404);
  return Number(segment);
}

function found<K, T>(all: ReadonlyMap<K, T>, key: K): T {
  const value = all.get(key);
  if (value === undefined) throw new Rejected(404);
  return value;
}

function integerIn(body: Record<string, unknown>, name: string, least: number, most: number): number {
  const value = body[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) throw new Rejected(400);
  return value;
}

function text(body: Record<string, unknown>, name: string, most: number): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '' || [...value].length > most) throw new Rejected(400);
  return value;
}
