import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { isObject, JsonSyntaxError, parseJsonBytes, stringifyJson } from '../../../../harness/core/json/index.ts';
import { applyJsonPatch, JsonPatchError } from '../../../../harness/core/json/json-patch.ts';
import { applyMergePatch } from '../../../../harness/core/json/merge-patch.ts';
import type { JsonObject, JsonValue } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1, maxLength: 40 };
const integer = { type: 'integer', minimum: 1, maximum: 3600 };
const labels = { type: 'object', minProperties: 2, maxProperties: 20, additionalProperties: text };
const properties = { name: text, labels, interval: integer };
const names = Object.keys(properties);
const device = {
  type: 'object',
  required: ['id', ...names],
  properties: { id: { ...text, readOnly: true }, ...properties },
};
const sent = { type: 'object', required: names, properties, additionalProperties: false };
const operation = {
  type: 'object',
  required: ['op', 'path'],
  properties: { op: { enum: ['add', 'replace', 'remove', 'move', 'copy', 'test'] }, path: text, from: text, value: {} },
};
const changes = {
  ...properties,
  labels: { type: 'object', additionalProperties: { ...text, type: ['string', 'null'] } },
};
const content = {
  'application/merge-patch+json': { schema: { type: 'object', properties: changes } },
  'application/json-patch+json': { schema: { type: 'array', minItems: 1, items: operation } },
};
const one = { description: 'a device', ...json(device) };
const errors = {
  400: { description: 'invalid' },
  404: { description: 'unknown' },
  409: { description: 'test failed' },
};

/** Devices that take a merge patch as well as a JSON Patch. */
const spec = {
  openapi: '3.1.0',
  info: { title: 'Devices', version: '1' },
  paths: {
    '/devices': {
      post: {
        operationId: 'create',
        requestBody: { required: true, ...json(sent) },
        responses: { 201: one, ...errors },
      },
    },
    '/devices/{deviceId}': {
      parameters: [{ name: 'deviceId', in: 'path', required: true, schema: text }],
      get: { operationId: 'read', responses: { 200: one, ...errors } },
      patch: {
        operationId: 'change',
        requestBody: { required: true, content },
        responses: { 200: one, ...errors },
      },
    },
  },
};

type Change = JsonObject & { readonly op: string; readonly path: string };
type Apply = (value: JsonObject, changes: readonly Change[]) => JsonValue;

const apply: Apply = (value, changes) => applyJsonPatch(value, [...changes]);
const has = (value: JsonValue, path: string) =>
  path
    .split('/')
    .slice(1)
    .reduce<JsonValue | undefined>((at, name) => (isObject(at) ? at[name] : undefined), value) !== undefined;

function isValid(value: JsonValue): value is JsonObject {
  if (!isObject(value)) return false;
  const { name, labels: own, interval } = value;
  const isText = (each: JsonValue | undefined) => typeof each === 'string' && each !== '' && [...each].length <= 40;
  const isKnown = Object.keys(value).every((each) => names.includes(each));
  const count = isObject(own) ? Object.values(own) : [];
  const areLabels = count.length >= 2 && count.length <= 20 && count.every(isText);
  return (
    isText(name) &&
    areLabels &&
    isKnown &&
    Number.isInteger(Number(interval)) &&
    Number(interval) >= 1 &&
    Number(interval) <= 3600
  );
}

interface Reply {
  readonly status: number;
  readonly body?: JsonObject;
}

function serveDevices(applied: Apply, merged: typeof applyMergePatch = applyMergePatch): Promise<string> {
  const stored = new Map<string, JsonObject>();
  return serve(async (request, response) => {
    const { status, body } = respond(request, parse(await bodyOf(request)));
    response.writeHead(status, body ? { 'content-type': 'application/json' } : {});
    response.end(body && stringifyJson(body));
  });

  function respond({ method, url = '', headers }: IncomingMessage, body: JsonValue | undefined): Reply {
    const id = url.split('/')[2] ?? '';
    if (method === 'POST') {
      if (!isValid(body ?? null)) return { status: 400 };
      const made = `d${stored.size + 1}`;
      stored.set(made, body as JsonObject);
      return { status: 201, body: { ...(body as JsonObject), id: made } };
    }
    const found = stored.get(id);
    if (!found) return { status: 404 };
    if (method !== 'PATCH') return { status: 200, body: { ...found, id } };
    try {
      const isJsonPatch = headers['content-type'] === 'application/json-patch+json';
      if (body === undefined || Array.isArray(body) !== isJsonPatch) return { status: 400 };
      const next = isJsonPatch ? applied(found, body as unknown as Change[]) : merged(found, body);
      if (!isValid(next)) return { status: 400 };
      stored.set(id, next);
      return { status: 200, body: { ...next, id } };
    } catch (error) {
      if (error instanceof JsonPatchError) return { status: 409 };
      throw error;
    }
  }
}

function parse(bytes: Buffer): JsonValue | undefined {
  try {
    return parseJsonBytes(bytes);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

const withoutTests: Apply = (value, changes) =>
  apply(
    value,
    changes.filter(({ op }) => op !== 'test'),
  );

test.each<[string, Apply, string[]]>([
  ['is as RFC 6902 says', apply, []],
  ['passes every test', withoutTests, ['stale-change-is-rejected']],
  [
    'ignores the removal of what is not there',
    (value, changes) =>
      apply(
        value,
        changes.filter(({ op, path }) => op !== 'remove' || has(value, path)),
      ),
    ['patch-is-partial'],
  ],
  [
    'creates what it is to replace',
    (value, changes) =>
      apply(
        value,
        changes.map((each) => (each.op === 'replace' ? { ...each, op: 'add' } : each)),
      ),
    ['patch-is-partial'],
  ],
  [
    'copies what it is to move',
    (value, changes) =>
      apply(
        value,
        changes.map((each) => (each.op === 'move' ? { ...each, op: 'copy' } : each)),
      ),
    ['patch-is-partial', 'update-is-visible'],
  ],
  [
    'adds only what is not there',
    (value, changes) => {
      if (changes.some(({ op, path }) => op === 'add' && has(value, path))) throw new JsonPatchError('it is there');
      return apply(value, changes);
    },
    ['patch-is-partial'],
  ],
  [
    'compares objects as text',
    (value, changes) => {
      const isOther = ({ op, path, value: own }: Change) =>
        op === 'test' && path === '/labels' && JSON.stringify(own) !== JSON.stringify(value['labels']);
      if (changes.some(isOther)) throw new JsonPatchError('it differs');
      return apply(value, changes);
    },
    ['patch-is-partial'],
  ],
])('a JSON Patch beside a merge patch %s', async (_, applied, expected) => {
  const target = await serveDevices(applied);
  const { findings } = await verify({ spec, target, suites: ['stateful'], runs: 1, consistency: 20 });
  expect([...new Set(findings.map(({ check }) => check))]).toEqual(expected);
});

test('a member of a map that a merge patch sets to null, and that stays, is found', async () => {
  const target = await serveDevices(apply, (device, patch) => applyMergePatch(device, withoutNull(patch)));
  const { findings } = await verify({ spec, target, suites: ['stateful'], runs: 1, consistency: 20 });
  expect(findings.map(({ check }) => check)).toEqual(['update-is-visible']);
});

function withoutNull(value: JsonValue): JsonValue {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutNull(each)]));
}
