import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lintContract } from '../../../harness/openapi/lint/lint.ts';
import { loadContract } from '../../../harness/openapi/load.ts';
import { document } from '../documents.ts';
import { lint } from './problems.ts';

describe('the document of this project', () => {
  test('has no lint problems', async () => {
    expect(await lintContract(loadContract('spec/openapi.yaml'))).toEqual([]);
  });

  test.each(readdirSync('spec/overlays'))('is clean with the overlay %s', async (overlay) => {
    expect(await lintContract(loadContract('spec/openapi.yaml', [`spec/overlays/${overlay}`]))).toEqual([]);
  });
});

describe('structure', () => {
  test('a discriminator may map to the name of a schema', async () => {
    const spec = (name: string) =>
      document(
        `components: { schemas: { Pet: { type: object, discriminator: { propertyName: kind, mapping: { dog: ${name} } } }, Dog: { type: object } } }`,
      );
    expect(await lint(spec('Dog'))).toEqual([]);
    expect(await lint(spec('Dgo'))).toEqual([
      'spec.yaml:8:95 error no-unresolved-refs: Discriminator mapping Dgo names no schema of `components`.',
    ]);
  });

  test('an unknown type is named, with the nearest, and no name of a property or of data is a type', async () => {
    const spec = (schema: string) => document(`components: { schemas: { A: ${schema} } }`);
    expect(await lint(spec('{ type: objct }'))).toEqual([
      'spec.yaml:8:31 error struct: Type objct is unknown, so no value is valid. Did you mean object?',
    ]);
    expect((await lint(spec('{ type: str }'))).join()).toContain(
      'Type str is unknown, so no value is valid. Did you mean string?',
    );
    expect((await lint(spec('{ type: datum }'))).join()).toContain(
      'Use one of: boolean, integer, number, string, array, object.',
    );
    expect(
      await lint(
        spec('{ type: object, properties: { type: { type: string, example: objct } }, example: { type: objct } }'),
      ),
    ).toEqual([]);
  });

  test('a misspelled method is one warning', async () => {
    expect(await lint(document('').replace('get:', 'gett: {}\n    get:'))).toEqual([
      expect.stringMatching(/struct: Property `gett` is not expected here\. Did you mean get/),
    ]);
  });

  test('a template expression may have a name of any letters, and is reported if it is missing', async () => {
    const spec = (name: string) =>
      `openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: { '/a/{größe}': { get: { parameters: [{ name: ${name}, in: path, required: true, schema: {} }], responses: { 200: { description: a } } } } }`;
    expect(await lint(spec('größe'))).toEqual([]);
    expect((await lint(spec('grösse'))).join()).toContain('is not used in the path');
  });

  test('a misspelled keyword is a warning at its line, with a suggestion', async () => {
    const spec = document(`components:
  schemas:
    Pet:
      type: object
      requierd: [name]
`);
    expect(await lint(spec)).toEqual([
      'spec.yaml:12:7 warning struct: Property `requierd` is not expected here. Did you mean required?',
    ]);
  });

  test('a missing property is reported at its object', async () => {
    const spec = document().replace('{ description: ok }', '{}');
    expect(await lint(spec)).toEqual([
      'spec.yaml:7:9 error struct: The field `description` must be present on this level.',
    ]);
  });

  test.each(['3.0.3', '3.1.0'])('in %s an unknown keyword is a warning', async (version) => {
    const [problem, ...others] = await lint(document('components: { schemas: { Pet: { colour: red } } }', version));
    expect(others).toEqual([]);
    expect(problem).toContain('warning struct: Property `colour` is not expected here.');
  });

  test.each([
    ['x-logo', 'https://example.com/logo.png'],
    ['x-tagGroups', 'none'],
    ['x-other', '{ $ref: ./nowhere.cs }'],
    ['x-other', '{ a: [{ b: { $ref: "#/nowhere" } }] }'],
    ['x-codeSamples', '[{ lang: C#, source: { $ref: ./get.cs } }]'],
  ])('an extension may have any value: %s: %s', async (name, value) => {
    const inRoot = `openapi: 3.0.3\n${name}: ${value}\ninfo: { title: A, version: '1', ${name}: ${value} }\npaths: { /: { get: { ${name}: ${value}, responses: { 200: { description: ok, ${name}: ${value} } } } } }`;
    expect(await lint(inRoot)).toEqual([]);
  });

  test('a reference in data is data', async () => {
    const schema = '{ type: object, example: { $ref: ./a }, default: { $ref: "#/b" }, enum: [{ $ref: c.yaml }] }';
    const problems = await lint(document(`components: { schemas: { Pet: ${schema} } }`));
    expect(problems.filter((problem) => problem.includes('no-unresolved-refs'))).toEqual([]);
  });

  test('a keyword for values of another type is a warning', async () => {
    const [problem] = await lint(
      document('components: { schemas: { Pet: { type: object, items: { type: string } } } }'),
    );
    expect(problem).toContain('warning no-schema-type-mismatch');
  });

  test('what an overlay adds is reported at its line in the overlay', async () => {
    const overlay = "overlay: 1.0.0\nactions:\n  - target: $.paths['/'].get\n    update:\n      sumary: misspelt\n";
    expect(await lint(document(), { 'overlay.yaml': overlay }, 'overlay.yaml')).toEqual([
      'overlay.yaml:5:7 warning struct: Property `sumary` is not expected here. Did you mean summary?',
    ]);
  });

  test('a part in another file is reported there', async () => {
    const spec = document('components: { schemas: { Pet: { $ref: "pet.yaml#/Pet" } } }');
    expect(await lint(spec, { 'pet.yaml': 'Pet:\n  type: object\n  maxLenght: 3\n' })).toEqual([
      'pet.yaml:3:3 warning struct: Property `maxLenght` is not expected here. Did you mean maxLength?',
    ]);
  });
});

