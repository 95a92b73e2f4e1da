import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const slug = { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 40 };
const properties = {
  name: { type: 'string', minLength: 1, maxLength: 100 },
  country: { type: ['string', 'null'], pattern: '^[A-Z]{2}$' },
  links: { type: 'array', maxItems: 5, items: { type: 'string', format: 'uri', maxLength: 200 } },
};
const Artist = { type: 'object', required: ['slug'], properties: { slug, ...properties } };
const artist = { description: 'an artist', ...json(Artist) };
const error = { description: 'error' };

/** Artists, whose country and links may be left out of a PUT. */
const spec = {
  openapi: '3.1.0',
  info: { title: 'Artists', version: '1' },
  paths: {
    '/artists/{slug}': {
      parameters: [{ name: 'slug', in: 'path', required: true, schema: slug }],
      get: { responses: { 200: artist, 404: error } },
      put: {
        requestBody: { required: true, ...json({ type: 'object', required: ['name'], properties }) },
        responses: { 200: artist, 201: artist, 400: error },
      },
    },
  },
};

const EMPTY = { country: null, links: [] };

/** @param store what becomes of an artist that is replaced */
function artists(store: (sent: JsonObject, before: JsonObject) => JsonObject): (call: Call) => Reply {
  const all = new Map<string, JsonObject>();
  return ({ method, path, body }) => {
    const own = path.split('/')[2] ?? '';
    const before = all.get(own);
    if (method !== 'PUT') return before ? { status: 200, body: before } : { status: 404 };
    const { name, country = null, links = [] } = body ?? {};
    const isText = (each: unknown) => typeof each === 'string' && each !== '';
    const isValid =
      isText(name) && (country === null || isText(country)) && Array.isArray(links) && links.every(isText);
    if (!isValid) return { status: 400 };
    all.set(own, { ...store(body ?? {}, before ?? EMPTY), slug: own });
    return { status: before ? 200 : 201, body: all.get(own) };
  };
}

test.each<[string, (sent: JsonObject, before: JsonObject) => JsonObject, string[]]>([
  ['replaces all', (sent) => ({ ...EMPTY, ...sent }), []],
  ['keeps what is absent', (sent, before) => ({ ...before, ...sent }), ['put-replaces']],
  ['loses links', (sent) => ({ ...EMPTY, ...sent, links: [] }), ['created-is-readable', 'update-is-visible']],
])('a PUT that %s', async (_, store, checks) => {
  const target = await serveCalls(artists(store));
  const { findings } = await verify({ spec, target, suites: ['stateful'], consistency: 20, runs: 0 });
  expect(findings.map(({ check }) => check).sort()).toEqual(checks);
});
