import { describe, expect, test } from 'vitest';
import { sharedProperties } from '../../../harness/openapi/resources/representations/properties.ts';
import { listOf, modelOf, operationOf, record, type Schema, typeOf } from './api.ts';

const STRING = { type: 'string' };
const INTEGER = { type: 'integer' };

function modelWith(sends: Schema, gives: Schema, corrections?: string) {
  const api = {
    'POST /books': { id: 'create', sends, gives },
    'GET /books/{bookId}': { id: 'read', gives },
    'GET /books': { id: 'list', gives: record({ items: listOf(gives) }) },
  };
  return modelOf(api, {}, corrections);
}

function shared(sends: Schema, gives: Schema, reader = 'read', corrections?: string): string[] {
  const model = modelWith(sends, gives, corrections);
  const found = sharedProperties(typeOf(model, 'book'), operationOf(model, 'create'), operationOf(model, reader));
  return found.map((property) => `${property.sent} ${property.returned}`);
}

describe('properties that a read gives back as they were sent', () => {
  test('those of both bodies, below their envelopes', () => {
    const fields = { title: STRING, pages: INTEGER };
    expect(shared(record({ book: record(fields) }), record({ data: record({ id: STRING, ...fields }) }))).toEqual([
      '/book/title /data/title',
      '/book/pages /data/pages',
    ]);
    expect(shared(record(fields), record({ id: STRING, ...fields }), 'list')).toEqual([
      '/title /title',
      '/pages /pages',
    ]);
  });

  test('nested ones, and arrays', () => {
    const fields = {
      address: record({ street: STRING, geo: record({ lat: { type: 'number' } }) }),
      tags: listOf(STRING),
      lines: listOf(record({ text: STRING, id: STRING })),
      free: { type: 'object' },
    };
    expect(shared(record(fields), record({ id: STRING, ...fields }))).toEqual([
      '/address/street /address/street',
      '/address/geo/lat /address/geo/lat',
      '/tags /tags',
      '/lines/*/text /lines/*/text',
      '/free /free',
    ]);
  });

  test('not what is sent and never given, or given and never sent', () => {
    expect(
      shared(record({ title: STRING, password: STRING }), record({ id: STRING, title: STRING, size: INTEGER })),
    ).toEqual(['/title /title']);
  });

  test('not what has another type', () => {
    expect(
      shared(
        record({ author: STRING, tags: listOf(STRING) }),
        record({ id: STRING, author: { type: 'object' }, tags: listOf(record({ id: STRING })) }),
      ),
    ).toEqual([]);
  });

  test('values that are listed without a type have the types of these values', () => {
    const gives = record({ id: STRING, state: { enum: ['open', 'closed'] }, rank: { enum: [1, null] }, any: {} });
    const { properties = [] } = operationOf(modelWith(record({}), gives), 'read').response ?? {};
    const types = Object.fromEntries(properties.map((each) => [each.pointer, each.types]));
    expect(types).toMatchObject({ '/state': ['string'], '/rank': ['null', 'integer', 'number'] });
    expect(types['/any']).toContain('object');
  });

  test('an integer is a number', () => {
    expect(shared(record({ size: INTEGER }), record({ id: STRING, size: { type: 'number' } }))).toEqual([
      '/size /size',
    ]);
  });

  test('not readOnly and writeOnly ones, nor what is in such an object', () => {
    const fields = {
      a: { type: 'string', readOnly: true },
      b: { type: 'string', writeOnly: true },
      c: { ...record({ d: STRING }), readOnly: true },
      e: record({ f: { type: 'string', writeOnly: true }, g: STRING }),
    };
    expect(shared(record(fields), record({ id: STRING, ...fields }))).toEqual(['/e/g /e/g']);
  });

  test('not what services set themselves', () => {
    const names = ['id', 'createdAt', 'updated_at', 'lastModified', 'etag', '_links', 'uuid', 'dateCreated'];
    const fields = Object.fromEntries(names.map((name) => [name, STRING]));
    expect(shared(record(fields), record(fields))).toEqual([]);
  });

  test('a version that counts is set by the service, one of text by the client', () => {
    expect(shared(record({ version: INTEGER }), record({ id: STRING, version: INTEGER }))).toEqual([]);
    expect(shared(record({ version: STRING }), record({ id: STRING, version: STRING }))).toEqual(['/version /version']);
  });

  test('a reference is given back, a nested id of an unknown type need not be', () => {
    const model = modelOf({
      'GET /authors/{authorId}': {},
      'POST /books': { id: 'create', sends: record({ author: record({ id: STRING }), part: record({ id: STRING }) }) },
      'GET /books/{bookId}': {
        id: 'read',
        gives: record({ author: record({ id: STRING }), part: record({ id: STRING }), id: STRING }),
      },
    });
    expect(sharedProperties(typeOf(model, 'book'), operationOf(model, 'create'), operationOf(model, 'read'))).toEqual([
      { sent: '/author/id', returned: '/author/id' },
    ]);
  });

  test('a key that people choose is given back', () => {
    const fields = record({ username: STRING, email: STRING });
    const model = modelOf({
      'POST /users': { id: 'create', sends: fields },
      'GET /users/{username}': { id: 'read', gives: fields },
    });
    expect(
      sharedProperties(typeOf(model, 'user'), operationOf(model, 'create'), operationOf(model, 'read')),
    ).toHaveLength(2);
  });

  test('not what the configuration names, by name or by pointer', () => {
    const fields = { title: STRING, stats: record({ views: INTEGER, likes: INTEGER }) };
    const corrections = 'book: { server-set: [title, /stats/views] }';
    expect(shared(record(fields), record({ id: STRING, ...fields }), 'read', corrections)).toEqual([
      '/stats/likes /stats/likes',
    ]);
  });

  test('an operation without a body shares nothing', () => {
    const model = modelOf({ 'POST /books': { id: 'create' }, 'GET /books/{bookId}': { id: 'read' } });
    expect(sharedProperties(typeOf(model, 'book'), operationOf(model, 'create'), operationOf(model, 'read'))).toEqual(
      [],
    );
  });
});

test('a property lists where it occurs and why a service sets it', () => {
  const sends = record({ title: STRING, createdAt: STRING, secret: { type: 'string', writeOnly: true } });
  const gives = record({
    id: STRING,
    title: STRING,
    createdAt: STRING,
    size: INTEGER,
    etag: { type: 'string', readOnly: true },
  });
  expect(typeOf(modelWith(sends, gives), 'book').properties).toEqual([
    { pointer: '/title', sent: true, returned: true, readOnly: false, writeOnly: false, serverSet: undefined },
    {
      pointer: '/createdAt',
      sent: true,
      returned: true,
      readOnly: false,
      writeOnly: false,
      serverSet: 'services usually set a property of this name',
    },
    { pointer: '/secret', sent: true, returned: false, readOnly: false, writeOnly: true, serverSet: undefined },
    { pointer: '/id', sent: false, returned: true, readOnly: false, writeOnly: false, serverSet: 'no request has it' },
    {
      pointer: '/size',
      sent: false,
      returned: true,
      readOnly: false,
      writeOnly: false,
      serverSet: 'no request has it',
    },
    { pointer: '/etag', sent: false, returned: true, readOnly: true, writeOnly: false, serverSet: 'it is readOnly' },
  ]);
});
