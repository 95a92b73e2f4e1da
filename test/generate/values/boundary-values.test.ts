import { expect, test } from 'vitest';
import { parseJson, stringifyJson } from '../../../harness/core/json/index.ts';
import { mutateValue } from '../../../harness/generate/values/boundary/mutate-value.ts';
import { schemas } from '../../openapi/documents.ts';

test.each(['0042', '-0042', '000', '2024'])('the text %s is written as a number of JSON', (text) => {
  const contract = schemas('{"Code": {"type": "string", "pattern": "^-?[0-9]+$"}}');
  const mutations = [...mutateValue(contract, '#/components/schemas/Code', text, 'request')];
  const written = mutations.filter(({ label }) => label === 'is a number').map(({ value }) => stringifyJson(value));
  expect(written).toContain(String(Number(text)));
  expect(written.map(parseJson)).toHaveLength(written.length);
});

test.each([
  ['{"type": "integer"}', 'any'],
  ['{"type": "integer", "minimum": 1}', 'any'],
  ['{"type": "integer", "format": "int64"}', 'reject'],
])('a fraction that a double rounds away, for %s: %s', (schema, expectation) => {
  const contract = schemas(`{"Count": ${schema}}`);
  const mutations = [...mutateValue(contract, '#/components/schemas/Count', 1, 'request')];
  const found = mutations.filter(({ value }) => stringifyJson(value) === '9007199254740993.5');
  expect(found.map(({ isUnspecified }) => (isUnspecified ? 'any' : 'reject'))).toEqual([expectation]);
});
