import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';
import { findingsOnMock } from './on-mock.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const error = { description: 'error' };
const title = { type: 'string', minLength: 1 };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];

/** Memos with the time of something. */
const documentOf = (name: string, isReplaced = false) => {
  const time = { type: 'string', format: 'date-time', readOnly: true };
  const properties = { id: { type: 'integer', readOnly: true }, title, [name]: time };
  const Memo = { type: 'object', required: ['title'], properties };
  const ok = { description: 'a memo', ...json(Memo) };
  const change = { type: 'object', minProperties: 1, properties: { title } };
  return {
    openapi: '3.1.0',
    info: { title: 'Memos', version: '1' },
    paths: {
      '/memos': {
        post: { requestBody: { required: true, ...json(Memo) }, responses: { 201: ok, 400: error } },
      },
      '/memos/{id}': {
        parameters,
        get: { responses: { 200: ok, 404: error } },
        patch: { requestBody: { required: true, ...json(change) }, responses: { 200: ok, 400: error, 404: error } },
        ...(isReplaced && {
          put: { requestBody: { required: true, ...json(Memo) }, responses: { 200: ok, 400: error, 404: error } },
        }),
      },
    },
  };
};

type Clock = (before: string | undefined) => string;
const milliseconds: Clock = () => new Date().toISOString();
const seconds: Clock = () => `${new Date().toISOString().slice(0, 19)}Z`;
const minutes: Clock = () => `${new Date().toISOString().slice(0, 16)}:00Z`;
const days: Clock = () => `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
const standing: Clock = () => '2026-01-02T03:04:05Z';
const never: Clock = (before) => before ?? milliseconds(undefined);

function memos(clock: Clock, name: string, replacing = clock): (call: Call) => Reply {
  const all: JsonObject[] = [];
  return ({ method, path, body }) => {
    const [, , id] = path.split('/');
    const text = body?.['title'];
    const isValid = typeof text === 'string' && text !== '';
    if (id === undefined) {
      if (!isValid) return { status: 400 };
      all.push({ id: all.length, title: text, [name]: clock(undefined) });
      return { status: 201, body: all.at(-1) };
    }
    const own = all[Number(id)];
    if (!own) return { status: 404 };
    if (method === 'PATCH' || method === 'PUT') {
      if (!isValid) return { status: 400 };
      const tell = method === 'PUT' ? replacing : clock;
      all[Number(id)] = { ...own, title: text, [name]: tell(String(own[name])) };
    }
    return { status: 200, body: all[Number(id)] };
  };
}

async function found(clock: Clock, name = 'updatedAt', replacing?: Clock): Promise<string[]> {
  const target = await serveCalls(memos(clock, name, replacing));
  const options = { suites: ['stateful'], consistency: 20, runs: 0 } as const;
  const { findings } = await verify({ spec: documentOf(name, replacing !== undefined), target, ...options });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

test('the time of the last change is another one after a change', async () => {
  expect(await found(milliseconds)).toEqual([]);
  expect(await found(seconds)).toEqual([]);
  expect(await found(never)).toEqual(['update-is-visible: /updatedAt of the memo is not the time of its last change']);
});

test('the time of the last change is another one after a PUT, too', async () => {
  expect(await found(seconds, 'updatedAt', seconds)).toEqual([]);
  // A time that is written in seconds may be that of a minute.
  expect(await found(milliseconds, 'updatedAt', never)).toEqual([
    'update-is-visible: /updatedAt of the memo is not the time of its last change',
  ]);
});

test('a time that changes once a day or once a minute, that stands still or is of something else is not compared', async () => {
  expect(await found(days)).toEqual([]);
  expect(await found(minutes)).toEqual([]);
  expect(await found(standing)).toEqual([]);
  expect(await found(never, 'createdAt')).toEqual([]);
  expect(await found(never, 'printedAt')).toEqual([]);
});

test('the mock tells the time of the last change, too', async () => {
  const spec = documentOf('updatedAt');
  expect(await findingsOnMock(spec)).toEqual([]);
});
