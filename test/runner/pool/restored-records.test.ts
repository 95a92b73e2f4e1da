import { expect, test } from 'vitest';
import { errorsOf, operationOf, type Reply, serveCalls, verifyDocument } from '../establish/books.ts';

const error = '{ description: error, content: { application/json: { schema: { type: object } } } }';
const note =
  '{ description: a note, content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: string } } } } } }';
const id = '[{ name: noteId, in: path, required: true, schema: { type: string } }]';
const DOCUMENT = `openapi: 3.0.3
info: { title: Notes, version: '1' }
paths:
  /notes:
    post: { operationId: createNote, responses: { '201': ${note} } }
  /notes/{noteId}:
    parameters: ${id}
    get: { operationId: readNote, responses: { '200': ${note}, '404': ${error} } }
    delete: { operationId: deleteNote, responses: { '204': { description: deleted }, '404': ${error} } }
  /notes/{noteId}/restore:
    parameters: ${id}
    post: { operationId: restoreNote, responses: { '200': ${note}, '404': ${error}, '409': ${error} } }
`;

test('a record is deleted before an action that restores it', async () => {
  const notes = new Map<string, 'there' | 'deleted'>();
  const url = await serveCalls(({ method, path }): Reply => {
    const [, , own = '', action] = path.split('/').map(decodeURIComponent);
    if (own === '') {
      const created = crypto.randomUUID();
      notes.set(created, 'there');
      return { status: 201, body: { id: created } };
    }
    const state = notes.get(own);
    if (state === undefined || (state === 'deleted' && action === undefined)) return { status: 404, body: {} };
    if (action === undefined && method !== 'DELETE') return { status: 200, body: { id: own } };
    if (action !== undefined && state === 'there') return { status: 409, body: {} };
    notes.set(own, action === undefined ? 'deleted' : 'there');
    return action === undefined ? { status: 204 } : { status: 200, body: { id: own } };
  });
  const report = await verifyDocument(DOCUMENT, url, {});
  expect(errorsOf(report)).toEqual([]);
  expect(operationOf(report, 'restoreNote')).toMatchObject({ verified: true });
});
