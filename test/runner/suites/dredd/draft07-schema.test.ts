import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { responseSchema } from '../../../../harness/checks/response-body.ts';
import { isObject, parseJson, stringifyJson } from '../../../../harness/core/json/index.ts';
import type { Case, JsonValue, Operation } from '../../../../harness/core/model.ts';
import { UniqueValues } from '../../../../harness/generate/requests/unique-values.ts';
import { invalidMutations } from '../../../../harness/generate/values/boundary/mutate-value.ts';
import { canonicalValue } from '../../../../harness/generate/values/canonical-value.ts';
import type { Contract } from '../../../../harness/openapi/contract.ts';
import { toDraft07 } from '../../../../harness/runner/suites/dredd/draft07-schema.ts';
import { toFindings } from '../../../../harness/runner/suites/dredd/findings.ts';
import { gavelErrors } from '../../../../harness/runner/suites/dredd/worker/gavel-errors.ts';
import type { GavelFields } from '../../../../harness/runner/suites/dredd/worker/load-dredd.ts';
import type { DreddFieldError } from '../../../../harness/runner/suites/dredd/worker/messages.ts';
import { createResponse } from '../../../checks/exchanges.ts';
import { contractOf, only } from '../../../generate/documents.ts';
import { SCHEMAS } from '../../../generate/schemas.ts';
import { document, load } from '../../../openapi/documents.ts';

const { gavel } = createRequire(import.meta.url)('#vendor/dredd') as {
  readonly gavel: { validate(expected: unknown, actual: unknown): { fields: GavelFields } };
};

/** What Dredd says of a body, of a response with the schema at a pointer. */
function fieldErrors(contract: Contract, pointer: string, body: JsonValue): DreddFieldError[] {
  const headers = { 'content-type': 'application/json' };
  const bodySchema = toDraft07(contract.document, pointer);
  return gavelErrors(gavel.validate({ bodySchema }, { headers, body: stringifyJson(body) }).fields);
}

/** A contract whose one operation responds with 200 with this schema. */
function responding(schema: string) {
  const text = schema.replace(/^/gm, '            ').replaceAll('requestBody/content', 'responses/200/content');
  const contract = contractOf(`/things:
  post:
    operationId: create
    responses:
      200:
        description: created
        content:
          application/json:
           schema:
${text}`);
  const operation = only(contract);
  return { contract, operation, pointer: operation.responses[0]?.content[0]?.schema ?? '' };
}

function aCase(operation: Operation): Case {
  return {
    id: 'a case',
    operation,
    request: { method: 'POST', path: '/things', headers: [], body: undefined },
    expectation: 'accept',
    targets: [],
    origin: { suite: 'examples', kind: 'fixture', location: undefined },
    uniqueFieldUnderTest: false,
  };
}

interface Group {
  readonly file: string;
  readonly description: string;
  readonly schema: JsonValue;
  readonly remotes?: readonly JsonValue[];
  readonly tests: readonly { readonly description: string; readonly data: JsonValue; readonly valid: boolean }[];
}

const suite = new URL('../../../openapi/schema/json-schema-test-suite.jsonl', import.meta.url);
const groups = readFileSync(suite, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => parseJson(line) as unknown as Group);

describe('what is conforming by the document is conforming for Dredd', () => {
  test.each(groups)('$file: $description', ({ schema, remotes = [], tests }) => {
    const own = isObject(schema) ? { $id: 'https://example.org/schema', ...schema } : schema;
    const others = Object.fromEntries(remotes.map((remote, index) => [`Remote${index}`, remote]));
    const components = stringifyJson({ schemas: { S: own, ...others } });
    const contract = load({ 'spec.yaml': document(`components: ${components}`, '3.1.0') });
    // Ajv 6 knows leap seconds in UTC alone.
    for (const { description, data, valid } of tests)
      if (valid && !/leap second/.test(description))
        expect(fieldErrors(contract, '#/components/schemas/S', data), description).toEqual([]);
  });

  test.each(Object.entries(SCHEMAS))('%s', (_, schema) => {
    const { contract, pointer } = responding(schema);
    for (const members of ['required', 'all'] as const) {
      const value =
        canonicalValue(contract, new UniqueValues(3), pointer, { direction: 'response', properties: members }) ?? null;
      expect(fieldErrors(contract, pointer, value), stringifyJson(value)).toEqual([]);
    }
  });
});

test.each(Object.entries(SCHEMAS))('what is broken is named as the other suites name it: %s', (_, schema) => {
  const { contract, operation, pointer } = responding(schema);
  const conforming =
    canonicalValue(contract, new UniqueValues(3), pointer, { direction: 'response', properties: 'all' }) ?? null;
  for (const { label, value } of invalidMutations(contract, pointer, conforming, 'response')) {
    const errors = fieldErrors(contract, pointer, value);
    // Dredd's numbers are doubles, to which such a fraction is an integer.
    if (errors.length === 0 || /double rounds away/.test(label)) continue;
    const testCase = aCase(operation);
    const found = toFindings(contract, { case: testCase, response: createResponse({ body: value }) }, { errors });
    const named = responseSchema(contract).evaluate({ case: testCase, response: createResponse({ body: value }) });
    const places = named.map(({ clause }) => clause.schemaPointer);
    // Of alternatives Dredd does not guess which one was meant.
    const strange = found.filter(({ clause }) => !places.some((place) => place.startsWith(clause.schemaPointer)));
    expect(strange.map(({ clause, message }) => `${label}: ${message} [${clause.id}]`)).toEqual([]);
    expect(found, label).not.toEqual([]);
  }
});
