import type { Call, Mistake, Row, Tables } from './library-service.ts';

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

/** A mistake with books that are neither the first nor the last one. */
export const betweenOthers = ({ before, after }: Mistake): Mistake => {
  const isBetween = ({ id = 0 }: Call, { book }: Tables) => {
    const ids = [...book.keys()];
    return ids.includes(id) && id !== Math.min(...ids) && id !== Math.max(...ids);
  };
  return {
    before: (call, tables) => (isBetween(call, tables) ? before?.(call, tables) : undefined),
    after: (call, reply, tables) => (isBetween(call, tables) ? after?.(call, reply, tables) : undefined),
  };
};

export const neighbor = (books: Map<number, Row>, { id }: Call) =>
  [...books.values()].findLast((row) => row['id'] !== id);
