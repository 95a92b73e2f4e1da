import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseJson, writeJson } from '../../../harness/contract/json.ts';
import type { Json } from '../../../harness/model.ts';
import { schemas } from '../documents.ts';

interface Group {
  readonly file: string;
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

/** Cases of the official suite, for the keywords and formats that the comparison with Ajv leaves out; the first line is their licence. */
const [, ...lines] = readFileSync(new URL('json-schema-test-suite.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const groups = lines.map((line) => parseJson(line) as unknown as Group);

describe.each(groups)('$file: $description', ({ schema, tests }) => {
  const text = writeJson(schema).replaceAll('"$ref":"#', '"$ref":"#/components/schemas/S');
  const { schemas: judge } = schemas(`{"S":${text}}`);

  test.each(tests)('$description', ({ data, valid }) => {
    expect(judge.accepts('#/components/schemas/S', data, 'response')).toBe(valid);
  });
});
