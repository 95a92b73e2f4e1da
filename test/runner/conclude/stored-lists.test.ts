import { expect, test } from 'vitest';
import { bodyOf, serve } from '../../servers.ts';
import { errorsOf, verifyDocument } from '../establish/books.ts';

const NOTE =
  '{ type: object, required: [text], properties: { text: { type: string, maxLength: 30 }, done: { type: boolean } } }';
const DOCUMENT = `openapi: 3.0.3
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      operationId: listNotes
      responses:
        '200': { description: all, content: { application/json: { schema: { type: array, items: ${NOTE} } } } }
    post:
      operationId: addNotes
      requestBody:
        required: true
        content: { application/json: { schema: { type: array, minItems: 1, items: ${NOTE} } } }
      responses:
        '201': { description: stored, content: { application/json: { schema: { type: array, items: ${NOTE} } } } }
        '400': { description: invalid }
`;

interface Note {
  readonly text?: unknown;
  readonly done?: unknown;
}

const isNote = (value: Note | null) => typeof value?.text === 'string' && [...value.text].length <= 30;

/** Whatever comes for `done` is stored as text, if it is neither true nor false. */
function stored({ text, done }: Note): Note {
  if (done === undefined) return { text };
  return { text, done: typeof done === 'boolean' ? done : String(done) };
}

function notesIn(bytes: Buffer): Note[] | undefined {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return Array.isArray(value) && value.length > 0 && value.every(isNote) ? value : undefined;
  } catch {
    return undefined;
  }
}

test('what an item of an accepted invalid array has stored is shown as its consequence', async () => {
  const notes: Note[] = [];
  const target = await serve(async (request, response) => {
    const send = (status: number, body?: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
    if (request.method === 'GET') return send(200, notes);
    const isJson = /^application\/json *(;|$)/i.test(request.headers['content-type'] ?? '');
    const sent = isJson ? notesIn(await bodyOf(request)) : undefined;
    if (!sent) return send(400);
    const added = sent.map(stored);
    notes.push(...added);
    send(201, added);
  });
  const report = await verifyDocument(DOCUMENT, target, { suites: ['generated'] });
  expect([...new Set(errorsOf(report).map((error) => error.split(' ')[0]))]).toEqual(['addNotes']);
  expect(report.findings.map(({ message }) => message).join()).toContain('addNotes accepted it although it is invalid');
});
