import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contractHere } from '../e2e/program.ts';
import { folder } from '../openapi/documents.ts';
import { deafUrl } from '../servers.ts';

const DOCUMENT = `
openapi: 3.0.3
info: { title: Notes, version: '1' }
paths:
  /notes:
    post:
      operationId: createNote
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses: { '201': { $ref: '#/components/responses/Stored' }, '400': { description: invalid } }
    get:
      operationId: listNotes
      responses:
        '200':
          description: all
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Stored' } } } }
  /notes/{noteId}:
    parameters: [{ name: noteId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readNote
      responses: { '200': { $ref: '#/components/responses/Stored' }, '404': { description: unknown } }
    patch:
      operationId: changeNote
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses:
        '200': { $ref: '#/components/responses/Stored' }
        '400': { description: invalid }
        '404': { description: unknown }
components:
  responses:
    Stored: { description: stored, content: { application/json: { schema: { $ref: '#/components/schemas/Stored' } } } }
  schemas:
    Note:
      type: object
      required: [text]
      properties: { text: { type: string, minLength: 1 }, color: { type: string, enum: [red, blue] } }
    Stored:
      allOf:
        - $ref: '#/components/schemas/Note'
        - { type: object, required: [id], properties: { id: { type: string } } }
`;

/** Keeps its notes in memory, ends when it is to create null, and fails for a while when it is started again and listens. */
const SERVICE = `
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
const notes = new Map();
let isReady = !existsSync('started');
writeFileSync('started', '');
const isNote = ({ text, color = 'red' }) => typeof text === 'string' && text !== '' && ['red', 'blue'].includes(color);
createServer(async (request, response) => {
  const send = (status, body) => response
    .writeHead(status, body ? { 'content-type': 'application/json' } : {})
    .end(body && JSON.stringify(body));
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  if (!isReady) return send(500);
  const id = request.url.split('/')[2];
  if (request.method === 'GET' && id === undefined) return send(200, [...notes.values()]);
  const known = notes.get(id);
  if (id !== undefined && !known) return send(404);
  if (request.method === 'GET') return send(200, known);
  let body;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    if (!/^application\\/json *(;|$)/i.test(request.headers['content-type'] ?? '')) return send(400);
    body = JSON.parse(text);
  } catch {
    return send(400);
  }
  if (body === null && id === undefined) process.exit(3);
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !isNote(body)) return send(400);
  const note = { ...body, id: id ?? crypto.randomUUID() };
  notes.set(note.id, note);
  send(id === undefined ? 201 : 200, note);
}).listen(process.argv[2], '127.0.0.1', () => setTimeout(() => { isReady = true; }, 400));
`;

test('the records of a service that forgets them when it ends are created again', async () => {
  const cwd = folder({ 'openapi.yaml': DOCUMENT, 'service.mjs': SERVICE });
  const url = await deafUrl();
  const setup = `exec node service.mjs ${new URL(url).port}`;
  const args = ['verify', 'openapi.yaml', url, '--setup', setup, '--wait', '60s', '--suite', 'generated'];
  const { out } = await contractHere([...args, '--json', 'report.json', '--seed', '1'], { cwd });
  const { findings } = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));
  const errors = findings.filter(({ severity }: { severity: string }) => severity === 'error');
  const cases = errors.map(({ check, cases: of }: { check: string; cases: string[] }) => [check, ...of]);
  expect(cases, out).toEqual([['complete-response', 'createNote: body is null']]);
  expect(out).toContain('started again with --setup');
});
