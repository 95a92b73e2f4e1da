import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { findingsOnMock } from './on-mock.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const title = { type: 'string', minLength: 1, maxLength: 40 };
const claim = {
  type: 'object',
  required: ['id', 'title', 'state'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title,
    state: { type: 'string', enum: ['pending', 'approved', 'rejected'], readOnly: true },
  },
};
const ok = { description: 'ok', ...json(claim) };
const errors = Object.fromEntries([400, 404, 409].map((each) => [each, { description: 'error' }]));
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];

/** Claims that are approved or rejected. */
const documentOf = (decision: string, withdrawal: string) => ({
  openapi: '3.1.0',
  info: { title: 'claims', version: '1' },
  paths: {
    '/claims': {
      post: {
        operationId: 'claim',
        requestBody: { required: true, ...json({ type: 'object', required: ['title'], properties: { title } }) },
        responses: { 201: ok, 400: { description: 'error' } },
      },
    },
    '/claims/{id}': {
      parameters,
      get: { operationId: 'read', responses: { 200: ok, 404: { description: 'error' } } },
      delete: {
        operationId: 'withdraw',
        description: withdrawal,
        responses: { 204: { description: 'gone' }, ...errors },
      },
    },
    ...Object.fromEntries(
      ['approve', 'reject'].map((each) => [
        `/claims/{id}/${each}`,
        { parameters, post: { operationId: each, description: decision, responses: { 200: ok, ...errors } } },
      ]),
    ),
  },
});

interface Claim {
  readonly id: number;
  readonly title: string;
  readonly state: string;
}

/** Whether a claim in a state, one that is decided, takes an operation. */
type Takes = (operation: 'approve' | 'reject' | 'withdraw', state: string) => boolean;

function claimsApp(takes: Takes) {
  const claims = new Map<number, Claim>();
  let last = 0;
  const show = (own: Claim, status = 200) => {
    claims.set(own.id, own);
    return Response.json(own, { status });
  };
  const fail = (status: number) => new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const [, , id, action] = new URL(request.url).pathname.split('/');
    if (id === undefined) {
      const sent = JSON.parse((await request.text()) || '{}');
      const isValid = typeof sent.title === 'string' && sent.title !== '';
      return isValid ? show({ id: ++last, title: sent.title, state: 'pending' }, 201) : fail(400);
    }
    const own = claims.get(Number(id));
    if (!own) return fail(404);
    const mayBe = (operation: Parameters<Takes>[0]) => own.state === 'pending' || takes(operation, own.state);
    if (action === 'approve') return mayBe('approve') ? show({ ...own, state: 'approved' }) : fail(409);
    if (action === 'reject') return mayBe('reject') ? show({ ...own, state: 'rejected' }) : fail(409);
    if (request.method !== 'DELETE') return Response.json(own);
    if (!mayBe('withdraw')) return fail(409);
    claims.delete(own.id);
    return fail(204);
  };
}

const ONCE = 'A claim can be decided only once.';
const WITHDRAWN = 'A claim that was decided cannot be withdrawn.';

async function found(takes: Takes, spec = documentOf(ONCE, WITHDRAWN)): Promise<string[]> {
  const options = { suites: ['stateful'], consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec, app: claimsApp(takes), ...options });
  return findings.map(({ check, operation, message }) => `${operation} ${check}: ${message}`);
}

const accepted = (what: string, state: string) =>
  `${what} conflict-is-rejected: it is accepted for a claim that is ${state}, which the document calls a conflict`;

test('what several actions do is done only once', async () => {
  expect(await found(() => false)).toEqual([]);
  expect(await found((operation, state) => operation === 'approve' && state === 'rejected')).toEqual([
    accepted('approve', 'rejected'),
  ]);
  expect(await found((operation, state) => operation === 'reject' && state === 'approved')).toEqual([
    accepted('reject', 'approved'),
  ]);
  expect(await findingsOnMock(documentOf(ONCE, WITHDRAWN))).toEqual([]);
});

test('what was done by one of several actions is known by its name in other operations', async () => {
  expect(await found((operation, state) => operation === 'withdraw' && state === 'rejected')).toEqual([
    accepted('withdraw', 'rejected'),
  ]);
});

test.each([
  ['Each action can be performed only once.', ''],
  ['A claim can be decided at any time.', WITHDRAWN],
  ['A decision can be made only once a day.', WITHDRAWN],
  ['An appeal can be decided only once.', WITHDRAWN],
  ['A claim can be processed only once it is complete.', ''],
])('%s: this does not say so of an action after another one', async (decision, withdrawal) => {
  const others: Takes = (operation, state) =>
    operation === 'withdraw' || (operation === 'approve') === (state === 'rejected');
  expect(await found(others, documentOf(decision, withdrawal))).toEqual([]);
});
