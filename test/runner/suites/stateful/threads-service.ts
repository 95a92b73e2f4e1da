import type { JsonObject } from '../../../../harness/core/model.ts';
import type { Call, Reply } from '../../establish/books.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const error = { description: 'error' };
const text = { type: 'string', minLength: 1 };
const id = { type: 'integer', readOnly: true };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
const Note = { type: 'object', required: ['text'], properties: { id, text } };

/**
 * Threads with notes, which are read and deleted by an id of their own.
 * @param ofNotes what the document says of the number of notes
 * @param ofDeletion what it says of the deletion of a thread
 */
export const threadsDocument = (ofNotes: string, ofDeletion = 'Delete a thread') => {
  const notes = { type: 'integer', readOnly: true, description: ofNotes };
  const Thread = { type: 'object', required: ['title'], properties: { id, title: text, notes } };
  const shown = (schema: object) => ({ 200: { description: 'ok', ...json(schema) }, 404: error });
  const made = (schema: object) => ({ 201: { description: 'created', ...json(schema) }, 400: error, 404: error });
  const creation = (schema: object) => ({
    requestBody: { required: true, ...json(schema) },
    responses: made(schema),
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Threads', version: '1' },
    paths: {
      '/threads': { post: creation(Thread) },
      '/threads/{id}': {
        parameters,
        get: { responses: shown(Thread) },
        delete: { summary: ofDeletion, responses: { 204: { description: 'gone' }, 404: error } },
      },
      '/threads/{id}/notes': { parameters, post: creation(Note) },
      '/notes/{id}': {
        parameters,
        get: { responses: shown(Note) },
        delete: { responses: { 204: { description: 'gone' }, 404: error } },
      },
    },
  };
};

export type Count = (there: number, made: number) => number;

/** @param isCascading whether the notes of a thread are deleted with it */
export function threads(count: Count, isCascading = true): (call: Call) => Reply {
  const titles: (string | undefined)[] = [];
  const made: { readonly thread: number; readonly note: JsonObject; isGone: boolean }[] = [];
  const show = (own: number) => {
    const notes = made.filter(({ thread }) => thread === own);
    return {
      id: own,
      title: titles[own] ?? '',
      notes: count(notes.filter(({ isGone }) => !isGone).length, notes.length),
    };
  };
  return ({ method, path, body }) => {
    const [, kind, own, below] = path.split('/');
    const sent = body?.[kind === 'threads' && below === undefined ? 'title' : 'text'];
    const isValid = typeof sent === 'string' && sent !== '';
    if (kind === 'notes') {
      const found = made[Number(own)];
      if (!found || found.isGone) return { status: 404 };
      found.isGone = method === 'DELETE';
      return found.isGone ? { status: 204 } : { status: 200, body: found.note };
    }
    if (own !== undefined && titles[Number(own)] === undefined) return { status: 404 };
    if (method === 'GET') return { status: 200, body: show(Number(own)) };
    if (method === 'DELETE') {
      titles[Number(own)] = undefined;
      for (const each of made) each.isGone ||= isCascading && each.thread === Number(own);
      return { status: 204 };
    }
    if (!isValid) return { status: 400 };
    if (own === undefined) return { status: 201, body: show(titles.push(sent) - 1) };
    const note = { id: made.length, text: sent };
    made.push({ thread: Number(own), note, isGone: false });
    return { status: 201, body: note };
  };
}
