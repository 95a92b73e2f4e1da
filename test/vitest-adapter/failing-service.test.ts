import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startVitest } from 'vitest/node';
import type { JsonObject } from '../../harness/core/model.ts';
import { PETS, serveRecorded } from '../cli/petstore.ts';
import { folder } from '../openapi/documents.ts';
import { type Reply, serveCalls } from '../runner/establish/books.ts';

/** A file of tests that is there until they are over. */
function testFile(name: string, options: string): string {
  const file = join(import.meta.dirname, `made-${name}-${process.pid}.spec.ts`);
  writeFileSync(
    file,
    `import { contractTests } from '../../harness/vitest.ts';\ncontractTests({ target: process.env['TARGET'] ?? '', ${options} });\n`,
  );
  onTestFinished(() => rmSync(file));
  return file;
}

/** Runs a file as Vitest does. @returns its tests with their states, and the message of the first that failed */
async function runTests(file: string, url: string) {
  const vitest = await startVitest('test', [file], {
    watch: false,
    config: false,
    include: [file],
    reporters: [{}],
    env: { TARGET: url },
  });
  const tests = [...(vitest.state.getTestModules()[0]?.children.allTests() ?? [])];
  const results = tests.map((each) => [each.name, each.result().state]);
  const message = tests.find((each) => each.result().state === 'failed')?.result().errors?.[0]?.message;
  await vitest.close();
  process.exitCode = undefined;
  return { results, message };
}

test('each case is a test of its own; one that violates the contract fails with what the console would say', async () => {
  const { url } = await serveRecorded((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1}'),
  );
  const { results, message } = await runTests(testFile('pets', `spec: '${PETS}', suites: ['examples']`), url);
  expect(results).toEqual([
    ['createPet: document example ida', 'failed'],
    ['createPet is verified', 'passed'],
    ['requests together', 'passed'],
  ]);
  expect(message).toContain('createPet: /name of the 200 response body is required');
  expect(message).toContain(`reproduce    curl -i --path-as-is --globoff -X 'POST' '${url}/pets'`);
});

test('what several requests show together fails the test of the operation, with a script that repeats it', async () => {
  const notes = new Map<string, JsonObject>();
  const url = await serveCalls(({ method, path, body }): Reply => {
    const id = path.slice('/notes/'.length);
    if (method === 'POST') {
      const note = { ...body, id: `n${notes.size + 1}` };
      notes.set(note.id, note);
      return { status: 201, body: note };
    }
    // An update is shown, and not stored.
    const note = notes.get(id);
    return note ? { status: 200, body: { ...note, ...body } } : { status: 404 };
  });
  const spec = join(folder({ 'notes.yaml': NOTES }), 'notes.yaml');
  const { results, message } = await runTests(
    testFile('notes', `spec: '${spec}', suites: ['stateful'], consistency: 100`),
    url,
  );
  expect(results.filter(([name]) => String(name).endsWith(' in sequences'))).toEqual([
    ['addNote in sequences', 'passed'],
    ['getNote in sequences', 'passed'],
    ['replaceNote in sequences', 'failed'],
  ]);
  expect(message).toContain('replaceNote: the note does not show the values that it was sent');
  expect(message).toContain("echo '1. create a note (seen: 201)'");
});

const NOTES = `openapi: 3.0.3
info: { title: Notes, version: '1' }
paths:
  /notes:
    post:
      operationId: addNote
      requestBody: &note { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses:
        '201': { description: added, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
  /notes/{noteId}:
    parameters: [{ name: noteId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getNote
      responses: &one
        '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        '404': { description: none }
    put:
      operationId: replaceNote
      requestBody: *note
      responses: *one
components:
  schemas:
    Note:
      type: object
      required: [text]
      properties: { id: { type: string, readOnly: true }, text: { type: string, minLength: 1 } }
`;
