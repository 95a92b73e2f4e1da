import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Case } from '../../../harness/core/model.ts';
import { readExampleFiles } from '../../../harness/generate/examples/example-files.ts';
import { casesFromOpenApiExamples } from '../../../harness/generate/examples/openapi-examples.ts';
import { UniqueValues } from '../../../harness/generate/requests/unique-values.ts';
import { folder, thrownMessage } from '../../openapi/documents.ts';
import { contractOf, creating, own } from '../documents.ts';

const contract = creating(
  'type: object\nrequired: [id]\nproperties: { id: { type: integer } }',
  '- { name: part, in: path, required: true, schema: { type: string } }\n- { name: size, in: query, schema: { type: integer } }',
  '/things/{part}',
);

function read(text: string, more: Record<string, string> = {}): Case[] {
  return readExampleFiles(contract, new UniqueValues(1), folder({ 'a.yaml': text, ...more }));
}

function readOne(example: string): Case {
  const [found] = read(`operation: create\nexamples:\n  one:\n${example.replace(/^/gm, '    ')}`);
  if (!found) throw new Error('no example was read');
  return found;
}

const PATH = 'request: { path: { part: x }, body: { id: 1 } }\nexpect: success';

describe('a named request', () => {
  test('becomes a case: its id, intent, request and place', () => {
    const example = readOne(
      'summary: all of it\nrequest:\n  path: { part: x y }\n  query: { size: 3 }\n  headers: { x-a: b }\n  cookies: { c: d }\n  body: { id: 9223372036854775807 }\nexpect: success\nresponse: { status: 201, body: { id: 5 } }',
    );
    expect(example).toMatchObject({
      id: 'create: example one',
      expectation: 'accept',
      expected: { status: 201, body: { id: 5 } },
      origin: { suite: 'examples', kind: 'fixture', location: { line: 3, column: 3 } },
      request: { method: 'POST', path: '/things/x%20y?size=3' },
    });
    expect(Buffer.from(example.request.body ?? []).toString()).toBe('{"id":9223372036854775807}');
    expect(example.request.headers).toEqual(
      expect.arrayContaining([
        ['x-a', 'b'],
        ['cookie', 'c=d'],
      ]),
    );
  });

  test('may be in a document of its own within a file, with its own line', () => {
    const example = 'operation: create\nexamples: { NAME: { request: { path: { part: x } }, expect: error } }\n';
    const [first, second, ...others] = read(
      `---\n${example.replace('NAME', 'a')}---\n${example.replace('NAME', 'b')}---\n`,
    );
    expect([first?.id, second?.id, others]).toEqual(['create: example a', 'create: example b', []]);
    expect([first?.origin.location?.line, second?.origin.location?.line]).toEqual([3, 6]);
  });

  test('may be text, with a content type and a query of its own', () => {
    const { request, expectation } = readOne(
      'request: { path: { part: x }, rawQuery: "size=%zz", text: "{", contentType: text/plain }\nexpect: error',
    );
    expect([expectation, request.path, Buffer.from(request.body ?? []).toString()]).toEqual([
      'reject',
      '/things/x?size=%zz',
      '{',
    ]);
    expect(request.headers).toContainEqual(['content-type', 'text/plain']);
  });

  test.each([
    ['body: {}', 'create request body application/json /id required'],
    ['body: { id: x }', 'create request body application/json /id type'],
    ['body: { id: 1 }\n  rawQuery: size=x', 'create query size type'],
    ['text: "{"', 'create request body application/json syntax'],
    ['body: { id: 1 }\n  contentType: a/b', 'create request body media type'],
    ['query: { size: 1 }', 'create request body required'],
    ['body: { id: 1 }', 'create request body application/json syntax'],
  ])('that is rejected names the clause that it breaks: %s', (request, clause) => {
    const { targets } = readOne(`request:\n  path: { part: x }\n  ${request}\nexpect: error`);
    expect(targets[0]?.id).toBe(clause);
  });

  test('has unique values for its record whenever it is repeated, whether it is to be accepted or rejected', () => {
    for (const example of [readOne(PATH), readOne(PATH.replace('success', 'error'))]) {
      const bodies = [1, 2].map((attempt) =>
        Buffer.from(example.withUniqueValues?.(attempt).request.body ?? []).toString(),
      );
      expect(bodies).toEqual([expect.stringMatching(/^\{"id":\d{4,}\}$/), expect.stringMatching(/^\{"id":\d{4,}\}$/)]);
      expect(bodies[0]).not.toBe(bodies[1]);
    }
  });
});

describe('a folder of examples', () => {
  test('is read file by file, in order of their names', () => {
    const file = (name: string) => `operation: create\nexamples:\n  ${name}:\n    ${PATH.replaceAll('\n', '\n    ')}\n`;
    const json = `{"operation":"create","examples":{"c":{"request":{"path":{"part":"x"}},"expect":"error"}}}`;
    const all = read(file('a'), { 'b.yml': file('b'), 'c.json': json, 'readme.md': '# no example' });
    expect(all.map(({ id }) => id)).toEqual(['create: example a', 'create: example b', 'create: example c']);
  });

  test('that holds none, or is not there, is rejected', () => {
    const empty = folder({ 'readme.md': '' });
    expect(() => readExampleFiles(contract, new UniqueValues(1), empty)).toThrow(
      /no examples in .*: it holds no .yaml/,
    );
    expect(() => readExampleFiles(contract, new UniqueValues(1), join(empty, 'x.yaml'))).toThrow(
      /there is no such file or folder/,
    );
  });
});

