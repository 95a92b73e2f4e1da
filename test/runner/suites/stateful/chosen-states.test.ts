import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';
import { findingsOnMock } from './on-mock.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const STATES = ['draft', 'sent', 'paid'];
const State = { type: 'string', enum: STATES };
const Bill = {
  type: 'object',
  required: ['id', 'state', 'name'],
  properties: { id: { ...text, readOnly: true }, state: { ...State, readOnly: true }, name: text },
};
const whole = json({ $ref: '#/components/schemas/Bill' });
const bill = { description: 'a bill', ...whole };
const errors = Object.fromEntries([400, 404].map((each) => [each, { description: 'error' }]));
const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];

/** Bills that are moved from one state to another. */
const spec = {
  openapi: '3.1.0',
  info: { title: 'Bills', version: '1' },
  paths: {
    '/bills': { post: { requestBody: { required: true, ...whole }, responses: { 201: bill, ...errors } } },
    '/bills/{id}': { parameters, get: { responses: { 200: bill, ...errors } } },
    '/bills/{id}/moves': {
      parameters,
      post: {
        description: '`draft` → `sent` → `paid`',
        requestBody: {
          required: true,
          ...json({ type: 'object', required: ['to'], properties: { to: State } }),
        },
        responses: { 200: bill, ...errors, 409: { description: 'There is no such transition' } },
      },
    },
  },
  components: { schemas: { Bill } },
};

type Fault = 'none' | 'not stored' | 'applied though rejected' | 'any move';

function bills(fault: Fault): (call: Call) => Reply {
  const stored = new Map<string, JsonObject>();
  return ({ method, path, body }) => {
    const [, , own = '', moves] = path.split('/');
    if (own === '') {
      if (typeof body?.['name'] !== 'string' || body['name'] === '') return { status: 400 };
      const made = { id: `b${stored.size}`, state: 'draft', name: body['name'] };
      stored.set(made.id, made);
      return { status: 201, body: made };
    }
    const found = stored.get(own);
    if (!found) return { status: 404 };
    if (moves === undefined || method !== 'POST') return { status: 200, body: found };
    const to = String(body?.['to']);
    if (!STATES.includes(to)) return { status: 400 };
    const moved = { ...found, state: to };
    const isNext = STATES.indexOf(to) === STATES.indexOf(String(found['state'])) + 1 || fault === 'any move';
    if (isNext ? fault !== 'not stored' : fault === 'applied though rejected') stored.set(own, moved);
    return isNext ? { status: 200, body: moved } : { status: 409 };
  };
}

test.each<[Fault, string[]]>([
  ['none', []],
  ['not stored', ['action-is-visible']],
  ['applied though rejected', ['rejected-changes-nothing']],
  ['any move', ['conflict-is-rejected']],
])('a record is led through its states; fault: %s', async (fault, checks) => {
  const target = await serveCalls(bills(fault));
  const { findings } = await verify({ spec, target, suites: ['stateful'], runs: 1, consistency: 20 });
  expect(findings.map(({ check }) => check)).toEqual(checks);
});

test('the mock leads its records the ways that the document draws, and no others', async () => {
  expect(await findingsOnMock(spec)).toEqual([]);
});
