import { describe, expect, test } from 'vitest';
import { formatPart } from '../../../harness/core/clause-part.ts';
import { formatLocation } from '../../../harness/core/errors.ts';
import { parseJson } from '../../../harness/core/json/index.ts';
import { clauseParts } from '../../../harness/openapi/clauses/clauses.ts';
import { loadContract } from '../../../harness/openapi/load.ts';
import { document, load } from '../documents.ts';

const contract = loadContract('spec/openapi.yaml');
const [first] = contract.operations;
if (first === undefined) throw new Error('no operation');
const says = (part: string) =>
  contract
    .clausesOf(first)
    .filter((clause) => formatPart(clause.part) === part)
    .map((clause) => clause.description);

describe('the clauses of the document of this project', () => {
  test('have unique ids and a line of the spec', () => {
    const { clauses } = contract;
    expect(new Set(clauses.map(({ id }) => id)).size).toBe(clauses.length);
    expect(clauses.every(({ location }) => location.file === 'spec/openapi.yaml' && location.line > 1)).toBe(true);
    expect(clauses.every(({ schemaPointer }) => contract.document.at(schemaPointer) !== undefined)).toBe(true);
  });

  test('include a required parameter, an optional one, and their schemas', () => {
    expect(says('query tags')).toEqual([
      'query parameter tags is required',
      'query parameter tags must be an array',
      'query parameter tags /* must be a string',
    ]);
    expect(says('query limit')).toEqual([
      'query parameter limit may be absent',
      'query parameter limit must be an integer',
      'query parameter limit must be in the range of int32 (-2147483648 to 2147483647)',
    ]);
  });

  test('include the body, its media type, its syntax and each of its properties', () => {
    expect(says('request body')).toEqual(['a request body is required', 'the request body is application/json']);
    expect(says('request body application/json')).toEqual([
      'the request body is well-formed application/json',
      'request body must be an object',
      'request body /id is required',
      'request body /name is required',
      'request body /id must be an integer',
      'request body /id must be in the range of int64 (-9223372036854775808 to 9223372036854775807)',
      'request body /name must be a string',
      'request body /tag may be absent',
      'request body /tag must be a string',
    ]);
  });

  test('include the default response', () => {
    expect(says('response default body application/json')).toContain('response default body /code is required');
    expect(says('response')).toEqual(['every request gets one complete HTTP response', 'the status is documented']);
  });

  test('are at the lines of their keywords', () => {
    const required = contract.clauses.find(
      ({ description: text }) => text === 'response default body /message is required',
    );
    const text = '      required: [code, message]';
    expect(formatLocation(required?.location ?? { file: '', line: 0, column: 0 })).toMatch(
      /^spec\/openapi.yaml:\d+:24$/,
    );
    expect(text.indexOf('message')).toBe(23);
  });

  test('have the pointers of validation errors', () => {
    const schema = '#/components/schemas/Animal';
    const part = clauseParts.requestBody('application/json');
    for (const body of ['[]', '{}', '{"id":"1","name":2,"tag":null}', '{"id":9223372036854775808,"name":""}'])
      for (const error of contract.schemas.validate(schema, parseJson(body), 'request'))
        expect(contract.clauseAt(first, part, error.pointer).schemaPointer).toBe(error.pointer);
  });

  test('are found by the nearest pointer above, or by the part', () => {
    const part = clauseParts.requestBody('application/json');
    const idType = '#/components/schemas/Animal/properties/id/type';
    expect(contract.clauseAt(first, part, `${idType}/deeper`).schemaPointer).toBe(idType);
    expect(contract.clauseAt(first, part, '#/nowhere').description).toBe(
      'the request body is well-formed application/json',
    );
    expect(contract.clauseAt(first, { kind: 'response', status: '418' }, '#/nowhere').part.kind).toBe('any-response');
  });
});

