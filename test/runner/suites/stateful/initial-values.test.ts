import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../harness/core/model.ts';
import { startMock, verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';
import { findingsOnMock } from './on-mock.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const name = { type: 'string', minLength: 1, maxLength: 40 };
const shown = { description: 'a tool', ...json({ $ref: '#/components/schemas/Tool' }) };
const errors = Object.fromEntries([400, 404].map((each) => [each, { description: 'error' }]));

/** Tools that a shop has; only the service says how many. */
const spec = {
  openapi: '3.1.0',
  info: { title: 'Tools', version: '1' },
  paths: {
    '/tools': {
      post: {
        requestBody: { required: true, ...json({ type: 'object', required: ['name'], properties: { name } }) },
        responses: { 201: shown, ...errors },
      },
    },
    '/tools/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: shown, ...errors } },
    },
  },
  components: {
    schemas: {
      Tool: {
        type: 'object',
        required: ['id', 'name', 'stock'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name,
          stock: { type: 'integer', minimum: 0, readOnly: true, description: 'Pieces in stock; 0 for a new tool' },
          isHidden: { type: 'boolean', readOnly: true, description: 'Initially true.' },
        },
      },
    },
  },
};

function tools(begin: JsonObject): (call: Call) => Reply {
  const all: JsonObject[] = [];
  return ({ method, path, body }) => {
    if (method === 'GET') {
      const found = all[Number(path.split('/')[2]) - 1];
      return found ? { status: 200, body: found } : { status: 404 };
    }
    const given: JsonValue = body?.['name'] ?? null;
    if (typeof given !== 'string' || given.length < 1 || [...given].length > 40) return { status: 400 };
    const made = { id: all.length + 1, name: given, ...begin };
    all.push(made);
    return { status: 201, body: made };
  };
}

test.each<[JsonObject, string[]]>([
  [{ stock: 0, isHidden: true }, []],
  [{ stock: 0 }, []],
  [{ stock: 1, isHidden: true }, ['created-is-readable']],
  [{ stock: 0, isHidden: false }, ['created-is-readable']],
])(
  'a new record that begins with %j, where the document says how it does, has the findings %j',
  async (begin, checks) => {
    const options = { suites: ['stateful'], consistency: 0, runs: 1, seed: 1 } as const;
    const { findings } = await verify({ spec, target: await serveCalls(tools(begin)), ...options });
    expect([...new Set(findings.map(({ check }) => check))]).toEqual(checks);
  },
);

test('the mock begins with what the document says', async () => {
  const mock = await startMock({ spec, port: 0 });
  try {
    const created = await fetch(`${mock.url}/tools`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"hammer"}',
    });
    expect(await created.json()).toMatchObject({ name: 'hammer', stock: 0, isHidden: true });
  } finally {
    await mock.close();
  }
  expect(await findingsOnMock(spec)).toEqual([]);
});
