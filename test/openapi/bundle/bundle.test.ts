import { describe, expect, test } from 'vitest';
import { formatLocation } from '../../../harness/core/errors.ts';
import { document, load, thrownMessage } from '../documents.ts';

const S = '#/components/schemas/S';
const spec = (schema: string, rest = '') => document(`components:\n  schemas:\n    S: ${schema}\n${rest}`);
/** Where the schema `S` ends up: its place and its value. */
function resolved(files: Readonly<Record<string, string>>, pointer = S) {
  const { document } = load(files);
  const found = document.resolve(pointer);
  return { value: found.value, place: formatLocation(document.locate(found.pointer)).replace(/.*\//, '') };
}

describe('a $ref to another file resolves to', () => {
  test('a part of the file, at its own line', () => {
    const files = { 'spec.yaml': spec('{ $ref: "pets.yaml#/Pet" }'), 'pets.yaml': 'Cat: {}\nPet:\n  type: object\n' };
    expect(resolved(files)).toEqual({ value: { type: 'object' }, place: 'pets.yaml:2:1' });
  });

  test('a whole file, also JSON, in a folder, with a percent-encoded name', () => {
    const files = { 'spec.yaml': spec('{ $ref: "./sub/a%20pet.json" }'), 'sub/a pet.json': '{"type": "object"}' };
    expect(resolved(files)).toEqual({ value: { type: 'object' }, place: 'a pet.json:1:1' });
  });

  test('parts whose references are relative to that file', () => {
    const { document: found, schemas } = load({
      'spec.yaml': spec('{ $ref: "sub/pet.yaml#/Pet" }'),
      'sub/pet.yaml':
        'Pet:\n  properties: { id: { $ref: "#/Id" }, tag: { $ref: "../tag.yaml" } }\nId: { type: integer }\n',
      'tag.yaml': 'type: string\n',
    });
    const broken = schemas
      .validate(S, { id: 'x', tag: 1 }, 'response')
      .map(({ pointer }) => formatLocation(found.locate(pointer)));
    expect(broken.map((place) => place.replace(/.*\//, ''))).toEqual(['pet.yaml:3:7', 'tag.yaml:1:1']);
  });

  test('files that refer to each other, and back to the spec', () => {
    const { schemas } = load({
      'spec.yaml': spec('{ $ref: "a.yaml" }', '    T: { type: integer }\n'),
      'a.yaml': 'properties: { b: { $ref: "b.yaml" } }\n',
      'b.yaml': 'properties: { a: { $ref: "a.yaml" }, t: { $ref: "spec.yaml#/components/schemas/T" } }\n',
    });
    expect(
      schemas.validate(S, { b: { a: { b: { t: 'x' } } } }, 'response').map(({ instancePath }) => instancePath),
    ).toEqual(['/b/a/b/t']);
  });

  test('path items and responses', () => {
    const { operations } = load({
      'spec.yaml': "openapi: 3.0.3\ninfo: { title: A, version: '1' }\npaths:\n  /a: { $ref: 'a.yaml' }\n",
      'a.yaml':
        "get:\n  operationId: readA\n  responses: { '200': { $ref: '#/ok' } }\nok: { description: ok, content: { text/plain: {} } }\n",
    });
    expect(operations.map(({ id, path }) => `${id} ${path}`)).toEqual(['readA /a']);
    expect(operations[0]?.response(200)?.content.map(({ type }) => type)).toEqual(['text/plain']);
  });

  test('the spec and files beside it, from an overlay', () => {
    const overlay =
      "overlay: 1.0.0\nactions:\n  - target: $.components.schemas\n    update: { T: { $ref: 'pet.yaml' } }\n";
    const { document: found } = load(
      { 'spec.yaml': spec('{}'), 'o.yaml': overlay, 'pet.yaml': 'type: object\n' },
      'o.yaml',
    );
    expect(found.resolve('#/components/schemas/T').value).toEqual({ type: 'object' });
  });
});

describe('references within the document', () => {
  test('names with / ~ % and blanks', () => {
    const schema = '{ allOf: [{ $ref: "#/components/schemas/a~1b~0c" }, { $ref: "#/components/schemas/50%25%20x" }] }';
    const { schemas } = load({
      'spec.yaml': spec(schema, '    "a/b~c": { type: integer }\n    "50% x": { minimum: 5 }\n'),
    });
    expect(schemas.validate(S, 'x', 'response')).toHaveLength(1);
    expect(schemas.validate(S, 1, 'response').map(({ pointer }) => pointer)).toEqual([
      '#/components/schemas/50% x/minimum',
    ]);
  });

  test('a name that contains a percent-encoding is found as written', () => {
    const { schemas } = load({ 'spec.yaml': spec('{ properties: { "a%20b": { type: integer } } }') });
    expect(schemas.accepts(S, { 'a%20b': 'x' }, 'response')).toBe(false);
  });

  test('a $ref in an example, a default, an enum or a const is data', () => {
    const data = '{ $ref: "nowhere.yaml" }';
    const schema = `{ example: ${data}, default: ${data}, enum: [${data}], const: ${data}, examples: [${data}] }`;
    expect(resolved({ 'spec.yaml': spec(schema) }).value).toMatchObject({ example: { $ref: 'nowhere.yaml' } });
  });

  test('a property with one of those names is not data', () => {
    for (const name of ['default', 'example', 'value', 'x-rate', 'enum'])
      expect(
        thrownMessage(() => load({ 'spec.yaml': spec(`{ properties: { ${name}: { $ref: "#/nowhere" } } }`) })),
      ).toContain('cannot be resolved');
  });

  test('the mapping of a discriminator resolves into other files too', () => {
    const pet =
      'Pet:\n  discriminator: { propertyName: kind, mapping: { d: "#/Dog", c: "cat.yaml" } }\n  oneOf: [{ $ref: "#/Dog" }, { $ref: "cat.yaml" }]\nDog: { properties: { name: { type: string } } }\n';
    const { schemas } = load({
      'spec.yaml': spec('{ $ref: "pet.yaml#/Pet" }'),
      'pet.yaml': pet,
      'cat.yaml': 'properties: { name: { type: integer } }\n',
    });
    expect(schemas.accepts(S, { kind: 'd', name: 1 }, 'response')).toBe(false);
    expect(schemas.accepts(S, { kind: 'c', name: 1 }, 'response')).toBe(true);
  });
});

describe('a $ref that cannot be resolved is rejected at its line', () => {
  test.each([
    [
      '#/components/schemas/Nothing',
      'spec.yaml:10:10: $ref #/components/schemas/Nothing cannot be resolved. Correct it, or add its target.',
    ],
    ['#Pet', 'spec.yaml:10:10: $ref #Pet cannot be resolved. Correct it, or add its target.'],
    ['pet.yaml#/Nothing', 'spec.yaml:10:10: $ref pet.yaml#/Nothing cannot be resolved. Correct it, or add its target.'],
    [
      'none.yaml',
      'spec.yaml:10:10: $ref none.yaml: cannot read file none.yaml: no such file. Give the path of a YAML or JSON file.',
    ],
    [
      '%E0%A4%A.yaml',
      'spec.yaml:10:10: $ref %E0%A4%A.yaml: cannot read file %E0%A4%A.yaml: no such file. Give the path of a YAML or JSON file.',
    ],
    [
      'https://example.org/a.yaml',
      'spec.yaml:10:10: $ref https://example.org/a.yaml is a URL, but only files are read. Save it beside the spec.',
    ],
    [
      '#/components/schemas/S',
      'spec.yaml:10:10: $ref #/components/schemas/S refers to itself. Correct it, or add its target.',
    ],
    [
      '#/components/schemas/T',
      'spec.yaml:10:10: $ref #/components/schemas/T refers to itself. Correct it, or add its target.',
    ],
    ['broken.yaml', 'broken.yaml:2:1: not valid YAML: Tabs are not allowed as indentation'],
  ])('%s', (reference, message) => {
    const files = {
      'spec.yaml': spec(`{ $ref: "${reference}" }`, '    T: { $ref: "#/components/schemas/S" }\n'),
      'pet.yaml': 'Pet: {}\n',
      'broken.yaml': 'a:\n\tb: 1\n',
    };
    expect(thrownMessage(() => load(files))).toBe(message);
  });

  test.each([
    ['gone.yaml#/A', 'gone.yaml#/A: cannot read file gone.yaml: no such file. Give the path of a YAML or JSON file.'],
    ['#/components/schemas/B', '#/components/schemas/B cannot be resolved. Correct it, or add its target.'],
    ['https://example.org/a', 'https://example.org/a is a URL, but only files are read. Save it beside the spec.'],
  ])('a mapping of a discriminator to %s, by its own name', (target, problem) => {
    const schema = `{ type: object, discriminator: { propertyName: k, mapping: { a: "${target}" } } }`;
    const message = thrownMessage(() => load({ 'spec.yaml': spec(schema) }));
    expect(message.replace(/:10:\d+:/, ':10:')).toBe(`spec.yaml:10: discriminator mapping ${problem}`);
  });

  test('a $ref in another file, at that file', () => {
    const files = {
      'spec.yaml': spec('{ $ref: "pet.yaml" }'),
      'pet.yaml': 'properties:\n  id: { $ref: "#/Nothing" }\n',
    };
    expect(thrownMessage(() => load(files))).toBe(
      'pet.yaml:2:9: $ref #/Nothing cannot be resolved. Correct it, or add its target.',
    );
  });
});
