import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1, maxLength: 64 };
const id = { ...text, readOnly: true };
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const path = (name: string) => ({ name, in: 'path', required: true, schema: text });
const errors = { 400: { description: 'invalid' }, 404: { description: 'none' }, 422: { description: 'invalid' } };
const crate = object({ id, label: text, state: { type: 'string', enum: ['open', 'shut'], readOnly: true } });
const bottle = object({ id, name: text });
const shows = (schema: object) => ({ description: 'ok', ...content(schema) });
const sends = (schema: object) => ({ required: true, ...content(schema) });
const checked = { type: 'array', minItems: 1, items: object({ bottleId: text }) };

/** Crates of bottles, which are shut, perhaps after some of their bottles were checked. */
const spec = {
  openapi: '3.1.0',
  info: { title: 'crates', version: '1' },
  paths: {
    '/crates': {
      post: {
        operationId: 'create',
        requestBody: sends(object({ label: text })),
        responses: { 201: shows(crate), ...errors },
      },
    },
    '/crates/{crateId}': {
      parameters: [path('crateId')],
      get: { operationId: 'read', responses: { 200: shows(crate), ...errors } },
    },
    '/crates/{crateId}/bottles': {
      parameters: [path('crateId')],
      post: {
        operationId: 'put-in',
        requestBody: sends(object({ name: text })),
        responses: { 201: shows(bottle), ...errors },
      },
    },
    '/crates/{crateId}/bottles/{bottleId}': {
      parameters: [path('crateId'), path('bottleId')],
      get: { operationId: 'read-bottle', responses: { 200: shows(bottle), ...errors } },
    },
    '/crates/{crateId}/shut': {
      parameters: [path('crateId')],
      post: {
        operationId: 'shut',
        description: 'Sets state to shut.',
        requestBody: sends(object({ by: text, bottles: checked }, ['by'])),
        responses: { 200: shows(crate), ...errors },
      },
    },
  },
};

/** @param shut the state that a crate has once it was shut */
function cratesApp(shut: string) {
  const records = new Map<string, Record<string, unknown>>();
  return async (request: Request): Promise<Response> => {
    const [, , crateId = '', below, bottleId] = new URL(request.url).pathname.split('/');
    const found = records.get(below === 'bottles' && bottleId ? `${crateId}/${bottleId}` : crateId);
    const status = (code: number) => new Response(null, { status: code });
    if (crateId !== '' && !found) return status(404);
    if (request.method !== 'POST') return Response.json(found);
    const sent = Object(await request.json().catch(() => undefined));
    const { label, name, by, bottles = [] } = sent;
    const given = below === 'shut' ? by : below === 'bottles' ? name : label;
    if (typeof given !== 'string' || given === '' || given.length > 64 || !Array.isArray(bottles)) return status(422);
    if (below === 'shut') {
      if (!bottles.every((each) => records.has(`${crateId}/${Object(each).bottleId}`))) return status(422);
      records.set(crateId, { ...found, state: shut });
      return Response.json({ ...found, state: 'shut' });
    }
    const own = `n${records.size + 1}`;
    const record = below === 'bottles' ? { id: own, name } : { id: own, label, state: 'open' };
    records.set(below === 'bottles' ? `${crateId}/${own}` : own, record);
    return Response.json(record, { status: 201 });
  };
}

const run = (shut: string) =>
  verify({
    spec,
    app: cratesApp(shut),
    suites: ['stateful'],
    consistency: 0,
    runs: 2,
    include: ['create', 'read', 'shut'],
  });

test('an action is sent without the optional parts that are of another record', async () => {
  const { findings, operations } = await run('shut');
  expect(findings).toEqual([]);
  expect(operations.find((each) => each.id === 'shut')?.verified).toBe(true);
});

test('an action that takes such parts and does nothing is found', async () => {
  const { findings } = await run('open');
  expect(findings.map(({ operation, check }) => `${operation} ${check}`)).toEqual(['shut action-is-visible']);
});