describe('schemas of every kind', () => {
  const clauses = (schema: string, rest = '') =>
    load({
      'spec.yaml': document(`components: { schemas: { S: ${schema}${rest} } }`, '3.1.0').replace(
        '{ description: ok }',
        "{ description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/S' } } } }",
      ),
    })
      .clauses.filter(({ part }) => formatPart(part) === 'response 200 body application/json')
      .slice(1)
      .map(({ description: text, instancePath }) => `${text.replace('response 200 body', 'it')} @${instancePath}`);

  test('a recursive schema has each clause once', () => {
    expect(
      clauses(
        "{ type: object, properties: { next: { $ref: '#/components/schemas/S' }, all: { type: array, items: { $ref: '#/components/schemas/S' } } } }",
      ),
    ).toEqual(['it must be an object @', 'it /all must be an array @/all']);
  });

  test('a keyword without effect is no clause', () => {
    expect(clauses('{ uniqueItems: false, additionalProperties: true, title: x, description: y, default: 1 }')).toEqual(
      [],
    );
    expect(clauses('{ uniqueItems: true, additionalProperties: false }')).toHaveLength(2);
  });

  test('a keyword of values of another type is no clause', () => {
    const list = '{ type: array, required: [a], properties: { a: { type: string } }, items: { type: integer } }';
    expect(clauses(list)).toEqual(['it must be an array @', 'it /* must be an integer @/*']);
    expect(clauses('{ type: object, items: { type: integer }, minLength: 2 }')).toEqual(['it must be an object @']);
    expect(clauses('{ type: integer, format: int32, minimum: 1, maxLength: 2 }')).toEqual([
      'it must be an integer @',
      'it must be in the range of int32 (-2147483648 to 2147483647) @',
      'it must be at least 1 @',
    ]);
    expect(clauses('{ type: [array, object, "null"], properties: { a: { type: string } }, minItems: 1 }')).toHaveLength(
      3,
    );
  });

  test('allOf, oneOf, undeclared properties and tuples have clauses', () => {
    expect(
      clauses(
        '{ allOf: [{ minProperties: 1 }], additionalProperties: { type: string }, properties: { t: { prefixItems: [{ type: "null" }] } } }',
      ),
    ).toEqual(['it /t/0 must be null @/t/0', 'it /* must be a string @/*', 'it must have at least 1 property @']);
  });

  test('keywords beside a $ref, in a condition, a pattern property and a dependent schema have clauses', () => {
    expect(
      clauses(
        '{ $ref: "#/components/schemas/T", if: { required: [a] }, then: { maxProperties: 3 }, else: { properties: { b: { type: boolean } } }, dependentSchemas: { c: { required: [d] } }, patternProperties: { "^x": { type: integer } }, propertyNames: { maxLength: 9 }, unevaluatedProperties: { type: string } }',
        ', T: { minProperties: 1 }',
      ),
    ).toEqual([
      'it must have at least 1 property @',
      'it /* must be a string @/*',
      'it /* must be an integer @/*',
      'it property name must have at most 9 characters @',
      'it must have at most 3 properties @',
      'it /b must be a boolean @/b',
      'it /d is required @',
    ]);
  });

  test('false schemas and contains have clauses', () => {
    expect(
      clauses(
        '{ properties: { a: false, b: { prefixItems: [{}], unevaluatedItems: false, contains: {}, minContains: 2, maxContains: 3 }, c: { contains: {}, minContains: 0 } }, unevaluatedProperties: false }',
      ),
    ).toEqual([
      'it has only declared properties @',
      'it /a is not allowed here @/a',
      'it /b has only declared items @/b',
      'it /b must contain at least 2 items valid against `contains` @/b',
      'it /b must contain at most 3 items valid against `contains` @/b',
    ]);
  });

  test('a property is optional only if no schema of its object requires it', () => {
    const body = (schema: string) =>
      load({
        'spec.yaml': document(`components: { schemas: { S: ${schema} } }`, '3.1.0').replace(
          'responses:',
          "requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/S' } } } }\n      responses:",
        ),
      }).clauses.map(({ description: text }) => text);
    const text = body('{ allOf: [{ properties: { a: {}, b: {} } }, { required: [a] }] }');
    expect(text).toContain('request body /b may be absent');
    expect(text).not.toContain('request body /a may be absent');
  });
});

