const json = (schema: object) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const ok = (name: string) => ({ description: 'ok', content: json(ref(name)) });
const errors = Object.fromEntries(
  ['400', '404', '409', '410'].map((status) => [status, { description: 'no', content: json(ref('Error')) }]),
);
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer', minimum: 1 } });
const body = (name: string) => ({ required: true, content: json(ref(name)) });
const query = (name: string) => ({ name, in: 'query', schema: { type: 'integer', minimum: 0 } });

function collection(type: string): object {
  return {
    get: {
      operationId: `list${type}s`,
      parameters: [query('limit'), query('offset')],
      responses: { 200: ok(`${type}Page`), ...errors },
    },
    post: {
      operationId: `create${type}`,
      requestBody: body(type),
      responses: {
        201: { ...ok(type), headers: { Location: { required: true, schema: { type: 'string' } } } },
        ...errors,
      },
    },
  };
}

function item(type: string): object {
  return {
    get: { operationId: `read${type}`, responses: { 200: ok(type), ...errors } },
    put: { operationId: `replace${type}`, requestBody: body(type), responses: { 200: ok(type), ...errors } },
    patch: {
      operationId: `change${type}`,
      requestBody: body(`${type}Change`),
      responses: { 200: ok(type), ...errors },
    },
    delete: { operationId: `delete${type}`, responses: { 204: { description: 'deleted' }, ...errors } },
  };
}

const shelf = { name: { type: 'string', minLength: 1 }, room: { type: 'string' } };
const book = {
  title: { type: 'string', minLength: 1, description: 'Unique.' },
  notes: { type: 'string' },
  pages: { type: 'integer', minimum: 1, maximum: 9000 },
  lent: { type: 'boolean', default: false },
};
const own = {
  id: { type: 'integer', readOnly: true },
  createdAt: { type: 'string', format: 'date-time', readOnly: true },
};
const record = (properties: object, required: string) => ({
  type: 'object',
  required: [required, 'id', 'createdAt'],
  properties: { ...own, ...properties },
});
const page = (type: string) => ({
  type: 'object',
  required: ['items', 'total'],
  properties: { items: { type: 'array', items: ref(type) }, total: { type: 'integer' } },
});

/** Shelves and the books on them, with everything that can be done with a record. */
export const libraryDocument = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: {
    '/shelves': collection('Shelf'),
    '/shelves/{shelfId}': { parameters: [id('shelfId')], ...item('Shelf') },
    '/shelves/{shelfId}/books': { parameters: [id('shelfId')], ...collection('Book') },
    '/shelves/{shelfId}/books/{bookId}': { parameters: [id('shelfId'), id('bookId')], ...item('Book') },
    '/shelves/{shelfId}/books/{bookId}/lend': {
      parameters: [id('shelfId'), id('bookId')],
      post: { operationId: 'lendBook', responses: { 200: ok('Book'), ...errors } },
    },
  },
  components: {
    schemas: {
      Shelf: record(shelf, 'name'),
      ShelfChange: { type: 'object', properties: shelf },
      ShelfPage: page('Shelf'),
      Book: record(book, 'title'),
      BookChange: { type: 'object', properties: book },
      BookPage: page('Book'),
      Error: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
  },
};
