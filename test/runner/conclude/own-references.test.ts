import { expect, test } from 'vitest';
import type { JsonObject } from '../../../harness/core/model.ts';
import { type Call, errorsOf, type Reply, serveCalls, verifyDocument } from '../establish/books.ts';

const content = (schema: string) =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } }`;

/** Pages below each other, and comments that reply to others. */
const DOCUMENT = `openapi: 3.1.0
info: { title: Wiki, version: '1' }
paths:
  /pages/{slug}:
    parameters: [{ name: slug, in: path, required: true, schema: { $ref: '#/components/schemas/Slug' } }]
    get:
      operationId: getPage
      responses: { '200': { description: a page, ${content('Page')} }, '404': { description: unknown } }
    put:
      operationId: putPage
      requestBody: { required: true, ${content('PageWrite')} }
      responses:
        '200': { description: replaced, ${content('Page')} }
        '201': { description: created, ${content('Page')} }
        4XX: { description: rejected }
  /comments:
    post:
      operationId: addComment
      requestBody: { required: true, ${content('CommentWrite')} }
      responses: { '201': { description: created, ${content('Comment')} }, 4XX: { description: rejected } }
  /comments/{commentId}:
    get:
      operationId: getComment
      parameters: [{ name: commentId, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: a comment, ${content('Comment')} }, '404': { description: unknown } }
components:
  schemas:
    Slug: { type: string, pattern: '^[a-z0-9]{1,20}$' }
    PageWrite:
      type: object
      required: [title]
      properties: { title: { type: string, minLength: 1 }, parentSlug: { $ref: '#/components/schemas/Slug' } }
    Page:
      allOf: [{ $ref: '#/components/schemas/PageWrite' }]
      required: [slug]
      properties: { slug: { $ref: '#/components/schemas/Slug' } }
    CommentWrite:
      type: object
      required: [text]
      properties: { text: { type: string, minLength: 1 }, replyTo: { type: [string, 'null'] } }
    Comment:
      allOf: [{ $ref: '#/components/schemas/CommentWrite' }]
      required: [id]
      properties: { id: { type: string } }
`;

const REFERENCES: Readonly<Record<string, string>> = { pages: 'parentSlug', comments: 'replyTo' };
const TEXTS: Readonly<Record<string, string>> = { pages: 'title', comments: 'text' };

/** A service of both; `knows` says whether it finds the record that another one names. */
function wiki(knows: (isThere: boolean) => boolean): (call: Call) => Reply {
  const stored = new Map<string, JsonObject>();
  return ({ method, path, body }) => {
    const [, kind = '', id = `c${stored.size}`] = /^\/(pages|comments)(?:\/([^/]+))?$/.exec(path) ?? [];
    const known = stored.get(`${kind}/${id}`);
    if (method === 'GET') return known ? { status: 200, body: known } : { status: 404 };
    if (kind === 'pages' && !/^[a-z0-9]{1,20}$/.test(id)) return { status: 400 };
    const [text, named] = [body?.[TEXTS[kind] ?? ''], body?.[REFERENCES[kind] ?? '']];
    if (!body || typeof text !== 'string' || text === '') return { status: 400 };
    const isAbsent = named === undefined || (named === null && kind === 'comments');
    if (!isAbsent && (typeof named !== 'string' || (kind === 'pages' && !/^[a-z0-9]{1,20}$/.test(named))))
      return { status: 400 };
    if (!isAbsent && !knows(stored.has(`${kind}/${named}`))) return { status: 422, body: { code: 'invalid' } };
    const record = { ...body, [kind === 'pages' ? 'slug' : 'id']: id };
    stored.set(`${kind}/${id}`, record);
    return { status: known ? 200 : 201, body: record };
  };
}

test('what names another record of its type by the name of the identifier, or as a reply, names one that is there', async () => {
  const report = await verifyDocument(DOCUMENT, await serveCalls(wiki((isThere) => isThere)), { runs: 20 });
  expect(errorsOf(report)).toEqual([]);
  expect(report.operations.filter(({ verified }) => !verified)).toEqual([]);
});

test('a service that does not find the record that is there is found', async () => {
  const report = await verifyDocument(DOCUMENT, await serveCalls(wiki(() => false)));
  expect(errorsOf(report)).toEqual([
    expect.stringMatching(/^putPage expected-outcome: valid request rejected/),
    expect.stringMatching(/^addComment expected-outcome: valid request rejected/),
  ]);
});
