import { expect, test } from 'vitest';
import { bodyOf, serve } from '../../servers.ts';
import { errorsOf, operationOf, verifyDocument } from '../establish/books.ts';

const document = (example: string) => `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /note:
    patch:
      operationId: patchNote
      requestBody:
        required: true
        content:
          application/json-patch+json:
            schema:
              type: array
              minItems: 1
              items:
                type: object
                required: [op, path]
                properties: { op: { enum: [replace, remove] }, path: { type: string }, value: { type: string } }
${example}
      responses:
        '204': { description: changed }
        4XX: { description: rejected }
`;

/** Its note has a title, which cannot be removed. */
async function serveNote(): Promise<string> {
  return serve(async ({ headers }, response) => {
    const isPatch = headers['content-type']?.toLowerCase().startsWith('application/json-patch+json');
    const status = isPatch ? statusOf((await bodyOf(response.req)).toString()) : 415;
    response.writeHead(status).end();
  });
}

function statusOf(text: string): number {
  try {
    const [first, ...more]: { op?: unknown; path?: unknown; value?: unknown }[] = JSON.parse(text);
    if (first?.path !== '/title' || more.length > 0) return 409;
    return first.op === 'replace' && typeof first.value === 'string' ? 204 : 422;
  } catch {
    return 400;
  }
}

test('a valid JSON Patch that does not apply to the record may be rejected (RFC 5789 section 2.2)', async () => {
  const example = '            example: [{ op: replace, path: /title, value: new }]';
  const report = await verifyDocument(document(example), await serveNote(), { runs: 20 });
  expect(errorsOf(report)).toEqual([]);
  expect(operationOf(report, 'patchNote').verified).toBe(true);
});

test('an operation that applies none of the patches is not verified, and says what would help', async () => {
  const report = await verifyDocument(document(''), await serveNote());
  expect(errorsOf(report)).toEqual([]);
  expect(operationOf(report, 'patchNote')).toMatchObject({
    verified: false,
    reason: expect.stringContaining('the patch does not apply to the record (409): give an example of one that does'),
  });
});
