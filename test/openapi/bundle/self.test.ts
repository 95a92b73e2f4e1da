import { expect, test } from 'vitest';
import { lintContract } from '../../../harness/openapi/lint/lint.ts';
import { load, thrownMessage } from '../documents.ts';

const S = '#/components/schemas/S';
const spec = (self: string, reference: string) => `openapi: 3.2.0
$self: ${self}
info: { title: A, version: '1' }
paths: { /a: { get: { responses: { '200': { description: Fine } } } } }
components:
  schemas:
    S: { $ref: '${reference}' }
    T: { type: integer }
`;
const typeOf = (files: Readonly<Record<string, string>>) => load(files).document.resolve(S).value;

test.each([
  ['its own URL', 'https://example.com/api/v1', 'https://example.com/api/v1#/components/schemas/T'],
  ['a path from it', 'https://example.com/api/v1', './v1#/components/schemas/T'],
  ['a URL from a $self that is a path', '/api/v1', '/api/v1#/components/schemas/T'],
])('a reference to a document by its $self is one within it: %s', (_, self, reference) => {
  expect(typeOf({ 'spec.yaml': spec(self, reference) })).toEqual({ type: 'integer' });
});

test('a URL beside that of $self is the file at the same place beside the document', () => {
  const parts = 'Pet: { type: boolean }\n';
  const self = 'https://example.com/api/spec.yaml';
  expect(
    typeOf({ 'spec.yaml': spec(self, 'https://example.com/api/shared/pets.yaml#/Pet'), 'shared/pets.yaml': parts }),
  ).toEqual({ type: 'boolean' });
});

test('a document is found by the $self that it has itself', () => {
  const other = spec('https://example.com/other', '#/components/schemas/T');
  const first = spec('https://example.com/api', 'b.yaml#/components/schemas/T').replace(
    'T: { type: integer }',
    "T: { $ref: 'https://example.com/other#/components/schemas/T' }",
  );
  expect(typeOf({ 'spec.yaml': first, 'b.yaml': other })).toEqual({ type: 'integer' });
});

test('a URL of another host is rejected as before, and lint knows the field', async () => {
  const elsewhere = spec('https://example.com/api', 'https://example.org/api#/components/schemas/T');
  expect(thrownMessage(() => load({ 'spec.yaml': elsewhere }))).toMatch(
    /spec\.yaml:7:10: .* is a URL, but only files are read/,
  );
  const contract = load({ 'spec.yaml': spec('https://example.com/api', '#/components/schemas/T') });
  expect((await lintContract(contract)).map(({ message }) => message)).toEqual([]);
});

test('before 3.2 there is no $self', () => {
  const old = spec('https://example.com/api', 'https://example.com/api#/components/schemas/T').replace(
    '3.2.0',
    '3.1.0',
  );
  expect(thrownMessage(() => load({ 'spec.yaml': old }))).toMatch(/is a URL, but only files are read/);
});
