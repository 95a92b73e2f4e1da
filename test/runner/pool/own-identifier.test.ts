import { expect, test } from 'vitest';
import { isNumber } from '../../../harness/core/json/decimal.ts';
import type { JsonObject } from '../../../harness/core/model.ts';
import { type Call, errorsOf, operationOf, type Reply, serveCalls, verifyDocument } from '../establish/books.ts';

/** As many frameworks publish it: no body is required, the identifier is an ordinary property, and PATCH changes all. */
const NOTES = `openapi: 3.0.3
info: { title: Notes, version: '1' }
paths:
  /notes:
    post: { operationId: createNote, requestBody: &body { content: { application/json: { schema: &note { type: object, required: [text], properties: { id: { type: number }, text: { type: string } } } } } }, responses: &one { '200': { description: a note, content: { application/json: { schema: *note } } }, 4XX: &error { description: an error } } }
    patch: { operationId: changeNotes, requestBody: *body, responses: *one }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: number } }]
    get: { operationId: getNote, responses: *one }
    put: { operationId: replaceNote, requestBody: *body, responses: *one }
    patch: { operationId: changeNote, requestBody: *body, responses: *one }
`;

function notes(): (call: Call) => Reply {
  const stored = new Map<number, JsonObject>();
  return ({ method, path, body }) => {
    const id = Number(path.split('/')[2]);
    const isNote = typeof body?.['text'] === 'string' && (body['id'] === undefined || isNumber(body['id']));
    if (method !== 'GET' && !isNote) return { status: 422 };
    if (method === 'POST') {
      const note = { ...body, id: stored.size + 1 };
      stored.set(note.id, note);
      return { status: 200, body: note };
    }
    const known = stored.get(id);
    if (!known) return { status: 404 };
    if (method === 'GET') return { status: 200, body: known };
    if (body?.['id'] !== undefined && Number(body['id']) !== id) return { status: 400 };
    stored.set(id, { ...body, id });
    return { status: 200, body: { ...body, id } };
  };
}

test('an update keeps the identifier of its record, and what changes a whole collection is not sent', async () => {
  const calls: Call[] = [];
  const report = await verifyDocument(NOTES, await serveCalls(notes(), calls), { runs: 20 });
  expect(errorsOf(report).filter((each) => !each.includes('no body'))).toEqual([]);
  for (const id of ['createNote', 'getNote', 'replaceNote', 'changeNote'])
    expect(operationOf(report, id)).toMatchObject({ verified: true });
  expect(operationOf(report, 'changeNotes')).toMatchObject({
    verified: false,
    reason: expect.stringContaining(
      "--include '/**' --include changeNotes sends it, --exclude changeNotes leaves it out",
    ),
  });
  expect(calls.filter(({ method, path }) => method === 'PATCH' && path === '/notes')).toEqual([]);
});

test('what has to be named to be sent is told how', async () => {
  const selected = async (include: readonly string[]) => {
    const report = await verifyDocument(NOTES, await serveCalls(notes()), { runs: 0, include });
    return operationOf(report, 'changeNotes');
  };
  expect((await selected(['/**'])).reason).toContain('name changeNotes in include, too, to send it, or in exclude');
  expect((await selected(['/**', 'changeNotes'])).sent).toBeGreaterThan(0);
});
