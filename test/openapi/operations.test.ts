import { describe, expect, test } from 'vitest';
import type { Operation } from '../../harness/core/model.ts';
import { load } from './documents.ts';

const SPEC = `openapi: 3.0.3
info: { title: A, version: '1' }
security: [{ token: [] }, { key: [], user: [] }]
paths:
  x-note: no path
  /pets/{id}:
    summary: of the path
    parameters:
      - { name: id, in: path, schema: { type: integer } }
      - { name: limit, in: query, schema: { type: integer } }
      - { name: Accept, in: header, schema: { type: string } }
      - { name: x-trace, in: header, schema: { type: integer } }
    get:
      operationId: readPet
      summary: Reads a pet
      parameters:
        - $ref: '#/components/parameters/Limit'
        - { name: filter, in: query, style: deepObject, schema: { type: object } }
        - { name: ids, in: query, style: pipeDelimited, schema: { type: array } }
        - { name: X-Trace, in: header, required: true, schema: {}, example: abc }
        - { name: session, in: cookie, explode: false, allowEmptyValue: true, schema: {} }
        - { name: where, in: query, allowReserved: true, content: { application/json: { schema: { type: object }, example: { a: 1 } } } }
      responses:
        x-note: no response
        '200':
          description: ok
          headers:
            Content-Type: { schema: {} }
            X-Rate: { required: true, schema: { type: integer } }
            X-Any: {}
          content:
            application/json: { schema: { type: object }, examples: { one: { value: 1 }, two: { $ref: '#/components/examples/Two' }, far: { externalValue: x } } }
            text/plain: {}
        2xx: { description: range }
        4XX: { $ref: '#/components/responses/Bad' }
        default: { description: all the rest }
    put:
      security: []
      requestBody: { $ref: '#/components/requestBodies/Pet' }
      responses: { '204': { description: none } }
    delete:
      description: Ends a pet
      requestBody: { content: {} }
      responses: {}
components:
  parameters:
    Limit: { name: limit, in: query, required: true, explode: false, schema: { type: array } }
  examples:
    Two: { value: 2 }
  responses:
    Bad: { description: bad, content: { '*/*': {} } }
  requestBodies:
    Pet: { required: true, content: { application/json: { schema: {}, example: { id: 1 } } } }
`;

const { operations, operation, document } = (() => {
  const contract = load({ 'spec.yaml': SPEC });
  return {
    operations: contract.operations,
    document: contract.document,
    operation: (name: string): Operation => {
      const found = contract.operation(name);
      if (found === undefined) throw new Error(name);
      return found;
    },
  };
})();

test('an operation is found by its id, or by its method and path', () => {
  expect(operations.map(({ id }) => id)).toEqual(['readPet', 'PUT /pets/{id}', 'DELETE /pets/{id}']);
  expect(operation('GET /pets/{id}')).toBe(operation('readPet'));
  expect(operations.map(({ summary }) => summary)).toEqual(['Reads a pet', '', 'Ends a pet']);
});

describe('parameters', () => {
  const parameter = (name: string) => operation('readPet').parameters.find((candidate) => candidate.name === name);

  test('parameters of the operation win over those of the path, headers in any letter case; Accept, Content-Type and Authorization are ignored', () => {
    expect(operation('readPet').parameters.map(({ name }) => name)).toEqual([
      'id',
      'limit',
      'X-Trace',
      'filter',
      'ids',

      'session',
      'where',
    ]);
    expect(parameter('limit')).toMatchObject({
      required: true,
      explode: false,
      pointer: '#/components/parameters/Limit',
    });
    expect(operation('PUT /pets/{id}').parameters.map(({ name, required }) => `${name} ${required}`)).toEqual([
      'id true',
      'limit false',
      'x-trace false',
    ]);
  });

  test.each([
    ['id', { in: 'path', required: true, style: 'simple', explode: false }],
    ['filter', { in: 'query', required: false, style: 'deepObject', explode: false }],
    ['ids', { style: 'pipeDelimited', explode: false }],
    ['X-Trace', { in: 'header', style: 'simple', explode: false, required: true }],
    ['session', { in: 'cookie', style: 'form', explode: false, allowEmptyValue: true, allowReserved: false }],
    ['where', { style: 'content', mediaType: 'application/json', allowReserved: true }],
  ])('the defaults of %s are filled in', (name, expected) => {
    expect(parameter(name)).toMatchObject(expected);
  });

  test('the schema of content is that of its media type, and so are its examples', () => {
    const where = parameter('where');
    expect(document.at(where?.schema ?? '')).toEqual({ type: 'object' });
    expect(where?.examples.map(({ value }) => value)).toEqual([{ a: 1 }]);
    expect(parameter('X-Trace')?.examples).toEqual([expect.objectContaining({ name: 'example', value: 'abc' })]);
  });
});

describe('bodies and responses', () => {
  test('a request body is read through a $ref', () => {
    expect(operation('PUT /pets/{id}').requestBody).toMatchObject({
      required: true,
      pointer: '#/components/requestBodies/Pet',
    });
    expect(operation('DELETE /pets/{id}').requestBody).toMatchObject({ required: false, content: [] });
    expect(operation('readPet').requestBody).toBeUndefined();
  });

  test.each([
    [200, '200'],
    [201, '2xx'],
    [299, '2xx'],
    [404, '4XX'],
    [500, 'default'],
    [302, 'default'],
  ])('%i is described by %s', (status, key) => {
    expect(operation('readPet').response(status)?.key).toBe(key);
  });

  test('a status without a documented response has none', () => {
    expect(operation('PUT /pets/{id}').response(200)).toBeUndefined();
  });

  test('every header except Content-Type is read', () => {
    expect(operation('readPet').response(200)?.headers).toEqual([
      expect.objectContaining({ name: 'X-Rate', required: true, schema: expect.stringMatching(/X-Rate\/schema$/) }),
      expect.objectContaining({ name: 'X-Any', required: false, schema: undefined }),
    ]);
  });

  test('examples with a value have its pointer', () => {
    const [json, text] = operation('readPet').response(200)?.content ?? [];
    expect(json?.examples).toEqual([
      { name: 'one', value: 1, pointer: expect.stringMatching(/examples\/one\/value$/) },
      { name: 'two', value: 2, pointer: '#/components/examples/Two/value' },
    ]);
    expect(text).toMatchObject({ type: 'text/plain', schema: undefined, examples: [] });
  });
});

test('the security of the document applies to operations without their own', () => {
  expect(operation('readPet').security).toEqual([['token'], ['key', 'user']]);
  expect(operation('PUT /pets/{id}').security).toEqual([]);
});

test('a status that has no body has no content, whatever the document declares', () => {
  const content = 'description: a, content: { application/json: { schema: {} } }';
  const { operations } = load({
    'spec.yaml': `openapi: 3.0.3
info: { title: A, version: '1' }
paths: { /a: { get: { responses: { '200': { ${content} }, '204': { ${content} }, '304': { ${content} }, default: { ${content} } } } } }
`,
  });
  const bodies = operations[0]?.responses.map((response) => [response.key, response.content.length]);
  expect(bodies).toEqual([
    ['200', 1],
    ['204', 0],
    ['304', 0],
    ['default', 1],
  ]);
});
