import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { hides } from '../../../../harness/generate/values/visible-value.ts';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

test.each<[body: JsonObject, isHidden: boolean]>([
  [{ archived: true }, true],
  [{ isDeleted: true }, true],
  [{ status: 'archived' }, true],
  [{ orderState: 'DELETED' }, true],
  [{ archived: false }, false],
  [{ title: 'archived' }, false],
  [{ status: 'draft', paid: true }, false],
])('whether what was sent as %j may hide its record: %s', (body, isHidden) => {
  expect(Object.entries(body).some(([name, value]) => hides(name, value))).toBe(isHidden);
});

interface Feature {
  readonly id: number;
  readonly title: string;
  readonly archived: boolean;
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const feature = {
  type: 'object',
  required: ['id', 'title', 'archived'],
  properties: { id: { type: 'integer' }, title: text, archived: { type: 'boolean' } },
};
const shown = (status: number, schema: object) => ({
  [status]: { description: 'ok', ...json(schema) },
  400: { description: 'no' },
  404: { description: 'no' },
});
const sends = {
  required: true,
  ...json({
    type: 'object',
    required: ['title'],
    properties: { title: text, archived: { type: 'boolean', default: false } },
    additionalProperties: false,
  }),
};
const spec = {
  openapi: '3.0.3',
  info: { title: 'Features', version: '1' },
  paths: {
    '/features': {
      get: { operationId: 'list', responses: shown(200, { type: 'array', items: feature }) },
      post: { operationId: 'create', requestBody: sends, responses: shown(201, feature) },
    },
    '/features/{featureId}': {
      parameters: [{ name: 'featureId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'read', responses: shown(200, feature) },
      put: { operationId: 'replace', requestBody: sends, responses: shown(200, feature) },
      delete: { operationId: 'remove', responses: { 204: { description: 'gone' }, 404: { description: 'no' } } },
    },
  },
};

/** What a service of features does wrong, and whether it shows what is archived. */
interface Behavior {
  readonly hides: 'none' | 'archived';
  /** The record that is kept of a creation or an update; undefined keeps none. */
  readonly kept?: (next: Feature, before: Feature | undefined) => Feature | undefined;
}

function serveFeatures({ hides: hidden, kept = (next) => next }: Behavior): Promise<string> {
  const features = new Map<number, Feature>();
  let count = 0;
  const isShown = ({ archived }: Feature) => hidden === 'none' || !archived;
  const store = (next: Feature, before?: Feature) => {
    const stored = kept(next, before);
    if (stored) features.set(next.id, stored);
    else features.delete(next.id);
    return next;
  };
  return serve(async (request, response) => {
    const own = Number((request.url ?? '').split('/')[2]);
    const { title, archived = false, ...others } = JSON.parse(String(await bodyOf(request)) || '{}');
    const [status, body] = reply();
    response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));

    function reply(): readonly [status: number, body?: unknown] {
      const isValid = typeof title === 'string' && title !== '' && typeof archived === 'boolean';
      if (/^P/.test(request.method ?? '') && (!isValid || Object.keys(others).length > 0)) return [400];
      if (request.method === 'POST') return [201, store({ id: ++count, title, archived })];
      if (Number.isNaN(own)) return [200, [...features.values()].filter(isShown)];
      const before = features.get(own);
      if (!before || !isShown(before)) return [404];
      if (request.method === 'PUT') return [200, store({ id: own, title, archived }, before)];
      if (request.method === 'DELETE') features.delete(own);
      return request.method === 'DELETE' ? [204] : [200, before];
    }
  });
}

const lost = () => undefined;
const lostByUpdates = (next: Feature, before: Feature | undefined) => (before ? undefined : next);
const unchanged = (next: Feature, before: Feature | undefined) => before ?? next;

test.each<[name: string, behavior: Behavior, fault?: string]>([
  ['shows what is archived', { hides: 'none' }],
  ['shows what is archived, and keeps nothing', { hides: 'none', kept: lost }, 'create created-is-readable'],
  [
    'shows what is archived, and loses what is updated',
    { hides: 'none', kept: lostByUpdates },
    'replace update-is-visible',
  ],
  ['hides what is archived', { hides: 'archived' }],
  ['hides what is archived, and keeps nothing', { hides: 'archived', kept: lost }, 'create created-is-readable'],
  ['hides what is archived, and updates nothing', { hides: 'archived', kept: unchanged }, 'replace update-is-visible'],
])('a service that %s', async (_name, behavior, fault) => {
  const target = await serveFeatures(behavior);
  const { findings } = await verify({ spec, target, suites: ['stateful'], consistency: 60 });
  const errors = findings.filter(({ severity }) => severity === 'error');
  const found = errors.map(({ operation, check }) => `${operation} ${check}`);
  expect(found).toEqual(fault === undefined ? [] : expect.arrayContaining([fault]));
});
