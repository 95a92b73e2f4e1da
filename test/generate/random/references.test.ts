import { describe, expect, test } from 'vitest';
import { isObject, parseJsonBytes } from '../../../harness/core/json/index.ts';
import type { JsonValue } from '../../../harness/core/model.ts';
import { randomCases } from '../../../harness/generate/random/random-cases.ts';
import { UniqueValues } from '../../../harness/generate/requests/unique-values.ts';
import { load } from '../../openapi/documents.ts';
import { operationOf } from './operations.ts';

const contract = load({
  'spec.yaml': `openapi: 3.0.3
info: { title: Playlists, version: '1' }
paths:
  /playlists:
    post:
      operationId: createPlaylist
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name]
              properties:
                name: { type: string }
                owner: { type: integer }
                tracks: { type: array, uniqueItems: true, items: { type: integer } }
                covers: { type: array, items: { type: object, required: [image], properties: { image: { type: integer } } } }
      responses: { '201': { description: created }, default: { description: rejected } }
`,
});
const operation = operationOf(contract, 'createPlaylist');

/** The properties of the bodies of valid random requests, derived from one that was accepted. */
function propertiesBeside(body: JsonValue, name: string): JsonValue[] {
  const unique = new UniqueValues(1);
  unique.refer(
    operation.id,
    ['/owner', '/tracks/*', '/covers/*/image'].map((at) => ({ in: 'body', at })),
  );
  const spec = { parameters: { path: {}, query: {}, header: {}, cookie: {} }, body };
  const base = { spec, rejectedProperties: [], needsBody: false };
  return [...randomCases(contract, operation, { seed: 1, randomCases: 60, base, unique })]
    .filter(({ expectation }) => expectation === 'accept')
    .map(({ request }) => parseJsonBytes(request.body ?? new Uint8Array()))
    .flatMap((sent) => (isObject(sent) && sent[name] !== undefined ? [sent[name]] : []));
}

describe('a random request that has to be accepted', () => {
  test('names the records that the base names, or none', () => {
    const body = { name: 'a', owner: 7, tracks: [3, 4], covers: [{ image: 5 }] };
    expect(new Set(propertiesBeside(body, 'owner'))).toEqual(new Set([7]));
    const lists = propertiesBeside(body, 'tracks');
    expect(lists).toEqual(lists.map(() => [3, 4]));
    expect(lists).not.toEqual([]);
    expect(
      new Set(
        propertiesBeside(body, 'covers')
          .flat()
          .map((cover) => isObject(cover) && cover['image']),
      ),
    ).toEqual(new Set([5]));
  });

  test('names no record that the base does not: it is made up, and may not exist', () => {
    expect(propertiesBeside({ name: 'a' }, 'owner')).toEqual([]);
    expect(propertiesBeside({ name: 'a' }, 'tracks')).toEqual([]);
    expect(propertiesBeside({ name: 'a' }, 'covers').flat()).toEqual([]);
  });
});
