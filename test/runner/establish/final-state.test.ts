import { expect, test } from 'vitest';
import { stringifyJson } from '../../../harness/core/json/index.ts';
import type { JsonObject } from '../../../harness/core/model.ts';
import { type Call, errorsOf, type Reply, serveCalls, verifyDocument } from './books.ts';

const content = (schema: string) =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } }`;

const DOCUMENT = `openapi: 3.1.0
info: { title: Alerts, version: '1' }
paths:
  /alerts:
    post:
      operationId: raise
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string } } } } } }
      responses: { '201': { description: raised, ${content('Alert')} }, 4XX: { description: rejected } }
  /alerts/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: read
      responses: { '200': { description: an alert, ${content('Alert')} }, '404': { description: unknown } }
    patch:
      operationId: change
      requestBody: { required: true, ${content('Change')} }
      responses:
        '200': { description: changed, ${content('Alert')} }
        '409': { description: closed }
        4XX: { description: rejected }
components:
  schemas:
    Change:
      type: object
      properties: { status: { type: string, enum: [open, acknowledged, closed] }, level: { type: integer, minimum: 1, maximum: 9 } }
    Alert:
      type: object
      required: [id]
      properties: { id: { type: string }, text: { type: string }, status: { type: string }, level: { type: integer, minimum: 1, maximum: 9 } }
`;

const STATUSES = ['open', 'acknowledged', 'closed'];

/** Alerts whose status goes forward only; one that is closed is not changed any more. */
function alerts(highest = 9): (call: Call) => Reply {
  const stored = new Map<string, JsonObject>();
  return ({ method, path, body, headers }) => {
    const id = /^\/alerts\/([^/]+)$/.exec(path)?.[1];
    if (id === undefined) {
      if (typeof body?.['text'] !== 'string') return { status: 400 };
      const alert = { id: `a${stored.size}`, text: body['text'], status: 'open', level: 1 };
      stored.set(alert.id, alert);
      return { status: 201, body: alert };
    }
    const known = stored.get(id);
    if (!known || method === 'GET') return known ? { status: 200, body: known } : { status: 404 };
    const { status = known['status'], level = 1 } = body ?? {};
    const [from, to] = [known['status'], status].map((each) => STATUSES.indexOf(String(each))) as [number, number];
    const isValid = body && typeof status === 'string' && to >= 0 && /^[1-9](\.0+)?$/.test(stringifyJson(level));
    if (!isValid || !headers['content-type']) return { status: 400 };
    if (from === 2 || to < from || Number(stringifyJson(level)) > highest) return { status: 409 };
    const changed = { ...known, status, level };
    stored.set(id, changed);
    return { status: 200, body: changed };
  };
}

test.each([1, 2, 4])(
  'a record that a change has put into a final state is replaced (%i at once)',
  async (concurrency) => {
    const report = await verifyDocument(DOCUMENT, await serveCalls(alerts()), { runs: 20, concurrency });
    expect(errorsOf(report)).toEqual([]);
    expect(report.operations.filter(({ verified }) => !verified)).toEqual([]);
  },
);

test('a change that no new record takes is found', async () => {
  const report = await verifyDocument(DOCUMENT, await serveCalls(alerts(8)));
  expect(errorsOf(report)).toContainEqual(expect.stringMatching(/^change expected-outcome: .*maximum/));
});
