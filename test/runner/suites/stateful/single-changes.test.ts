import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';

const json = (schema: object, type = 'application/json') => ({ content: { [type]: { schema } } });
const text = { type: 'string', minLength: 1, maxLength: 60 };
const readOnly = true;
const errors = { 400: { description: 'invalid' }, 404: { description: 'unknown' } };
const one = (schema: object) => ({ 200: { description: 'one', ...json(schema) }, ...errors });
const merged = (properties: object) => ({
  requestBody: {
    required: true,
    ...json({ type: 'object', minProperties: 1, properties }, 'application/merge-patch+json'),
  },
});
const Venue = {
  type: 'object',
  required: ['id', 'name', 'street', 'website', 'version'],
  properties: {
    id: { ...text, readOnly },
    name: text,
    street: text,
    website: text,
    version: { type: 'integer', readOnly },
  },
};
const printing = { copies: { type: 'integer', minimum: 1, maximum: 99 }, labels: { type: 'boolean' } };
const object = (properties: object) => ({ type: 'object', additionalProperties: false, properties });
const Settings = {
  type: 'object',
  required: ['title', 'printing'],
  properties: { title: text, printing: object(printing) },
};
const Sent = { type: 'object', required: ['name', 'street', 'website'], properties: Venue.properties };

/** Venues, and the settings of the service. */
const spec = {
  openapi: '3.1.0',
  info: { title: 'Venues', version: '1' },
  paths: {
    '/venues': {
      post: {
        requestBody: { required: true, ...json(Sent) },
        responses: { 201: { description: 'created', ...json(Venue) }, ...errors },
      },
    },
    '/venues/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { responses: one(Venue) },
      patch: { ...merged({ name: text, street: text, website: text }), responses: one(Venue) },
    },
    '/settings': {
      get: { responses: one(Settings) },
      patch: { ...merged({ title: text, printing: object(printing) }), responses: one(Settings) },
    },
  },
};

type Habit = 'street resets website' | 'street resets version' | 'replaces objects' | 'takes the version';

function venues(habit: Habit | undefined): (call: Call) => Reply {
  const stored = new Map<string, JsonObject>();
  let settings: JsonObject = { title: 'Venues', printing: { copies: 1, labels: false } };
  const isText = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= 60;
  const isSet = (body: JsonObject) => ['name', 'street', 'website'].every((key) => isText(body[key] ?? 'none'));
  const isPrinting = ({ copies = 1, labels = false, ...others }: JsonObject) =>
    Number.isInteger(Number(String(copies))) &&
    typeof copies !== 'string' &&
    typeof labels === 'boolean' &&
    Object.keys(others).length === 0;
  return ({ method, path, body }) => {
    const [, kind, own = ''] = path.split('/');
    if (kind === 'settings') {
      if (method === 'GET') return { status: 200, body: settings };
      const { printing: sent = {}, title = 'same' } = body ?? {};
      const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
      if (!body || !isText(title) || !isObject || !isPrinting(sent as JsonObject)) return { status: 400 };
      const before = settings['printing'] as JsonObject;
      const kept = habit === 'replaces objects' && body['printing'] ? { copies: 1, labels: false } : before;
      settings = { ...settings, ...body, printing: { ...kept, ...(sent as JsonObject) } };
      return { status: 200, body: settings };
    }
    if (own === '') {
      if (!body || !isSet(body) || !body['name'] || !body['street'] || !body['website']) return { status: 400 };
      const version = habit === 'takes the version' ? (body['version'] ?? 1) : 1;
      const made = { ...body, id: `v${stored.size}`, version };
      stored.set(made.id, made);
      return { status: 201, body: made };
    }
    const before = stored.get(own);
    if (!before) return { status: 404 };
    if (method !== 'PATCH') return { status: 200, body: before };
    if (!body || !isSet(body) || Object.keys(body).length === 0) return { status: 400 };
    const reset = habit === 'street resets website' && body['street'] && !body['website'] ? { website: 'none' } : {};
    const version = habit === 'street resets version' && body['street'] ? 0 : Number(String(before['version'])) + 1;
    stored.set(own, { ...before, ...body, ...reset, id: own, version });
    return { status: 200, body: stored.get(own) };
  };
}

test.each<[habit: Habit | undefined, checks: string[]]>([
  [undefined, []],
  ['street resets version', []],
  ['street resets website', ['patch-is-partial']],
  ['replaces objects', ['patch-is-partial']],
  ['takes the version', ['identity-is-stable']],
])('what single texts, objects inside settings and readOnly versions are changed by: %s', async (habit, checks) => {
  const target = await serveCalls(venues(habit));
  const { findings } = await verify({ spec, target, suites: ['stateful'], runs: 0, consistency: 20 });
  expect(findings.map(({ check }) => check)).toEqual(checks);
});
