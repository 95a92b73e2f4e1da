import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isObject, parseJson, stringifyJson } from '../../../harness/core/json/index.ts';
import type { JsonValue } from '../../../harness/core/model.ts';
import { document, load } from '../documents.ts';

interface Group {
  readonly file: string;
  readonly description: string;
  readonly schema: JsonValue;
  /** Schemas of other files that it refers to by their `$id`. */
  readonly remotes?: readonly JsonValue[];
  readonly tests: readonly { readonly description: string; readonly data: JsonValue; readonly valid: boolean }[];
}

/** Cases of the official suite, for the keywords, formats and references that the comparison with Ajv leaves out; the first line is their licence. */
const [, ...lines] = readFileSync(new URL('json-schema-test-suite.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const groups = lines.map((line) => parseJson(line) as unknown as Group);

/** Each schema is in a document, beside those that it refers to, as a resource of its own. */
function validatorOf({ schema, remotes = [] }: Group) {
  const own = isObject(schema) ? { $id: 'https://example.org/schema', ...schema } : schema;
  const others = Object.fromEntries(remotes.map((remote, index) => [`Remote${index}`, remote]));
  const components = stringifyJson({ schemas: { S: own, ...others } });
  return load({ 'spec.yaml': document(`components: ${components}`, '3.1.0') }).schemas;
}

describe.each(groups)('$file: $description', (group) => {
  const validator = validatorOf(group);

  test.each(group.tests)('$description', ({ data, valid }) => {
    expect(validator.accepts('#/components/schemas/S', data, 'response')).toBe(valid);
  });
});
