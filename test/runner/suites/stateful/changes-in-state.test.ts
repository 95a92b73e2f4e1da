import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const State = { type: 'string', enum: ['draft', 'paid'], readOnly: true };
const Bill = {
  type: 'object',
  required: ['id', 'state', 'name'],
  properties: { id: { ...text, readOnly: true }, state: State, name: text },
};
const whole = json({ $ref: '#/components/schemas/Bill' });
const responses = {
  200: { description: 'a bill', ...whole },
  ...Object.fromEntries([400, 404, 409].map((each) => [each, { description: 'error' }])),
};
const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];

/** Bills that are paid, and changed as the document says. */
const documentOf = (description: string) => ({
  openapi: '3.1.0',
  info: { title: 'Bills', version: '1' },
  paths: {
    '/bills': {
      post: {
        requestBody: { required: true, ...whole },
        responses: { 201: { description: 'a bill', ...whole }, 400: { description: 'error' } },
      },
    },
    '/bills/{id}': {
      parameters,
      get: { responses },
      patch: {
        description,
        requestBody: { required: true, ...json({ type: 'object', minProperties: 1, properties: { name: text } }) },
        responses,
      },
    },
    '/bills/{id}/pay': { parameters, post: { responses } },
  },
  components: { schemas: { Bill } },
});

function bills(isKept: boolean): (call: Call) => Reply {
  const stored = new Map<string, JsonObject>();
  return ({ method, path, body }) => {
    const [, , own = '', action] = path.split('/');
    const name = body?.['name'];
    const isNamed = typeof name === 'string' && name !== '';
    if (own === '') {
      if (!isNamed) return { status: 400 };
      const made = { id: `b${stored.size}`, state: 'draft', name };
      stored.set(made.id, made);
      return { status: 201, body: made };
    }
    const found = stored.get(own);
    if (!found) return { status: 404 };
    if (action === 'pay') stored.set(own, { ...found, state: 'paid' });
    else if (method === 'PATCH') {
      if (!isNamed) return { status: 400 };
      if (isKept && found['state'] === 'paid') return { status: 409 };
      stored.set(own, { ...found, name });
    }
    return { status: 200, body: stored.get(own) };
  };
}

test.each<[description: string, isKept: boolean, checks: string[]]>([
  ["A paid bill can't be changed.", true, []],
  ["A paid bill can't be changed.", false, ['conflict-is-rejected']],
  ["The name can't be changed to that of a paid bill.", false, []],
  ['A paid bill cannot be paid.', false, []],
  ['The name cannot be changed once paid, but notes can (409).', false, []],
  ['A bill cannot be changed to another currency once paid.', false, []],
  ['Bills that are draft can be changed.', true, []],
  ['Bills that are draft can be changed.', false, ['conflict-is-rejected']],
  ['Bills that are draft can be printed.', false, []],
  ['Bills that are draft can be changed. A paid one is dated anew.', false, []],
])('a change that the document calls a conflict in a state: %s', async (description, isKept, checks) => {
  const target = await serveCalls(bills(isKept));
  const spec = documentOf(description);
  const { findings } = await verify({ spec, target, suites: ['stateful'], runs: 0, consistency: 20 });
  expect(findings.map(({ check }) => check)).toEqual(checks);
});
