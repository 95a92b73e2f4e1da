import { describe, expect, test } from 'vitest';
import { InputError } from '../../../harness/core/errors.ts';
import type { JsonObject } from '../../../harness/core/model.ts';
import type { Contract } from '../../../harness/openapi/contract.ts';
import { resourceModel } from '../../../harness/openapi/resources/infer.ts';
import { load } from '../documents.ts';
import { bindings, contractOf, listOf, modelOf, record, type Schema } from './api.ts';

const SCHEMAS: Record<string, Schema> = {
  Book: record({ id: 'string', title: 'string', author: { $ref: '#/components/schemas/Author' } }),
  Author: record({ id: 'integer', books: listOf({ $ref: '#/components/schemas/Book' }) }),
};
const BOOK = { $ref: '#/components/schemas/Book' };
const SAMPLE = {
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  paths: {
    '/authors/{authorId}/books': {
      parameters: [{ name: 'authorId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'list',
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer', default: 1 } }],
        responses: {
          '200': {
            description: '',
            headers: { Link: { schema: {} } },
            content: { 'application/json': { schema: listOf(BOOK) } },
          },
        },
      },
      post: {
        operationId: 'create',
        requestBody: { content: { 'application/json': { schema: BOOK } } },
        responses: {
          '201': {
            description: '',
            headers: { Location: { schema: { type: 'string' } } },
            content: { 'application/json': { schema: record({ data: BOOK }) } },
            links: { Read: { operationId: 'read', parameters: { bookId: '$response.body#/data/id' } } },
          },
        },
      },
    },
    '/authors/{authorId}/books/{bookId}': {
      parameters: [
        { name: 'authorId', in: 'path', required: true, schema: { type: 'integer' } },
        { name: 'bookId', in: 'path', required: true, schema: { type: 'string' } },
      ],
      get: {
        operationId: 'read',
        responses: { '200': { description: '', content: { 'application/json': { schema: BOOK } } } },
      },
      put: {
        operationId: 'update',
        requestBody: { content: { 'application/json': { schema: BOOK } } },
        responses: { '204': { description: '' } },
      },
    },
  },
  components: { schemas: SCHEMAS },
};

describe('documents that nobody expects', () => {
  const ODD = [
    null,
    true,
    7,
    '',
    'x',
    [],
    {},
    [null],
    { $ref: '#/paths' },
    '__proto__',
    { type: [] },
    { type: 'array' },
  ];

  test('any part of a document may be anything: it loads and has a model, or an error with its place', () => {
    let loaded = 0;
    for (const [index, pointer] of pointersOf(SAMPLE).entries()) {
      const document = structuredClone(SAMPLE);
      replace(document, pointer, ODD[index % ODD.length]);
      const contract = tryLoad(JSON.stringify(document));
      if (contract === undefined) continue;
      loaded++;
      expect(resourceModel(contract).operations.size).toBe(contract.operations.length);
    }
    expect(loaded).toBeGreaterThan(60);
  });

  test.each([
    '/',
    '//',
    '/{}',
    '/{id}',
    '/{a}{b}',
    '/a//b/',
    '/{id',
    '/a}',
    '/:x',
    '/a:b:c',
    '/(x)',
    '/{a}/{b}/{c}',
    '/%7Bid%7D',
    '/__proto__/{constructor}',
    '/💥/{💥}',
  ])('the path %s', (path) => {
    const model = modelOf({
      [`GET ${path}`]: { gives: record({ id: 'string' }) },
      [`POST ${path}`]: {},
      [`PUT ${path}`]: {},
    });
    expect(model.operations.size).toBe(3);
  });

  test('names of properties of objects in JavaScript', () => {
    const odd = record({
      constructor: 'string',
      toString: 'string',
      hasOwnProperty: listOf(record({ valueOf: 'string' })),
    });
    const odder = { type: 'object', properties: JSON.parse('{"__proto__": {"type": "string"}}') as Schema };
    const model = modelOf({
      'POST /__proto__': { sends: odd, gives: odder },
      'GET /__proto__/{__proto__}': { gives: odd },
    });
    expect(model.operations.size).toBe(2);
  });

  test('schemas without end', () => {
    const endless: Record<string, Schema> = {
      Node: record({
        id: 'string',
        next: { $ref: '#/components/schemas/Node' },
        all: listOf({ $ref: '#/components/schemas/Node' }),
      }),
      Either: {
        oneOf: [
          { $ref: '#/components/schemas/Either' },
          { anyOf: [{ $ref: '#/components/schemas/Node' }, { $ref: '#/components/schemas/Either' }] },
        ],
      },
    };
    const node = { $ref: '#/components/schemas/Either' };
    const model = modelOf(
      { 'POST /nodes': { sends: node, gives: node }, 'GET /nodes/{nodeId}': { gives: node } },
      endless,
    );
    expect(model.types[0]?.identifiers[0]?.bindings.length).toBeGreaterThan(0);
  });

  test('a schema with very many properties is read in part', () => {
    const wide = record(Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`p${index}`, 'string'])));
    const model = modelOf({ 'POST /books': { sends: wide, gives: wide }, 'GET /books/{id}': { gives: wide } });
    expect(model.types[0]?.properties).toHaveLength(300);
  });

  test('the identifier of a record is found behind an object with very many properties', () => {
    const wide = record(Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`p${index}`, 'string'])));
    const book = record({ about: wide, id: 'string' });
    const model = modelOf({ 'POST /books': { id: 'create', gives: book }, 'GET /books/{bookId}': { gives: book } });
    expect(bindings(model, 'book', 'bookId')).toEqual(['response create /id']);
  });
});

