import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { show } from '../../harness/cli/commands/show.ts';
import type { Report } from '../../harness/core/report.ts';
import { renderers } from '../../harness/report/index.ts';
import { folder } from '../openapi/documents.ts';
import { sampleReport } from '../report/sample.ts';
import { runCommand } from './petstore.ts';

const DOCUMENT = `openapi: 3.0.3
info: { title: Books, version: '1' }
paths:
  /authors:
    post:
      operationId: createAuthor
      responses: { '201': { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Author' } } } } }
  /authors/{authorId}:
    parameters: [{ name: authorId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readAuthor, responses: { '200': { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Author' } } } } } }
  /authors/{authorId}/books:
    parameters: [{ name: authorId, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: listBooks
      parameters: [{ name: offset, in: query, schema: { type: integer } }, { name: limit, in: query, schema: { type: integer } }]
      responses: { '200': { description: '', content: { application/json: { schema: { type: object, properties: { books: { type: array, items: { $ref: '#/components/schemas/Book' } }, total: { type: integer } } } } } } }
    post:
      operationId: createBook
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
      responses: { '201': { description: '', headers: { Location: { schema: { type: string } } } } }
  /authors/{authorId}/books/{bookId}:
    parameters: [{ name: authorId, in: path, required: true, schema: { type: integer } }, { name: bookId, in: path, required: true, schema: { type: string } }]
    delete: { operationId: deleteBook, responses: { '204': { description: '' } } }
  /me:
    delete: { operationId: leave, responses: { '204': { description: '' } } }
    put: { operationId: changeMe, responses: { '204': { description: '' } } }
  /publishers/{publisherId}:
    get: { responses: { '200': { description: '' } } }
components:
  schemas:
    Author: { type: object, properties: { id: { type: integer }, name: { type: string } } }
    Book: { type: object, required: [coAuthorId], properties: { id: { type: string, readOnly: true }, coAuthorId: { type: integer }, createdAt: { type: string } } }
`;

function files(contents: Readonly<Record<string, string>>): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'show-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(folder, name), text);
  return (name) => join(folder, name);
}

/** What is printed of the resource types. */
async function resources(document: string, config?: string): Promise<string> {
  const file = files({ 'spec.yaml': document, 'contract.yaml': config ?? '' });
  const args = ['--spec', file('spec.yaml'), ...(config === undefined ? [] : ['--config', file('contract.yaml')])];
  const { out } = await runCommand(show, args);
  return out.slice(out.indexOf('Resources:'), out.indexOf('\n\nUnspecified behavior'));
}

describe('show prints the resource types', () => {
  test('each guess with its reason', async () => {
    expect(await resources(DOCUMENT)).toMatchInlineSnapshot(`
      "Resources: inferred from paths, schemas and links; \`resources\` in contract.yaml corrects them

      me (singleton)
        item  /me  one record without an identifier
        operations
          update, creates           changeMe PUT /me  PUT on a path without an identifier that can be deleted: it creates too
          delete, ends the account  leave DELETE /me  DELETE on a path without an identifier; it deletes the account of whoever is logged in

      author
        item        /authors/{authorId}  its parameters identify one record
        collection  /authors
        identifier authorId
          response  /id of createAuthor       /id of the response is named like authorId
          location  Location of createAuthor  a 201 may have a Location header without documenting it (RFC 9110 15.3.2)
        operations
          create  createAuthor POST /authors          POST on a collection; the item path /authors/{authorId} is below it
          read    readAuthor GET /authors/{authorId}  GET on an item path
        set by the service
          /id, /name  no request has it

      publisher
        item  /publishers/{publisherId}  its parameters identify one record
        identifier publisherId
          nowhere  give a value, or correct \`create\` or \`id\`
        operations
          read  GET /publishers/{publisherId}  GET on an item path

      book
        item        /authors/{authorId}/books/{bookId}  its parameters identify one record
        collection  /authors/{authorId}/books
        parent      author
        identifier bookId
          location  Location of createBook    the 201 response documents a Location header
          list      /books/*/id of listBooks  /id of the list items is named like bookId
        operations
          list    listBooks GET /authors/{authorId}/books               GET on a collection; the item path /authors/{authorId}/books/{bookId} is below it
          create  createBook POST /authors/{authorId}/books             POST on a collection; the item path /authors/{authorId}/books/{bookId} is below it
          delete  deleteBook DELETE /authors/{authorId}/books/{bookId}  DELETE on an item path
        references
          createBook  body /coAuthorId -> author (required)  it is named like an id of author
        set by the service
          /id         it is readOnly
          /createdAt  services usually set a property of this name
        paging
          listBooks  offset by offset from 0, size limit, items in /books, total in /total"
    `);
  });

  test('as the configuration corrects them', async () => {
    const out = await resources(DOCUMENT, 'resources:\n  volume: { item: "/authors/{a}/books/{b}", id: /key }\n');
    expect(out).toContain('\nvolume\n  item        /authors/{authorId}/books/{bookId}');
    expect(out).toContain('    configuration  /key of createBook');
  });

  test('none, if there are none', async () => {
    const out = await resources(
      'openapi: 3.0.3\ninfo: { title: A, version: "1" }\npaths: { /: { get: { responses: { "200": { description: ok } } } } }',
    );
    expect(out).toContain('corrects them\n\n  none\n\nno resource type\n  other  GET /');
  });

  test('control characters as escapes', async () => {
    const out = await resources(DOCUMENT.replace('operationId: leave', 'operationId: "le\\eave"'));
    expect(out).toContain('le\\u{1b}ave');
  });
});

test('a mistake in the corrections ends the command with its line', async () => {
  await expect(resources(DOCUMENT, 'resources:\n  boook: { ignore: true }\n')).rejects.toThrow(
    /contract\.yaml:2:3: unknown resource type boook.*Did you mean book\?/,
  );
});

test('a settings file that does not exist ends the command', async () => {
  await expect(runCommand(show, ['--config', 'nowhere.yaml'])).rejects.toThrow('no such file');
});

describe('show --learned', () => {
  function learned(report: Report) {
    const made = folder({
      'report.json': renderers.json(report, { secretHeaders: [], full: false, repository: undefined }),
    });
    return runCommand(show, ['--learned', join(made, 'report.json')]);
  }

  test('prints what a run has learned as settings', async () => {
    const report = sampleReport();
    const operations = report.operations.map((each, index) =>
      index === 0 ? { ...each, unique: ['isbn', 'slug'] } : each,
    );
    const { code, out } = await learned({ ...report, operations });
    expect([code, out]).toEqual([0, `# ${operations[0]?.id}: isbn, slug (409 responses)\nunique: ["isbn", "slug"]\n`]);
    expect((await learned(report)).out).toBe('Nothing was learned.\n');
  });

  test('names a file that is no report', async () => {
    await expect(runCommand(show, ['--learned', 'package.json'])).rejects.toThrow('package.json: not a report');
    await expect(runCommand(show, ['--learned', 'nowhere.json'])).rejects.toThrow('cannot read nowhere.json: ');
  });
});

test('--operation lists the clauses of one operation', async () => {
  const spec = join(folder({ 'books.yaml': DOCUMENT }), 'books.yaml');
  const { out } = await runCommand(show, [spec, '--operation', 'readAuthor']);
  expect(out.split('\n', 1)[0]).toBe('readAuthor: GET /authors/{authorId}');
  expect(out).not.toContain('createAuthor');
});
