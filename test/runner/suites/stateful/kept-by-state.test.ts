import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const id = { ...text, readOnly: true };
const status = { type: 'string', enum: ['booked', 'cancelled'], readOnly: true };
const Guest = { type: 'object', required: ['name'], properties: { id, name: text } };
const Stay = { type: 'object', required: ['guestId'], properties: { id, guestId: text, status } };
const gives = (name: string) => ({ description: name, ...json({ $ref: `#/components/schemas/${name}` }) });
const errors = Object.fromEntries([400, 404, 409, 422].map((each) => [each, { description: 'error' }]));
const creation = (operationId: string, name: string) => ({
  operationId,
  requestBody: { required: true, ...json({ $ref: `#/components/schemas/${name}` }) },
  responses: { 201: gives(name), ...errors },
});
const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
const read = (operationId: string, name: string) => ({ operationId, responses: { 200: gives(name), ...errors } });
const removed = { responses: { 204: { description: 'gone' }, ...errors } };

/** Guests who are not deleted while they have a stay in a state. */
const spec = (state: string) => ({
  openapi: '3.1.0',
  info: { title: 'Guests', version: '1' },
  paths: {
    '/guests': { post: creation('createGuest', 'Guest') },
    '/guests/{id}': {
      parameters,
      get: read('readGuest', 'Guest'),
      delete: {
        operationId: 'deleteGuest',
        description: `Not possible while the guest has a ${state} stay (409).`,
        ...removed,
      },
    },
    '/stays': { post: creation('createStay', 'Stay') },
    '/stays/{id}': { parameters, get: read('readStay', 'Stay') },
  },
  components: { schemas: { Guest, Stay } },
});

function guests(isKept: boolean): (call: Call) => Reply {
  const stored: Record<string, Map<string, JsonObject>> = { guests: new Map(), stays: new Map() };
  return ({ method, path, body }) => {
    const [, name = '', own] = path.split('/');
    const all = stored[name];
    if (!all) return { status: 404 };
    if (method === 'POST') {
      const key = name === 'guests' ? 'name' : 'guestId';
      const value = body?.[key];
      if (typeof value !== 'string' || value === '') return { status: 400 };
      if (key === 'guestId' && !stored['guests']?.has(value)) return { status: 422 };
      const made = { id: `${name}${all.size + 1}`, [key]: value, ...(key === 'guestId' && { status: 'booked' }) };
      all.set(made.id, made);
      return { status: 201, body: made };
    }
    const found = all.get(own ?? '');
    if (!found) return { status: 404 };
    if (method !== 'DELETE') return { status: 200, body: found };
    const stays = [...(stored['stays']?.values() ?? [])].filter(({ guestId }) => guestId === own);
    if (isKept && stays.length > 0) return { status: 409 };
    all.delete(own ?? '');
    all.set(`deleted ${own}`, found);
    return { status: 204 };
  };
}

test.each<[state: string, isKept: boolean, checks: string[]]>([
  ['booked', true, []],
  ['booked', false, ['conflict-is-rejected']],
  ['cancelled', false, []],
])('a record that the document keeps while another is %s; kept: %s', async (state, isKept, checks) => {
  const target = await serveCalls(guests(isKept));
  const { findings } = await verify({ spec: spec(state), target, suites: ['stateful'], runs: 1, consistency: 20 });
  expect(findings.map(({ check }) => check)).toEqual(checks);
});
