import { expect, test } from 'vitest';
import { isNumber } from '../../../harness/core/json/decimal.ts';
import { isObject, parseJsonBytes, stringifyJson } from '../../../harness/core/json/index.ts';
import { applyMergePatch } from '../../../harness/core/json/merge-patch.ts';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import { bodyOf, serve } from '../../servers.ts';
import { errorsOf, operationOf, verifyDocument } from '../establish/books.ts';

const PLACE = 'type: object, additionalProperties: false, properties: { lat: { type: number }, lon: { type: number } }';
const TYPE = 'application/merge-patch+json';
const DOCUMENT = `openapi: 3.1.0
info: { title: Devices, version: '1' }
paths:
  /devices:
    post:
      operationId: register
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Input' } } } }
      responses:
        '201': { description: registered, content: { application/json: { schema: { $ref: '#/components/schemas/Device' } } } }
        4XX: { description: rejected }
  /devices/{id}:
    patch:
      operationId: change
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { ${TYPE}: { schema: { $ref: '#/components/schemas/Patch' } } } }
      responses:
        '200': { description: changed, content: { application/json: { schema: { $ref: '#/components/schemas/Device' } } } }
        4XX: { description: rejected }
components:
  schemas:
    Location: { ${PLACE}, required: [lat, lon] }
    Input:
      type: object
      additionalProperties: false
      required: [name]
      properties:
        name: { type: string }
        location: { $ref: '#/components/schemas/Location' }
        labels: { type: object, maxProperties: 3, additionalProperties: { type: string } }
    Patch:
      type: object
      additionalProperties: false
      properties:
        name: { type: string }
        location: { ${PLACE.replace('object', "[object, 'null']")} }
        labels: { type: object, additionalProperties: { type: string } }
    Device:
      type: object
      required: [id]
      properties: { id: { type: string }, name: { type: string }, location: { type: object }, labels: { type: object } }
`;

const isPart = (value: JsonValue | undefined) =>
  isObject(value) && Object.entries(value).every(([name, each]) => /^(lat|lon)$/.test(name) && isNumber(each));
const isWhole = (value: JsonValue | undefined) => isPart(value) && Object.keys(value as JsonObject).length === 2;

function isDevice(value: JsonValue, isLocation: (location: JsonValue | undefined) => boolean): value is JsonObject {
  if (!isObject(value)) return false;
  const { name, location, labels = {}, ...others } = value;
  if (!isObject(labels) || Object.values(labels).some((each) => typeof each !== 'string')) return false;
  const hasName = name === undefined || typeof name === 'string';
  return hasName && (location === undefined || isLocation(location)) && Object.keys(others).length === 0;
}

function parsed(bytes: Uint8Array): JsonValue {
  try {
    return parseJsonBytes(bytes);
  } catch {
    return null;
  }
}

/** Devices whose records are valid; `rejects` rejects further patches. */
function serveDevices(rejects: (patch: JsonObject) => boolean): Promise<string> {
  const stored = new Map<string, JsonObject>();
  return serve(async (request, response) => {
    const body = parsed(await bodyOf(request));
    const id = request.url?.split('/')[2];
    const known = id === undefined ? {} : stored.get(id);
    const type = id === undefined ? /^application\/json *(;|$)/i : /^application\/merge-patch\+json *(;|$)/i;
    const status = !type.test(request.headers['content-type'] ?? '') ? 415 : known ? undefined : 404;
    const merged =
      known && isDevice(body, id === undefined ? isWhole : (each) => each === null || isPart(each))
        ? applyMergePatch(known, body)
        : null;
    const isFull = isObject(merged) && Object.keys(merged['labels'] ?? {}).length > 3;
    const isValid =
      isDevice(merged, isWhole) && !isFull && merged['name'] !== undefined && !(id && rejects(body as JsonObject));
    if (status !== undefined || !isValid) return void response.writeHead(status ?? 422).end();
    const key = id ?? String(stored.size);
    stored.set(key, merged);
    response.writeHead(id === undefined ? 201 : 200, { 'content-type': 'application/json' });
    response.end(stringifyJson({ id: key, ...merged }));
  });
}

test('a part of an object that a record does not have yet may be rejected (RFC 7396 section 2)', async () => {
  const report = await verifyDocument(DOCUMENT, await serveDevices(() => false), { runs: 40 });
  expect(errorsOf(report)).toEqual([]);
  expect(operationOf(report, 'change').verified).toBe(true);
});

test('a service that rejects what is valid by itself is found', async () => {
  const rejectsWhole = await serveDevices(({ location }) => isWhole(location));
  expect(errorsOf(await verifyDocument(DOCUMENT, rejectsWhole))).toContainEqual(
    expect.stringMatching(/^change expected-outcome: valid request rejected/),
  );
  const rejectsLabels = await serveDevices(({ labels }) => labels !== undefined);
  expect(errorsOf(await verifyDocument(DOCUMENT, rejectsLabels))).toContainEqual(
    expect.stringMatching(/^change expected-outcome: valid request rejected/),
  );
});
