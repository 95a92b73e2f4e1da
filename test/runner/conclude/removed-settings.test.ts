import { expect, test } from 'vitest';
import { serve } from '../../servers.ts';
import { errorsOf, operationOf, verifyDocument } from '../establish/books.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Settings, version: '1' }
paths:
  /settings:
    delete:
      operationId: clearSettings
      parameters: [{ name: depth, in: query, schema: { type: integer, minimum: 1, maximum: 9 } }]
      responses:
        '204': { description: removed }
        default: { description: rejected }
`;

test('what a request without an identifier removes may be gone (404), although somebody has put it back by now', async () => {
  let isThere = true;
  const target = await serve(({ method, url }, response) => {
    const depth = new URL(url ?? '', 'http://127.0.0.1').searchParams.get('depth');
    const isValid = method === 'DELETE' && (depth === null || /^[1-9]$/.test(depth));
    response.writeHead(!isValid ? 400 : isThere ? 204 : 404).end();
    if (isValid) isThere = !isThere;
  });
  const report = await verifyDocument(DOCUMENT, target, { runs: 20 });
  expect(errorsOf(report)).toEqual([]);
  expect(operationOf(report, 'clearSettings')).toMatchObject({ verified: true });
});
