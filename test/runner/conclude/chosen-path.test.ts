import { expect, test } from 'vitest';
import { errorsOf, operationOf, serveCalls, verifyDocument } from '../establish/books.ts';

const DOCUMENT = `openapi: 3.0.3
info: { title: Topics, version: '1' }
paths:
  /topics/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    post:
      operationId: createTopic
      requestBody:
        content: { application/json: { schema: { type: object, properties: { text: { type: string } } } } }
      responses:
        '201': { description: created }
        '409': { description: there is one }
        default: { description: error }
    get:
      operationId: getTopic
      responses: { '200': { description: a topic }, default: { description: error } }
`;

test('a conflict of a creation whose path names the record says that there is one', async () => {
  const topics = new Set<string>();
  const target = await serveCalls(({ method, path, body, headers }) => {
    if (method === 'GET') return { status: topics.has(path) ? 200 : 404 };
    const isSent = headers['content-type'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (isSent && (!body || typeof (body['text'] ?? '') !== 'string')) return { status: 400 };
    if (topics.has(path)) return { status: 409 };
    topics.add(path);
    return { status: 201 };
  });
  const report = await verifyDocument(DOCUMENT, target, { include: ['createTopic'] });
  expect(errorsOf(report)).toEqual([]);
  expect(operationOf(report, 'createTopic').verified).toBe(true);
});
