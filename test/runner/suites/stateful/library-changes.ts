import type { Call, Mistake, Row } from './library-service.ts';

const isBook = ({ type }: Call, method: string, id = true) => ({
  when: type === 'book' && id,
  method,
});

export const on = (method: string, act: (row: Row, call: Call, books: Map<number, Row>) => void): Mistake => ({
  after: (call, reply, { book }) => {
    const { when } = isBook(call, method, call.action === undefined);
    const id = call.id ?? Number((reply.body as Row | undefined)?.['id']);
    const row = book.get(id);
    if (when && call.method === method && reply.status < 300 && row) act(row, call, book);
    return undefined;
  },
});

export const undone = (method: string): Mistake => {
  let before: Row | undefined;
  return {
    before: (call, { book }) => {
      if (call.type === 'book' && call.method === method && call.id) before = book.get(call.id);
      return undefined;
    },
    after: (call, reply, { book }) => {
      if (call.type !== 'book' || call.method !== method || !call.id || !before || reply.status >= 300)
        return undefined;
      book.set(call.id, before);
      return undefined;
    },
  };
};

export const neighbor = (books: Map<number, Row>, { id }: Call) =>
  [...books.values()].findLast((row) => row['id'] !== id);
