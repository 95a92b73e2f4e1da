const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1, maxLength: 40 };
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const length = { type: 'integer', minimum: 1, maximum: 999 };
const fields = { title: text, length, price: { type: 'string', pattern: '^\\d{1,4}\\.\\d\\d$' } };
const song = object({ id: { type: 'integer', readOnly: true }, ...fields });
const errors = { 400: { description: 'invalid' }, 404: { description: 'none' }, 422: { description: 'invalid' } };
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const number = { type: 'integer', minimum: 1, maximum: 1000 };

/** Songs in pages, in an order that can be chosen. @param sort the schema of that choice, but for its values */
export const songsDocument = (description = '', sort: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'songs', version: '1' },
  paths: {
    '/songs': {
      get: {
        operationId: 'list',
        description,
        parameters: [
          query('page', number),
          query('size', number),
          query('sort', { type: 'string', enum: ['length', '-length', 'price'], ...sort }),
        ],
        responses: {
          200: { description: 'ok', ...content(object({ items: { type: 'array', items: song } })) },
          ...errors,
        },
      },
      post: {
        operationId: 'create',
        requestBody: { required: true, ...content(object(fields)) },
        responses: { 201: { description: 'ok', ...content(song) }, ...errors },
      },
    },
    '/songs/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: number }],
      get: { operationId: 'read', responses: { 200: { description: 'ok', ...content(song) }, ...errors } },
    },
  },
});

export interface Song {
  readonly id: number;
  readonly title: string;
  readonly length: number;
  readonly price: string;
}
export type Compare = (a: Song, b: Song) => number;

export const byTitle: Compare = (a, b) => (a.title < b.title ? -1 : 1);
export const byId: Compare = (a, b) => a.id - b.id;

export const byLength: Compare = (a, b) => a.length - b.length;
export const byPrice: Compare = (a, b) => Number(a.price) - Number(b.price);

/** How a service orders songs. */
interface Orders {
  /** Those of the same length, by the sign of the order. */
  readonly ties?: (sign: number) => Compare;
  readonly length?: Compare;
  readonly price?: Compare;
  /** The order without a choice. */
  readonly usual?: Compare;
}

export function songsApp({ ties = () => byId, length = byLength, price = byPrice, usual = byId }: Orders) {
  const stored: Song[] = [];
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const id = pathname.split('/')[2];
    const found = stored.find((each) => String(each.id) === id);
    if (id !== undefined) return found ? Response.json(found) : new Response(null, { status: 404 });
    if (request.method === 'POST') {
      const sent = Object(await request.json().catch(() => undefined));
      if (!isSong(sent)) return new Response(null, { status: 422 });
      stored.push({ id: stored.length + 1, title: sent.title, length: sent.length, price: sent.price });
      return Response.json(stored.at(-1), { status: 201 });
    }
    const sort = searchParams.get('sort');
    const sign = sort === '-length' ? -1 : 1;
    const chosen: Compare = sort === 'price' ? price : (a, b) => sign * length(a, b) || ties(sign)(a, b);
    const all = stored.toSorted(sort === null ? usual : chosen);
    const [page, size] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('size') ?? 20)];
    return Response.json({ items: all.slice((page - 1) * size, page * size) });
  };
}

function isSong({ title, length, price }: Song): boolean {
  const isTitle = typeof title === 'string' && title !== '' && title.length <= 40;
  return isTitle && Number.isInteger(length) && length > 0 && length < 1000 && /^\d{1,4}\.\d\d$/.test(price);
}
