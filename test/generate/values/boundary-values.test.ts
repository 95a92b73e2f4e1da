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
