import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';
import { findingsOnMock } from './on-mock.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const Song = {
  type: 'object',
  required: ['title'],
  properties: {
    id: { type: 'string', readOnly: true },
    title: { type: 'string', minLength: 1 },
    status: { type: 'string', enum: ['draft', 'published', 'hidden'] },
  },
};
const song = { description: 'a song', ...json(Song) };
const errors = Object.fromEntries([400, 404].map((each) => [each, { description: 'error' }]));
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];

/** Songs that are restored after their deletion. */
const documentOf = (of409: string, action = 'restore', description = '') => ({
  openapi: '3.1.0',
  info: { title: 'Songs', version: '1' },
  paths: {
    '/songs': { post: { requestBody: { required: true, ...json(Song) }, responses: { 201: song, ...errors } } },
    '/songs/{id}': {
      parameters,
      get: { responses: { 200: song, ...errors } },
      delete: { responses: { 204: { description: 'gone' }, ...errors } },
    },
    [`/songs/{id}/${action}`]: {
      parameters,
      post: { description, responses: { 200: song, 409: { description: of409 }, ...errors } },
    },
  },
});

/**
 * What is restored is in another state than before.
 * @param restored the title of a song once it was deleted and restored
 */
function songs(isStrict: boolean, restored: (title: JsonValue) => JsonValue): (call: Call) => Reply {
  const all: (JsonObject & { isGone: boolean })[] = [];
  const show = ({ id = '', title = '', status = 'draft' }: JsonObject) => ({ id, title, status });
  return ({ method, path, body }) => {
    const [, , own, restore] = path.split('/');
    if (own === undefined) {
      const { title, status = 'draft' } = body ?? {};
      const isValid =
        typeof title === 'string' && title !== '' && ['draft', 'published', 'hidden'].includes(String(status));
      if (!isValid) return { status: 400 };
      all.push({ id: `s${all.length}`, title, status, isGone: false });
      return { status: 201, body: show(all.at(-1) ?? {}) };
    }
    const found = all.find(({ id }) => id === own);
    if (!found || (found.isGone && restore === undefined)) return { status: 404 };
    if (restore !== undefined && !found.isGone && isStrict) return { status: 409 };
    if (restore !== undefined && found.isGone)
      Object.assign(found, { title: restored(found['title'] ?? ''), status: 'hidden' });
    if (restore !== undefined) found.isGone = false;
    if (method !== 'DELETE') return { status: 200, body: show(found) };
    found.isGone = true;
    return { status: 204 };
  };
}

const found = async (isStrict: boolean, of409: string, restored = (title: JsonValue) => title) => {
  const target = await serveCalls(songs(isStrict, restored));
  const options = { suites: ['stateful'], consistency: 20, runs: 0 } as const;
  const { findings } = await verify({ spec: documentOf(of409), target, ...options });
  return findings.map(({ check, message }) => `${check}: ${message}`);
};

test('what is not deleted is not restored, where the document says so', async () => {
  expect(await found(true, 'The song is not deleted')).toEqual([]);
  expect(await found(false, 'The song is not deleted')).toEqual([
    'conflict-is-rejected: it is accepted for a song that is not deleted, which the document calls a conflict',
  ]);
  expect(await found(false, 'The title is in use')).toEqual([]);
  expect(await found(false, 'It was deleted too long ago')).toEqual([]);
});

test('what is restored is as it was', async () => {
  expect(await found(true, 'The song is not deleted', () => 'lost')).toEqual([
    'action-is-visible: the song is restored with other values than it had',
  ]);
});

test('an action restores what was deleted if the document says so, whatever it is called', async () => {
  const NOT_DELETED = 'The song is not deleted';
  const verifyTold = async (description: string, change = (title: JsonValue) => title) => {
    const target = await serveCalls(songs(true, change));
    const options = { suites: ['stateful'], consistency: 20, runs: 0 } as const;
    const { findings, ...report } = await verify({
      spec: documentOf(NOT_DELETED, 'return', description),
      target,
      ...options,
    });
    return { checks: findings.map(({ check }) => check), verdict: report.verdict };
  };
  expect(await verifyTold('Undoes the deletion.')).toEqual({ checks: [], verdict: 'passed' });
  expect(await verifyTold('Bring back a deleted song', () => 'lost')).toMatchObject({ checks: ['action-is-visible'] });
  expect(await verifyTold('Returns the song to its artist.')).toEqual({ checks: [], verdict: 'unverified' });
  expect(await findingsOnMock(documentOf(NOT_DELETED, 'return', 'Undoes the deletion.'))).toEqual([]);
});

test('the mock restores only what was deleted', async () => {
  const spec = documentOf('The song is not deleted');
  expect(await findingsOnMock(spec)).toEqual([]);
});
