import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', maxLength: 40 };
const error = { description: 'error' };

/** Keys of a zone, whose `material` is described by a sentence. */
const keys = (description: string) => {
  const properties = { name: { ...text, minLength: 1 }, material: { ...text, description } };
  const key = { type: 'object', required: ['id', 'name'], properties: { id: { type: 'integer' }, ...properties } };
  const sent = json({ type: 'object', required: ['name'], properties, additionalProperties: false });
  const shown = { description: 'ok', ...json(key) };
  return {
    openapi: '3.1.0',
    info: { title: 'Keys', version: '1' },
    paths: {
      '/keys': {
        get: {
          operationId: 'listKeys',
          responses: { 200: { description: 'all', ...json({ type: 'array', items: key }) } },
        },
        post: {
          operationId: 'addKey',
          requestBody: { required: true, ...sent },
          responses: { 201: shown, 400: error },
        },
      },
      '/keys/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { operationId: 'readKey', responses: { 200: shown, 404: error } },
      },
    },
  };
};

interface Key {
  readonly id: number;
  readonly name: string;
  readonly material?: string;
}

/** A service that makes what is empty, and lists keys without their material. */
function serving() {
  const all: Key[] = [];
  return async (request: Request): Promise<Response> => {
    const id = /\/keys\/(.+)$/.exec(new URL(request.url).pathname)?.[1];
    const found = all.find((each) => String(each.id) === id);
    if (id !== undefined) return found ? Response.json(found) : new Response(null, { status: 404 });
    if (request.method === 'GET') return Response.json(all.map((each) => ({ ...each, material: '' })));
    const sent = keyOf(await request.text());
    if (!sent) return new Response(null, { status: 400 });
    all.push({ ...sent, id: all.length, material: sent.material || `made ${all.length}` });
    return Response.json(all.at(-1), { status: 201 });
  };
}

function keyOf(body: string): Omit<Key, 'id'> | undefined {
  try {
    const value = Object(JSON.parse(body));
    const isText = (each: unknown) => typeof each === 'string' && [...each].length <= 40;
    const isKnown = Object.keys(value).every((each) => each === 'name' || each === 'material');
    return isKnown && value.name !== '' && isText(value.name) && isText(value.material ?? '') ? value : undefined;
  } catch {
    return undefined;
  }
}

async function checksOf(description: string) {
  const { findings } = await verify({ spec: keys(description), app: serving(), suites: ['stateful'], consistency: 60 });
  return findings.filter(({ severity }) => severity === 'error').map(({ check }) => check);
}

test('a value that lists leave out, and that is made where it is empty, as its description says, is no finding', async () => {
  const told = 'The secret part, empty when listing keys. MAY be empty when POSTing to have the server generate it';
  expect(await checksOf(told)).toEqual([]);
});

test('both are findings where no description says so', async () => {
  expect(await checksOf('What the key is made of')).toEqual(['created-is-listed', 'created-is-readable']);
});