describe('responses whose records may contain one another', () => {
  const reference = (index: number) => ({ $ref: `#/components/schemas/Record${index}` });
  const record = (index: number) => ({
    type: 'object',
    properties: {
      id: { type: 'integer' },
      left: reference((2 * index + 1) % 400),
      right: reference((2 * index + 2) % 400),
    },
  });
  const schemas = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`Record${index}`, record(index)]));
  const content = {
    'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Record0' } } },
  };
  const large = load({
    'spec.yaml': JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Records', version: '1' },
      paths: { '/records': { get: { operationId: 'list', responses: { 200: { description: 'ok', content } } } } },
      components: { schemas },
    }),
  });
  const [operation] = large.operations;
  if (operation === undefined) throw new Error('no operation');
  const part = clauseParts.responseBody({ key: '200' }, 'application/json');

  test('list the clauses of whole levels only', () => {
    const descriptions = large.clausesOf(operation).map(({ description: text }) => text);
    expect(descriptions).toContain('response 200 body /*/id must be an integer');
    expect(descriptions).toContain('response 200 body /*/left/right/left/id must be an integer');
    expect(descriptions.length).toBeLessThan(510);
    expect(large.hasUnlistedClauses(operation)).toBe(true);
  });

  test('name what lies deeper at its line, and list it then', () => {
    const pointer = '#/components/schemas/Record399/properties/id/type';
    const clause = large.clauseAt(operation, part, pointer);
    expect(clause).toMatchObject({ schemaPointer: pointer, operation: 'list' });
    expect(large.clauseAt(operation, part, pointer)).toBe(clause);
    expect(large.clausesOf(operation)).toContain(clause);
  });

  test('list fewer clauses of each response of a document with many', () => {
    const properties = Array.from({ length: 240 }, (_, index) => [`p${index}`, { type: 'string' }]);
    const part = { type: 'object', properties: Object.fromEntries(properties) };
    const whole = { type: 'object', properties: { first: part, second: { type: 'object', properties: { part } } } };
    const schema = { $ref: '#/components/schemas/Whole' };
    const responses = { 200: { description: 'ok', content: { 'application/json': { schema } } } };
    const listed = (count: number) => {
      const paths = Array.from({ length: count }, (_, index) => [`/p${index}`, { get: { responses } }]);
      const text = JSON.stringify({
        openapi: '3.1.0',
        info: { title: '-', version: '1' },
        paths: Object.fromEntries(paths),
        components: { schemas: { Whole: whole } },
      });
      const { clauses } = load({ 'spec.yaml': text });
      return clauses
        .filter(({ instancePath }) => instancePath !== '')
        .map(({ instancePath }) => instancePath.split('/').length - 1);
    };
    expect(Math.max(...listed(1))).toBe(3);
    expect(Math.max(...listed(220))).toBe(2);
  });
});

test('a format that is not validated, or is of values of another type, is no clause', () => {
  const formats = ['phone', 'binary', 'password', 'int32', 'date'].map(
    (format) => `${format}: { type: string, format: ${format} }`,
  );
  const text = `openapi: 3.0.3
info: { title: Formats, version: '1' }
paths:
  /a:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties: { ${formats.join(', ')}, size: { type: integer, format: int32 }, ratio: { type: number, format: double } }
      responses: { '200': { description: done } }
`;
  const { clauses } = load({ 'spec.yaml': text });
  expect(clauses.flatMap(({ id }) => / (\S+) format$/.exec(id)?.[1] ?? [])).toEqual(['/date', '/size']);
});
