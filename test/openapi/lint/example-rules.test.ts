import { describe, expect, test } from 'vitest';
import { document } from '../documents.ts';
import { lint } from './problems.ts';

describe('examples', () => {
  const response = (mediaType: string, type = 'application/json') =>
    document().replace('{ description: ok }', `{ description: ok, content: { ${type}: ${mediaType} } }`);

  test('an invalid example of a media type is a warning that names the property', async () => {
    const spec = response('{ schema: { properties: { id: { type: integer } } }, example: { id: "1" } }');
    expect(await lint(spec)).toEqual([
      expect.stringMatching(
        /^spec.yaml:7:\d+ warning example-fits-its-schema: The example is not valid against its schema: \/id must be an integer, got "1".$/,
      ),
    ]);
  });

  test('named examples are validated one by one, also through a $ref', async () => {
    const spec = `${response('{ schema: { type: integer }, examples: { a: { value: 1 }, b: { $ref: "#/components/examples/B" } } }')}components:
  examples:
    B:
      value: text
`;
    expect(await lint(spec)).toEqual([
      expect.stringMatching(/^spec.yaml:11:7 warning example-fits-its-schema: .*must be an integer/),
    ]);
  });

  test('int64 is exact in examples: 2^63 is invalid, 2^63-1 is valid', async () => {
    const spec = (value: string) => response(`{ schema: { type: integer, format: int64 }, example: ${value} }`);
    expect(await lint(spec('9223372036854775807'))).toEqual([]);
    expect(await lint(spec('9223372036854775808'))).toHaveLength(1);
  });

  test('examples of a media type other than JSON are not validated', async () => {
    expect(await lint(response('{ schema: { type: object }, example: "<a/>" }', 'application/xml'))).toEqual([]);
  });

  test('a response example may omit writeOnly properties, but not readOnly ones', async () => {
    const spec = (flag: string) =>
      response(`{ schema: { required: [a], properties: { a: { ${flag}: true } } }, example: {} }`);
    expect(await lint(spec('writeOnly'))).toEqual([]);
    expect(await lint(spec('readOnly'))).toHaveLength(1);
  });

  test.each(['example: a', 'default: a'])('`%s` of a schema is validated by that schema', async (keyword) => {
    const spec = document(`components: { schemas: { A: { type: integer, ${keyword} } } }`);
    expect(await lint(spec)).toEqual([expect.stringMatching(/^spec.yaml:8:46 warning example-fits-its-schema: /)]);
  });

  test('so is each of the `examples` of a 3.1 schema', async () => {
    const spec = document('components: { schemas: { A: { type: integer, examples: [1, a] } } }', '3.1.0');
    expect(await lint(spec)).toEqual([expect.stringMatching(/^spec.yaml:8:60 warning example-fits-its-schema: /)]);
  });

  test('examples of parameters and headers are validated', async () => {
    const spec = document()
      .replace(
        "'200': { description: ok }",
        "'200': { description: ok, headers: { X-Rate: { schema: { type: integer }, example: many } } }",
      )
      .replace('    get:', '    parameters: [{ name: q, in: query, schema: { type: boolean }, example: 1 }]\n    get:');
    expect(await lint(spec)).toEqual([
      expect.stringMatching(/^spec.yaml:5:\d+ warning example-fits-its-schema: .*must be a boolean, got 1/),
      expect.stringMatching(/^spec.yaml:8:\d+ warning example-fits-its-schema: .*must be an integer, got "many"/),
    ]);
  });

  test('a $ref inside of an example is data, and is not fetched', async () => {
    expect(await lint(response('{ schema: {}, example: { $ref: "http://localhost:1/nowhere" } }'))).toEqual([]);
  });
});
