import fc from 'fast-check';
import { Contract } from '../../../harness/openapi/contract.ts';
import { OpenApiDocument } from '../../../harness/openapi/document.ts';
import { object } from '../../openapi/documents.ts';

/** How a document describes a type of records, and what is below each of them. */
export interface Shape {
  readonly id: 'integer' | 'uuid' | 'slug';
  /** The property that a record is in; none if undefined. */
  readonly envelope: 'data' | undefined;
  /** The property that the records of a list are in. */
  readonly items: 'items' | 'data' | undefined;
  readonly paging: 'none' | 'offset' | 'page' | 'cursor' | 'object';
  readonly patch: 'application/json' | 'application/merge-patch+json' | 'application/json-patch+json';
  readonly putCreates: boolean;
  readonly createStatus: 200 | 201;
  readonly hasParts: boolean;
}

export const shapes: fc.Arbitrary<Shape> = fc.record({
  id: fc.constantFrom('integer', 'uuid', 'slug'),
  envelope: fc.constantFrom('data', undefined),
  items: fc.constantFrom('items', 'data', undefined),
  paging: fc.constantFrom('none', 'offset', 'page', 'cursor', 'object'),
  patch: fc.constantFrom('application/json', 'application/merge-patch+json', 'application/json-patch+json'),
  putCreates: fc.boolean(),
  createStatus: fc.constantFrom(200, 201),
  hasParts: fc.boolean(),
});

const ID = {
  integer: { type: 'integer', format: 'int64', minimum: 1 },
  uuid: { type: 'string', format: 'uuid' },
  slug: { type: 'string', pattern: '^[a-z0-9-]{3,20}$' },
};
const INTEGER = { type: 'integer', minimum: 0 };
const POSITIVE = { type: 'integer', minimum: 1 };
const PAGE_PARAMETERS: Readonly<Record<Shape['paging'], object[]>> = {
  none: [],
  offset: [query('limit', POSITIVE), query('offset', INTEGER)],
  page: [query('page', POSITIVE), query('per_page', POSITIVE)],
  cursor: [query('cursor', { type: 'string' }), query('limit', POSITIVE)],
  object: [
    {
      ...query('page', { type: 'object', properties: { number: POSITIVE, size: POSITIVE } }),
      ...{ style: 'deepObject', explode: true },
    },
  ],
};

function query(name: string, schema: object): object {
  return { name, in: 'query', schema };
}

const COLORS = ['red', 'green', 'blue'];
const SENT = {
  title: { type: 'string', minLength: 1, maxLength: 20 },
  color: { enum: COLORS },
  size: { type: ['number', 'null'] },
  tags: { type: 'array', items: { type: 'string' }, maxItems: 4 },
  maker: { type: 'object', properties: { name: { type: 'string' }, country: { type: 'string' } } },
};

/** Values of what a client sends, and of one property for a change. */
export const bodies = fc.record(
  {
    title: fc.string({ minLength: 1, maxLength: 20 }),
    color: fc.constantFrom(...COLORS),
    size: fc.option(fc.integer({ min: -1000, max: 1000 })),
    tags: fc.array(fc.string({ maxLength: 5 }), { maxLength: 4 }),
    maker: fc.record({ name: fc.string({ maxLength: 5 }), country: fc.string({ maxLength: 5 }) }, { requiredKeys: [] }),
  },
  { requiredKeys: ['title', 'color'] },
);

/** The document of a shape: `/things`, and `/things/{thingId}/parts` if it has parts. */
export function documentOf(shape: Shape): Contract {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const paths = {
    ...collection('/things', 'thingId', shape, ref('Thing'), ref('NewThing')),
    ...(shape.hasParts ? collection('/things/{thingId}/parts', 'partId', shape, ref('Thing'), ref('NewThing')) : {}),
  };
  const schemas = {
    NewThing: { type: 'object', required: ['title', 'color'], properties: SENT },
    Thing: {
      type: 'object',
      required: ['id', 'title', 'color'],
      properties: { id: { ...ID[shape.id], readOnly: true }, ...SENT },
    },
    Operations: {
      type: 'array',
      items: {
        type: 'object',
        required: ['op', 'path'],
        properties: { op: { enum: ['add', 'replace', 'remove', 'test'] }, path: { type: 'string' }, value: {} },
      },
    },
  };
  const document = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths, components: { schemas } };
  return new Contract(new OpenApiDocument('spec.yaml', object(JSON.stringify(document))));
}

function collection(path: string, parameter: string, shape: Shape, record: object, sent: object): object {
  const content = (schema: object, type = 'application/json') => ({ content: { [type]: { schema } } });
  const inEnvelope = shape.envelope ? { type: 'object', required: ['data'], properties: { data: record } } : record;
  const array = { type: 'array', items: record };
  const list = shape.items
    ? {
        type: 'object',
        required: [shape.items, 'total'],
        properties: { [shape.items]: array, total: INTEGER, next_cursor: { type: ['string', 'null'] } },
      }
    : array;
  const shown = { description: 'the record', ...content(inEnvelope) };
  const missing = { description: 'no such record' };
  const errors = { 404: missing, 422: { description: 'invalid' } };
  const change = shape.patch.includes('json-patch') ? { $ref: '#/components/schemas/Operations' } : partOf(sent, shape);
  const parameters = (names: readonly string[]) =>
    names.map((name) => ({ name, in: 'path', required: true, schema: ID[shape.id] }));
  const above = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return {
    [path]: {
      parameters: parameters(above),
      get: {
        parameters: [
          ...PAGE_PARAMETERS[shape.paging],
          query('color', { enum: COLORS }),
          query('sort', { type: 'string' }),
        ],
        responses: { 200: { description: 'the records', ...content(list) }, ...errors },
      },
      post: {
        requestBody: { required: true, ...content(sent) },
        responses: { [shape.createStatus]: shown, ...errors },
      },
    },
    [`${path}/{${parameter}}`]: {
      parameters: parameters([...above, parameter]),
      get: { responses: { 200: shown, ...errors } },
      put: {
        requestBody: { required: true, ...content(sent) },
        responses: { 200: shown, ...(shape.putCreates ? { 201: shown } : {}), ...errors },
      },
      patch: {
        requestBody: { required: true, ...content(change, shape.patch) },
        responses: { 200: shown, ...errors, 409: { description: 'a test failed' } },
      },
      delete: { responses: { 204: { description: 'gone' }, ...errors } },
    },
  };
}

/** RFC 7396 removes what is null. */
function partOf(_sent: object, { patch }: Shape): object {
  const properties = Object.entries(SENT).map(([name, schema]) => [
    name,
    patch.includes('merge') ? { anyOf: [schema, { type: 'null' }] } : schema,
  ]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}
