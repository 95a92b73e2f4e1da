import { betweenOthers, neighbor, on, undone } from './library-changes.ts';
import type { Mistake, Row } from './library-service.ts';

export const MISTAKES: readonly (readonly [check: string, operation: string, what: string, mistake: Mistake])[] = [
  ['created-is-readable', 'createBook', 'stores nothing', on('POST', ({ id }, _, books) => books.delete(Number(id)))],
  ['created-is-readable', 'createBook', 'loses a property', on('POST', (row) => delete row['notes'])],
  [
    'created-is-readable',
    'createBook',
    'has a Location that leads nowhere',
    {
      after: (call, reply) => (call.type === 'book' && reply.location ? { ...reply, location: '/books/0' } : undefined),
    },
  ],
  [
    'created-is-listed',
    'listBooks',
    'does not list the last record',
    {
      after: ({ type, method, id }, reply) => {
        if (type !== 'book' || method !== 'GET' || id !== undefined || reply.status !== 200) return undefined;
        const { items, total } = reply.body as { items: Row[]; total: number };
        return { status: 200, body: { items: items.slice(0, -1), total } };
      },
    },
  ],
  [
    'pages-are-complete',
    'listBooks',
    'skips a record between pages',
    {
      before: ({ type, id, query }) => {
        const offset = Number(query.get('offset') ?? 0);
        if (type === 'book' && id === undefined && offset > 0) query.set('offset', String(offset + 1));
        return undefined;
      },
    },
  ],
  ['update-is-visible', 'replaceBook', 'does not store a PUT', undone('PUT')],
  [
    'others-are-untouched',
    'deleteBook',
    'deletes the shelf of a book',
    {
      after: ({ type, method, shelf = 0 }, { status }, tables) => {
        if (type === 'book' && method === 'DELETE' && status === 204) tables.shelf.delete(shelf);
        return undefined;
      },
    },
  ],
  ['update-is-visible', 'changeBook', 'does not store a PATCH', undone('PATCH')],
  [
    'update-is-visible',
    'changeBook',
    'does not store a PATCH of a record between others',
    betweenOthers(undone('PATCH')),
  ],
  [
    'put-replaces',
    'replaceBook',
    'merges a PUT',
    {
      before: (call, { book }) => {
        const row = call.type === 'book' && call.method === 'PUT' ? book.get(call.id ?? 0) : undefined;
        if (row) for (const [name, value] of Object.entries(row)) if (name === 'notes') call.body[name] ??= value;
        return undefined;
      },
    },
  ],
  [
    'put-replaces',
    'replaceBook',
    'keeps a number that a PUT does not have',
    {
      before: (call, { book }) => {
        const row = call.type === 'book' && call.method === 'PUT' ? book.get(call.id ?? 0) : undefined;
        if (row?.['pages'] !== undefined) call.body['pages'] ??= row['pages'];
        return undefined;
      },
    },
  ],
  [
    'put-is-idempotent',
    'replaceBook',
    'adds to a text with the same PUT',
    (() => {
      const seen = new Set<string>();
      return on('PUT', (row, { body }) => {
        const key = JSON.stringify(body);
        if (seen.has(key)) row['notes'] = `${row['notes']} again`;
        seen.add(key);
      });
    })(),
  ],
  [
    'read-back-is-accepted',
    'replaceBook',
    'rejects a title that is its own',
    {
      before: ({ type, method, id, body }, { book }) => {
        const row = book.get(id ?? 0);
        const isSame = row?.['title'] === body['title'] && body['notes'] === undefined;
        const reply = { status: 409, body: { message: 'There is a book with this title.' } };
        return type === 'book' && method === 'PUT' && isSame ? reply : undefined;
      },
    },
  ],
  [
    'patch-is-partial',
    'changeBook',
    'loses what is absent from a PATCH',
    on('PATCH', (row, { body }) => {
      if (!('notes' in body)) delete row['notes'];
    }),
  ],
  [
    'action-is-visible',
    'lendBook',
    'does not store an action',
    {
      after: ({ action, id }, _, { book }) => {
        const row = book.get(id ?? 0);
        if (action && row) book.set(id ?? 0, { ...row, lent: false });
        return undefined;
      },
    },
  ],
  [
    'delete-removes',
    'deleteBook',
    'deletes nothing',
    {
      before: ({ type, method, id }, { book }) =>
        type === 'book' && method === 'DELETE' && book.has(id ?? 0) ? { status: 204 } : undefined,
    },
  ],
  [
    'rejected-changes-nothing',
    'replaceBook',
    'stores a part of a PUT that it rejects',
    {
      after: ({ method, id, body }, { status }, { book }) => {
        const row = book.get(id ?? 0);
        if (method === 'PUT' && status === 400 && row) book.set(id ?? 0, { ...row, title: body['title'] });
        return undefined;
      },
    },
  ],
  [
    'rejected-changes-nothing',
    'createBook',
    'stores a record that it rejects',
    {
      after: ({ type, method, shelf, body }, { status }, { book }) => {
        const id = 1000 + book.size;
        if (type === 'book' && method === 'POST' && status === 400)
          book.set(id, { title: body['title'], id, shelf, createdAt: '2024-01-01T00:00:00Z' });
        return undefined;
      },
    },
  ],
  [
    'safe-changes-nothing',
    'readBook',
    'changes a text with each GET',
    on('GET', (row, { id }, books) => {
      if (id) books.set(id, { ...row, notes: `${row['notes']}.` });
    }),
  ],
  [
    'safe-changes-nothing',
    'readBook',
    'changes a text with each HEAD',
    on('HEAD', (row, { id }, books) => {
      if (id) books.set(id, { ...row, notes: `${row['notes']}.` });
    }),
  ],
  [
    'others-are-untouched',
    'replaceBook',
    'changes another record with a PUT',
    on('PUT', (_row, call, books) => {
      const other = neighbor(books, call);
      if (other) books.set(Number(other['id']), { ...other, notes: `${other['notes']}.` });
    }),
  ],
  [
    'others-are-untouched',
    'changeBook',
    'changes all older records with a PATCH',
    on('PATCH', (row, { body }, books) => {
      for (const other of books.values())
        if (Number(other['id']) < Number(row['id'])) books.set(Number(other['id']), { ...other, ...body });
    }),
  ],
  [
    'others-are-untouched',
    'deleteBook',
    'deletes another record too',
    {
      after: (call, { status }, { book }) => {
        const other = neighbor(book, call);
        if (call.type === 'book' && call.method === 'DELETE' && status === 204 && other)
          book.delete(Number(other['id']));
        return undefined;
      },
    },
  ],
  [
    'nested-stays-with-parent',
    'readBook',
    'finds a record below any parent',
    {
      before: ({ type, method, id, action }, { book }) => {
        const { shelf: _, ...row } = book.get(id ?? 0) ?? {};
        return type === 'book' && method === 'GET' && 'id' in row && !action ? { status: 200, body: row } : undefined;
      },
    },
  ],
  [
    'identity-is-stable',
    'replaceBook',
    'takes a readOnly property',
    on('PUT', (row, { body }) => {
      row['createdAt'] = body['createdAt'] ?? row['createdAt'];
    }),
  ],
  [
    'values-stay-unique',
    'createBook',
    'creates what an update rejects',
    {
      before: (call, { book }) => {
        if (
          call.type !== 'book' ||
          call.method !== 'POST' ||
          call.id !== undefined ||
          typeof call.body['title'] !== 'string'
        )
          return undefined;
        const isTaken = [...book.values()].some((row) => row['title'] === call.body['title']);
        const id = 5000 + book.size;
        const row = { title: call.body['title'], id, createdAt: '2024-01-01T00:00:00Z' };
        if (!isTaken) return undefined;
        book.set(id, { ...row, shelf: call.shelf });
        return { status: 201, body: row, location: `/shelves/${call.shelf}/books/${id}` };
      },
    },
  ],
];
