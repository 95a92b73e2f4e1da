import type { JsonObject } from '../../../harness/core/model.ts';
import { BOOKS, type Call, invalidBook, type Reply } from './books.ts';

/** Books that a PUT replaces, and whose creations show their id. */
export const STORED_BOOKS = BOOKS.replace('BOOK_EXAMPLE', '')
  .replace('    patch:', '    put:')
  .replace('title: { type: string, m', 'id: { type: integer, readOnly: true }\n        title: { type: string, m');

export interface StoredBooksBehavior {
  /** All records are gone after so many requests, again and again. */
  readonly losesEvery?: number;
  /** Whether new records are gone at once, from then on. */
  readonly isLossFinal?: boolean;
  /** Two books may not have the same title. */
  readonly hasUniqueTitles?: boolean;
  /** The status that says so. */
  readonly takenStatus?: number;
  /** Titles that no update takes. */
  readonly rejectsUpdate?: RegExp;
}

const rejection = (status: number, error: string): Reply => ({ status, body: { error } });

/** A service that keeps {@link STORED_BOOKS}. */
export function storedBooks(behavior: StoredBooksBehavior = {}): (call: Call) => Reply {
  const {
    losesEvery = Number.POSITIVE_INFINITY,
    isLossFinal = false,
    hasUniqueTitles = false,
    takenStatus = 409,
    rejectsUpdate,
  } = behavior;
  const stored = new Map<string, JsonObject>();
  let [count, ids] = [0, 0];

  function store(id: string, body: JsonObject | undefined): Reply {
    const fault = invalidBook(body);
    if (fault !== undefined) return rejection(422, fault);
    const title = String(body?.['title']);
    const isTaken = [...stored].some(([other, book]) => other !== id && book['title'] === title);
    if (hasUniqueTitles && isTaken) return { status: takenStatus, body: { error: 'the title is taken', value: title } };
    if (id !== '' && rejectsUpdate?.test(title)) return rejection(422, 'title');
    const book = { ...body, id: id === '' ? ++ids : Number(id) };
    stored.set(String(book.id), book);
    return { status: id === '' ? 201 : 200, body: book };
  }

  return ({ method, path, body }) => {
    if (++count % losesEvery === 0 || (isLossFinal && count > losesEvery)) stored.clear();
    if (path === '/books') return method === 'POST' ? store('', body) : { status: 200, body: [...stored.values()] };
    const id = /^\/books\/(-?\d+)$/.exec(path)?.[1];
    if (id === undefined) return rejection(400, 'id');
    if (!stored.has(id)) return rejection(409, 'no such book');
    if (method === 'GET') return { status: 200, body: stored.get(id) };
    if (method === 'PUT') return store(id, body);
    stored.delete(id);
    return { status: 204 };
  };
}