describe('large documents', () => {
  /** The least processor time of three attempts, in ms: other processes on the machine hardly change it. */
  function modelMs(count: number, paths: (index: number) => Record<string, object>): number {
    const contract = contractOf(
      Object.assign({}, ...Array.from({ length: count }, (_, index) => paths(index))),
      SCHEMAS,
    );
    const attempts = Array.from({ length: 3 }, () => {
      const start = process.cpuUsage();
      resourceModel(contract);
      return process.cpuUsage(start).user / 1_000;
    });
    return Math.min(...attempts);
  }

  test.each<[string, (index: number) => Record<string, object>]>([
    [
      'types of different names',
      (index) => ({
        [`GET /a${index}s`]: { gives: listOf(BOOK) },
        [`POST /a${index}s`]: { sends: BOOK, gives: BOOK },
        [`GET /a${index}s/{id}`]: { gives: BOOK },
      }),
    ],
    [
      'types of one name',
      (index) => ({
        [`POST /a${index}/books`]: { sends: BOOK, gives: BOOK },
        [`GET /a${index}/books/{bookId}`]: { gives: BOOK },
      }),
    ],
    [
      'actions of one type',
      (index) => ({
        [`POST /books/{bookId}/a${index}`]: { sends: BOOK },
        [`GET /books/a${index}`]: { gives: listOf(BOOK) },
      }),
    ],
    ['parts of one segment', (index) => ({ [`GET /books/{a}x${index}`]: { gives: BOOK } })],
    [
      'types of one schema',
      (index) => ({
        [`GET /books/by-a${index}/{key}`]: { gives: BOOK },
        [`GET /books/find${index}`]: { gives: listOf(BOOK) },
      }),
    ],
  ])('hundreds of %s take linear time', (_, paths) => {
    modelMs(50, paths);
    const [small, large] = [modelMs(50, paths), modelMs(400, paths)];
    expect(large).toBeLessThan(28 * Math.max(small, 3));
  });
});

function tryLoad(text: string): Contract | undefined {
  try {
    return load({ 'spec.yaml': text });
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function pointersOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  return [[...path], ...Object.entries(value).flatMap(([name, member]) => pointersOf(member, [...path, name]))].filter(
    (each) => each.length > 0,
  );
}

function replace(document: object, path: readonly string[], value: unknown): void {
  let owner = document as JsonObject;
  for (const name of path.slice(0, -1)) owner = owner[name] as JsonObject;
  Object.assign(owner, { [path.at(-1) ?? '']: value });
}
