import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';
import { findingsOnMock } from './on-mock.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const Note = {
  type: 'object',
  required: ['title'],
  properties: {
    id: { type: 'string', readOnly: true },
    title: { type: 'string', minLength: 1 },
    deleted_at: { type: ['string', 'null'], format: 'date-time', readOnly: true },
  },
};
const note = { description: 'a note', ...json(Note) };
const errors = { 400: { description: 'error' }, 404: { description: 'error' } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];

interface Told {
  /** What the document says of the deletion. */
  readonly deletion?: string;
  /** What it says of a read with 410. */
  readonly gone?: string;
  /** What it says of `include_deleted`. */
  readonly included?: string;
}

/** Notes that are kept after their deletion. */
const documentOf = ({ deletion = 'Delete a note', gone, included = '' }: Told) => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        parameters: [{ name: 'include_deleted', in: 'query', description: included, schema: { type: 'boolean' } }],
        responses: { 200: { description: 'notes', ...json({ type: 'array', items: Note }) }, ...errors },
      },
      post: { requestBody: { required: true, ...json(Note) }, responses: { 201: note, ...errors } },
    },
    '/notes/{id}': {
      parameters,
      get: { responses: { 200: note, ...errors, ...(gone === undefined ? {} : { 410: { description: gone } }) } },
      delete: { description: deletion, responses: { 204: { description: 'deleted' }, ...errors } },
    },
  },
});

interface Behavior {
  /** The status of a read of what was deleted. */
  readonly read?: number;
  /** Whether deleted notes are listed if a client asks for them. */
  readonly lists?: boolean;
}

function notes({ read = 404, lists = true }: Behavior): (call: Call) => Reply {
  const all: (JsonObject & { deleted_at: string | null })[] = [];
  return ({ method, path, query, body }) => {
    const own = path.split('/')[2];
    const withDeleted = lists && query.get('include_deleted') === 'true';
    if (own === undefined && method === 'GET')
      return { status: 200, body: all.filter((each) => withDeleted || each.deleted_at === null) };
    if (own === undefined) {
      const { title } = body ?? {};
      if (typeof title !== 'string' || title === '') return { status: 400 };
      all.push({ id: `n${all.length}`, title, deleted_at: null });
      return { status: 201, body: all.at(-1) ?? {} };
    }
    const found = all.find(({ id }) => id === own);
    if (!found || (found.deleted_at !== null && method === 'DELETE')) return { status: 404 };
    if (method === 'DELETE') found.deleted_at = new Date().toISOString();
    if (method === 'DELETE') return { status: 204 };
    return found.deleted_at === null || read === 200 ? { status: 200, body: found } : { status: read };
  };
}

async function found(told: Told, behavior: Behavior) {
  const target = await serveCalls(notes(behavior));
  const options = { suites: ['stateful'], consistency: 20, runs: 0 } as const;
  const { findings } = await verify({ spec: documentOf(told), target, ...options });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

const FOUND = ['delete-removes: the note that it deleted is still found'];

test.each([
  'Marks the note as deleted; afterwards the note cannot be read any more, until it is restored.',
  'Deletes a note. It can no longer be read.',
  'Removes a note, then it cannot be found. The title stays in use.',
])('what cannot be read after its deletion is not shown as deleted either: %s', async (deletion) => {
  expect(await found({ deletion }, { read: 200 })).toEqual(FOUND);
  expect(await found({ deletion }, { read: 404 })).toEqual([]);
  expect(await findingsOnMock(documentOf({ deletion }))).toEqual([]);
});

test.each([
  'Deletes a note.',
  'Deletes a note. It can no longer be read by other users.',
  'Deletes a note. It is no longer available in the list.',
  'Deletes a note. It is kept for 30 days, then it can no longer be read.',
  'Deletes a note. Its files can no longer be read.',
  'Moves a note to the trash. Once that is emptied, the note is deleted and can no longer be read.',
  'Deletes a note, and the note cannot be read while it is being deleted.',
])('what is deleted may be shown as deleted: %s', async (deletion) => {
  expect(await found({ deletion }, { read: 200 })).toEqual([]);
});

test('a read is 410 of what was deleted, where the document says so', async () => {
  expect(await found({ gone: 'The note was deleted' }, { read: 200 })).toEqual(FOUND);
  expect(await found({ gone: 'The note was deleted' }, { read: 410 })).toEqual([]);
  expect(await found({ gone: 'The owner was deleted' }, { read: 200 })).toEqual([]);
  expect(await found({ gone: 'The note was deleted by a moderator' }, { read: 200 })).toEqual([]);
  expect(await found({ gone: 'The note was deleted', deletion: 'Close a note' }, { read: 200 })).toEqual([]);
  expect(await findingsOnMock(documentOf({ gone: 'The note was deleted' }))).toEqual([]);
});

test.each([
  'Return deleted notes, too',
  'Whether to include deleted notes. Default: no',
  'If true, deleted ones are returned as well',
])('a list shows what was deleted if it is asked to: %s', async (included) => {
  expect(await found({ included }, { lists: false })).toEqual([
    'list-follows-query: the list leaves out a deleted note although include_deleted asks for it',
  ]);
  expect(await found({ included }, {})).toEqual([]);
  expect(await findingsOnMock(documentOf({ included }))).toEqual([]);
});

test.each([
  { included: '' },
  { included: 'Include deleted files of the notes' },
  { included: 'Return deleted notes, too (administrators only)' },
  { included: 'Include notes deleted in the last 30 days' },
  { included: 'Return deleted notes, too', deletion: 'Permanently deletes a note' },
])('a list need not show what was deleted: %j', async (told) => {
  expect(await found(told, { lists: false })).toEqual([]);
});