describe('a file that cannot be read is rejected with its line and what to do', () => {
  const example = (text: string) => `operation: create\nexamples:\n  one:\n${text.replace(/^/gm, '    ')}\n`;
  test.each([
    ['operation: creat\nexamples: {}', 'a.yaml:1:1: unknown operation creat. Did you mean create?'],
    ['operation: zzzzzzz\nexamples: {}', 'a.yaml:1:1: unknown operation zzzzzzz. Operations: create'],
    ['operation: create\nexample: {}', 'a.yaml:2:1: unknown member example. Did you mean examples?'],
    ['operation: create\nexamples: []', 'a.yaml:2:1: `examples` must map names to examples'],
    ['operation: create\nexamples: { one: 1 }', 'a.yaml:2:13: example one must be an object'],
    ['- 1', 'a.yaml: expected an object with `operation` and `examples`'],
    [example(`${PATH}\nrespond: {}`), 'a.yaml:6:5: unknown member respond. Did you mean response?'],
    [
      example('request: { path: { part: x }, bdy: {} }\nexpect: error'),
      'a.yaml:4:35: unknown member bdy. Did you mean body?',
    ],
    [
      example('request: { path: { part: x } }\nexpect: ok'),
      'a.yaml:5:5: `expect` of one must be one of success, error',
    ],
    [example('request: { path: { part: x } }'), 'a.yaml:4:5: `expect` of one must be one of success, error'],
    [example(`${PATH}\nresponse: { status: x }`), 'a.yaml:6:17: `status` must be a number'],
    [example(`${PATH}\nresponse: { code: 1 }`), 'a.yaml:6:17: unknown member code. Members: status, body'],
    [
      example('request: { path: { part: x }, body: 1, text: a }\nexpect: error'),
      'a.yaml:4:44: give `body` or `text`, not both',
    ],
    [
      example('request: { body: 1 }\nexpect: error'),
      'a.yaml:4:14: path parameter part of create needs a value below `path`',
    ],
    [example('request: { path: [] }\nexpect: error'), 'a.yaml:4:16: `path` must map names to values'],
    [example('request: { path: { part: x }, text: 1 }\nexpect: error'), 'a.yaml:4:35: `text` must be a string'],
  ])('%s', (text, message) => {
    expect(thrownMessage(() => read(text))).toBe(message);
  });
});

describe('the examples of this repository', () => {
  const document = own();
  const all = readExampleFiles(document, new UniqueValues(1), 'fixtures/examples');

  test.each(document.operations.map(({ id }) => id))(
    'name at least 6 accepted and 10 rejected requests of %s',
    (id) => {
      const intents = all.filter(({ operation }) => operation.id === id).map(({ expectation }) => expectation);
      expect(intents.filter((intent) => intent === 'accept').length).toBeGreaterThanOrEqual(6);
      expect(intents.filter((intent) => intent === 'reject').length).toBeGreaterThanOrEqual(10);
    },
  );

  test('are different requests with ids of their own', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.every(({ targets }) => targets.length > 0)).toBe(true);
  });
});

describe('the examples of a document', () => {
  const requests = (paths: string) =>
    casesFromOpenApiExamples(contractOf(paths), new UniqueValues(1)).map(({ id, request, expectation }) => {
      return [id, expectation, request.path, Buffer.from(request.body ?? []).toString()];
    });

  test('are requests to accept, of bodies and of parameters', () => {
    const found = requests(`
/a:
  post:
    operationId: a
    parameters:
      - { name: n, in: query, required: true, schema: { type: integer }, examples: { two: { value: 2 }, three: { value: 3 } } }
    requestBody:
      content: { application/json: { schema: { type: object }, examples: { full: { value: { x: 1 } } } } }
    responses: { '200': { description: ok } }`);
    expect(found).toEqual([
      ['a: document example full', 'accept', '/a?n=2', '{"x":1}'],
      ['a: document example two of a parameter (1)', 'accept', '/a?n=2', ''],
      ['a: document example three of a parameter (2)', 'accept', '/a?n=3', ''],
    ]);
  });

  test('are sent in every media type whose bodies a schema describes', () => {
    const schema = 'schema: { type: object, required: [x], properties: { x: { type: string } }, xml: { name: a } }';
    const found = requests(`
/a:
  post:
    operationId: a
    requestBody:
      required: true
      content:
        application/json: { ${schema}, example: { x: one } }
        application/x-www-form-urlencoded: { ${schema}, examples: { good: { value: { x: two } }, bad: { value: {} } } }
        application/xml: { ${schema}, example: '<a><x>three</x></a>' }
        image/png: { example: dots }
    responses: { '200': { description: ok } }`);
    expect(found.map(([id, expectation]) => `${id}: ${expectation}`)).toEqual([
      'a: document example example: accept',
      'a: document example good in application/x-www-form-urlencoded: accept',
      'a: document example example in application/xml: accept',
    ]);
    expect(found[1]?.[3]).toBe('x=two');
    expect(found[2]?.[3]).toContain('<a><x>three</x></a>');
  });

  test('that break the document are left out', () => {
    const found = requests(`
/a:
  post:
    operationId: a
    requestBody:
      required: true
      content: { application/json: { schema: { type: object, required: [x] }, examples: { bad: { value: {} }, good: { value: { x: 1 } } } } }
    responses: { '200': { description: ok } }`);
    expect(found.map(([id]) => id)).toEqual(['a: document example good']);
  });

  test('of this repository all keep it', () => {
    const document = own();
    const names = casesFromOpenApiExamples(document, new UniqueValues(1)).map(({ id }) => id);
    expect(names).toHaveLength(6);
  });
});