describe('paths and operations', () => {
  const parameter = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`;
  const path = (template: string, parameters: string[]) => `  ${template}:
    get:
      parameters: [${parameters.join(', ')}]
      responses: { '200': { description: ok } }
`;
  const paths = (...items: string[]) => `openapi: 3.0.3\ninfo: { title: A, version: '1' }\npaths:\n${items.join('')}`;

  test('a path parameter that is not in the path, and one that is not declared, are errors', async () => {
    expect(await lint(paths(path('/a/{id}', [parameter('key')])))).toEqual(
      [
        'spec.yaml:5:5 error path-parameters-defined: The operation does not define the path parameter `{id}` expected by path `/a/{id}`.',
        'spec.yaml:6:22 error path-parameters-defined: Path parameter `key` is not used in the path `/a/{id}`.',
      ].map((line) => expect.stringContaining(line.replace(/^\S+ /, ''))),
    );
  });

  test('two paths that differ only by the name of a parameter are an error', async () => {
    const spec = paths(path('/a/{id}', [parameter('id')]), path('/a/{key}', [parameter('key')]));
    expect(await lint(spec)).toEqual([expect.stringMatching(/^spec.yaml:8:3 error no-identical-paths: /)]);
  });

  test('a duplicate parameter is an error', async () => {
    const spec = paths(path('/a/{id}', [parameter('id'), parameter('id')]));
    expect(await lint(spec)).toEqual([expect.stringMatching(/^spec.yaml:6:\d+ error operation-parameters-unique: /)]);
  });

  test('an undeclared security scheme is an error', async () => {
    expect(await lint(document('security: [{ token: [] }]'))).toEqual([
      'spec.yaml:8:14 error security-scheme-defined: There is no security scheme token in components.securitySchemes.',
    ]);
  });
});

describe('patterns', () => {
  test('a pattern that does not compile is an error', async () => {
    expect(await lint(document('components: { schemas: { A: { type: string, pattern: "[a" } } }'))).toEqual([
      'spec.yaml:8:45 error pattern-is-a-regular-expression: [a is not a regular expression (ECMA-262).',
    ]);
  });

  test('a name of patternProperties that does not compile is an error', async () => {
    const spec = document('components: { schemas: { A: { patternProperties: { "(": {} } } } }', '3.1.0');
    expect(await lint(spec)).toEqual([
      expect.stringMatching(/^spec.yaml:8:52 error pattern-is-a-regular-expression: /),
    ]);
  });

  test('a pattern between slashes is a warning: no text matches it', async () => {
    expect(await lint(document("components: { schemas: { A: { type: string, pattern: '/^[0-9]{5}$/i' } } }"))).toEqual([
      'spec.yaml:8:45 warning pattern-has-no-delimiters: No text matches /^[0-9]{5}$/i: the slashes are part of the pattern. Leave them out.',
    ]);
    expect(await lint(document("components: { schemas: { A: { type: string, pattern: '^/[a-z]$' } } }"))).toEqual([]);
  });

  test('a pattern that only compiles without the u flag is no error', async () => {
    expect(await lint(document("components: { schemas: { A: { type: string, pattern: '^\\-$' } } }"))).toEqual([]);
  });
});

test('true and false are schemas from 3.1 on, but not before', async () => {
  const spec = (version: string) =>
    document('components: { schemas: { A: { allOf: [true], anyOf: [{}, false], not: false } } }', version);
  expect(await lint(spec('3.1.0'))).toEqual([]);
  expect(await lint(spec('3.0.3'))).toHaveLength(3);
});

describe('dynamic anchors', () => {
  const schemas = (generic: string) =>
    document(
      `components:
  schemas:
    A: { ${generic}items: { $dynamicRef: "#item" }, $defs: { any: { $dynamicAnchor: item } } }
    B: { $ref: "#/components/schemas/A", $defs: { item: { $dynamicAnchor: item, type: string } } }`,
      '3.1.0',
    );

  test('a duplicate anchor in a schema resource is an error', async () => {
    expect(await lint(schemas(''))).toEqual([
      'spec.yaml:11:59 error dynamic-anchor-is-unique: $dynamicAnchor item is also at #/components/schemas/A/$defs/any, in the same schema resource. Give one of the enclosing schemas an `$id`.',
    ]);
  });

  test('in resources of their own they may have one name, and nothing is wrong with identifiers', async () => {
    expect(await lint(schemas('$id: a, '))).toEqual([]);
  });
});
