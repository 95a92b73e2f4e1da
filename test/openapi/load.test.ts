import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatLocation } from '../../harness/core/errors.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { document, folder, load, thrownMessage } from './documents.ts';

describe('loadContract accepts', () => {
  test.each(['3.0.0', '3.0.3', '3.0', '3.1.0', '3.1', '3.2.0', '3.1.0-rc1'])('openapi %s', (version) => {
    expect(load({ 'spec.yaml': document('', version) }).document.version).toBe(version.slice(0, 3));
  });

  test('JSON, with its positions', () => {
    const spec =
      '{\n  "openapi": "3.1.0",\n  "info": {"title": "A", "version": "1"},\n  "paths": {\n    "/a": {"get": {"responses": {}}}\n  }\n}\n';
    const { document: found, operations } = load({ 'spec.yaml': spec });
    expect(operations.map(({ id }) => id)).toEqual(['GET /a']);
    expect(formatLocation(found.locate('#/paths/~1a/get')).replace(/.*\//, '')).toBe('spec.yaml:5:12');
  });

  test('the document of this project', () => {
    expect(loadContract('spec/openapi.yaml').operations).toHaveLength(2);
  });

  test('a file in the working folder is named by its relative path', () => {
    const { document: found } = loadContract(join(process.cwd(), 'spec/openapi.yaml'));
    expect(found.file).toBe('spec/openapi.yaml');
  });
});

test('of operations with the same operationId, which lint reports, the first one has it', () => {
  const responses = "responses: { '200': { description: ok } }";
  const get = `{ get: { operationId: a, ${responses} } }`;
  const paths = `paths: { /a: ${get}, /b: ${get}, /c: { post: { operationId: c, ${responses} } } }`;
  const contract = load({ 'spec.yaml': `openapi: 3.0.3\ninfo: { title: A, version: '1' }\n${paths}\n` });
  expect(contract.operations.map(({ id }) => id)).toEqual(['a', 'GET /b', 'c']);
});

describe('loadContract rejects', () => {
  test.each([
    [
      "swagger: '2.0'\n",
      'spec.yaml:1:1: this is a Swagger 2.0 document; OpenAPI 3 is required. Convert it: npx swagger2openapi spec.yaml --patch --yaml --outfile openapi.yaml',
    ],
    [
      "swagger: '2.0'\ndefinitions: { A: &a { type: object } }\nparameters:\n  B:\n    <<: *a\n",
      'spec.yaml:1:1: this is a Swagger 2.0 document; OpenAPI 3 is required. Convert it: npx js-yaml@4 spec.yaml > swagger.json && npx swagger2openapi swagger.json --patch --yaml --outfile openapi.yaml',
    ],
    ['openapi: 2.0.0\n', 'spec.yaml:1:1: unsupported version `openapi: 2.0.0`; supported: 3.0, 3.1 and 3.2'],
    ['openapi: 4.0.0\n', 'spec.yaml:1:1: unsupported version `openapi: 4.0.0`; supported: 3.0, 3.1 and 3.2'],
    ['info: {}\n', 'spec.yaml:1:1: not an OpenAPI document: add `openapi: 3.0.3` (or 3.1, 3.2) at the top'],
    ['', 'spec.yaml is not an OpenAPI document: its root is not an object'],
    ['- a\n- b\n', 'spec.yaml is not an OpenAPI document: its root is not an object'],
    ['just text\n', 'spec.yaml is not an OpenAPI document: its root is not an object'],
    ['\u0000\u0001\u0002', 'spec.yaml is not an OpenAPI document: its root is not an object'],
    ['openapi: 3.0.3\ninfo: {}\n', 'spec.yaml:1:1: the document has no operations below `paths`'],
    [
      'openapi: 3.1.0\nwebhooks: { a: {}, b: {} }\n',
      'spec.yaml:1:1: the document has no operations below `paths`; `contract mock` sends its 2 webhooks',
    ],
    ['openapi: 3.0.3\npaths: {}\n', 'spec.yaml:2:1: the document has no operations below `paths`'],
    ['openapi: 3.0.3\npaths: { /a: null }\n', 'spec.yaml:2:10: expected an object at #/paths/~1a'],
  ])('%j', (text, message) => {
    expect(thrownMessage(() => load({ 'spec.yaml': text }))).toBe(message);
  });

  test('a folder, and a missing file', () => {
    const path = folder({});
    expect(thrownMessage(() => loadContract(path))).toMatch(/^cannot read spec .*: is a folder\. /);
    expect(thrownMessage(() => loadContract(join(path, 'none.yaml')))).toMatch(
      /^cannot read spec none.yaml: no such file\. /,
    );
  });
});
