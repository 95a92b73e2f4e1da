import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf, serve } from '../../../servers.ts';

export type Note = Record<string, unknown>;

/** How a service of notes differs from the usual, or what its bug is. */
export interface NotesBehavior {
  /** Creations get 202, and are done after so many reads. */
  readonly laterAfterReads?: number;
  /** The footer of settings that are sent without one; undefined: they are not valid. */
  readonly defaultFooter?: string;
  /** What a change of the settings stores. */
  readonly storeSettings?: (before: Note, sent: Note) => Note;
  /** What a JSON Patch makes of a note. */
  readonly patch?: (note: Note, path: string, value: unknown) => Note;
}

const json = (schema: object) => ({ 'application/json': { schema } });
const ok = (name: string) => ({ description: 'ok', content: json({ $ref: `#/components/schemas/${name}` }) });
const id = { name: 'noteId', in: 'path', required: true, schema: { type: 'integer' } };
const body = (name: string) => ({ required: true, content: json({ $ref: `#/components/schemas/${name}` }) });
const errors = { default: ok('Error') };
const operation = {
  type: 'object',
  required: ['op', 'path'],
  properties: { op: { enum: ['replace'] }, path: { type: 'string' }, value: {} },
};

/** Notes that are changed by JSON Patch, and the settings of the whole service. */
export const notesDocument = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      post: {
        operationId: 'createNote',
        requestBody: body('Note'),
        responses: { 201: ok('Note'), 202: ok('Note'), ...errors },
      },
    },
    '/notes/{noteId}': {
      parameters: [id],
      get: { operationId: 'readNote', responses: { 200: ok('Note'), ...errors } },
      patch: {
        operationId: 'patchNote',
        requestBody: {
          required: true,
          content: { 'application/json-patch+json': { schema: { type: 'array', minItems: 1, items: operation } } },
        },
        responses: { 200: ok('Note'), ...errors },
      },
      delete: { operationId: 'deleteNote', responses: { 204: { description: 'deleted' }, ...errors } },
    },
    '/settings': {
      get: { operationId: 'readSettings', responses: { 200: ok('Settings'), ...errors } },
      put: {
        operationId: 'replaceSettings',
        requestBody: body('Settings'),
        responses: { 200: ok('Settings'), ...errors },
      },
    },
  },
  components: {
    schemas: {
      Note: {
        type: 'object',
        required: ['title'],
        properties: {
          id: { type: 'integer', readOnly: true },
          title: { type: 'string', minLength: 1 },
          text: { type: 'string' },
        },
      },
      Settings: {
        type: 'object',
        required: ['title', 'footer'],
        properties: { title: { type: 'string', minLength: 1 }, footer: { type: 'string' } },
      },
      Error: { type: 'object', properties: { message: { type: 'string' } } },
    },
  },
};

/** Serves notes until the test is over. */
export async function serveNotes(behavior: NotesBehavior = {}): Promise<{ url: string; settings: () => Note }> {
  const state: State = {
    notes: new Map(),
    reads: new Map(),
    settings: { title: 'Notes', footer: behavior.defaultFooter ?? 'by us' },
    last: 0,
  };
  const url = await serve(async (request, response) => {
    const sent = await readJson(request);
    const [status, shown] = respond(request, sent, state, behavior);
    write(response, status, shown);
  });
  return { url, settings: () => state.settings };
}

interface State {
  readonly notes: Map<number, Note>;
  readonly reads: Map<number, number>;
  settings: Note;
  last: number;
}

type Reply = readonly [status: number, shown?: unknown];
const NOT_FOUND: Reply = [404, { message: 'There is no such note.' }];
const INVALID: Reply = [400, { message: 'The body is not valid.' }];

function respond({ method, url }: IncomingMessage, sent: unknown, state: State, behavior: NotesBehavior): Reply {
  if (url === '/settings') return method === 'PUT' ? storeSettings(sent, state, behavior) : [200, state.settings];
  if (url === '/notes') return create(sent, state, behavior);
  const id = Number(url?.slice('/notes/'.length));
  const note = state.notes.get(id);
  if (!note) return NOT_FOUND;
  if (method === 'DELETE') return state.notes.delete(id) ? [204] : NOT_FOUND;
  if (method === 'PATCH') return patch(id, note, sent, state, behavior);
  state.reads.set(id, (state.reads.get(id) ?? 0) + 1);
  return (state.reads.get(id) ?? 0) <= (behavior.laterAfterReads ?? 0) ? NOT_FOUND : [200, note];
}

function create(sent: unknown, state: State, { laterAfterReads }: NotesBehavior): Reply {
  if (!isNote(sent)) return INVALID;
  const note = { ...sent, id: ++state.last };
  state.notes.set(note.id, note);
  return [laterAfterReads === undefined ? 201 : 202, note];
}

function storeSettings(sent: unknown, state: State, { storeSettings: store, defaultFooter }: NotesBehavior): Reply {
  if (!isNote(sent) || typeof (sent['footer'] ?? defaultFooter) !== 'string') return INVALID;
  state.settings = store?.(state.settings, sent) ?? { footer: defaultFooter, ...sent };
  return [200, state.settings];
}

function patch(id: number, note: Note, sent: unknown, state: State, behavior: NotesBehavior): Reply {
  const changes = Array.isArray(sent) ? (sent as { path: string; value: unknown }[]) : [];
  const areKnown = changes.every(({ path }) => path === '/title' || path === '/text');
  if (changes.length === 0 || !areKnown) return INVALID;
  const change = behavior.patch ?? ((before, name, value) => ({ ...before, [name]: value }));
  const next = changes.reduce((before, { path, value }) => change(before, path.slice(1), value), note);
  state.notes.set(id, next);
  return [200, next];
}

function isNote(value: unknown): value is Note {
  const note = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Note) : {};
  const isText = (name: string) => note[name] === undefined || typeof note[name] === 'string';
  return typeof note['title'] === 'string' && note['title'] !== '' && isText('text') && isText('footer');
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = (await bodyOf(request)).toString();
  return text === '' ? undefined : JSON.parse(text);
}

function write(response: ServerResponse, status: number, shown: unknown): void {
  const headers = shown === undefined ? {} : { 'content-type': 'application/json' };
  response.writeHead(status, headers).end(shown === undefined ? undefined : JSON.stringify(shown));
}
