import { expect, test } from 'vitest';
import { OpenApiDocument } from '../../harness/openapi/document.ts';
import { lintContract } from '../../harness/openapi/lint/lint.ts';
import { unreadParts } from '../../harness/openapi/unread.ts';
import { run } from '../../harness/runner/run.ts';
import { resolveOptions } from '../../harness/runner/settings/options.ts';
import { load, object, write } from '../openapi/documents.ts';

const HEAD = "openapi: 3.2.0\ninfo: { title: t, version: '1' }\n";
const OK = "responses: { '200': { description: ok } }";

/** What is not read in a document with these lines, each part with its line. */
function unread(lines: string): string[] {
  const document = new OpenApiDocument('spec.yaml', object(HEAD + lines));
  return unreadParts(document).map(({ location, description }) => `${location.line}: ${description}`);
}

test('a $ref in place of an operation is followed: its parameters and responses are clauses', () => {
  const contract = load({
    'spec.yaml': `${HEAD}paths: { /a: { get: { $ref: a_get.yml } } }`,
    'a_get.yml': `operationId: listA\nparameters: [{ name: q, in: query, required: true, schema: { type: integer } }]\n${OK}`,
  });
  expect(contract.operations.map(({ id, parameters }) => [id, parameters.map(({ name }) => name)])).toEqual([
    ['listA', ['q']],
  ]);
  expect(contract.clauses.find(({ id }) => id === 'listA query q required')?.location.file).toMatch(/a_get\.yml$/);
});

test('the mock serves an operation behind a $ref and one of method query, and verify passes on them', async () => {
  const folder = write({
    'spec.yaml': `${HEAD}paths:\n  /a: { get: { $ref: a_get.yml }, query: { operationId: queryA, ${OK} } }`,
    'a_get.yml': `operationId: listA\nparameters: [{ name: q, in: query, schema: { type: integer } }]\n${OK}`,
  });
  const options = resolveOptions({ spec: `${folder}/spec.yaml`, suites: ['generated'], runs: 2, seed: 1 });
  for await (const event of run(options, new AbortController().signal))
    if (event.type === 'end')
      expect(event.report).toMatchObject({
        verdict: 'passed',
        operations: [
          { id: 'listA', verified: true },
          { id: 'queryA', verified: true },
        ],
      });
});

test.each([
  [
    'a webhook',
    'webhooks:\n  made: { post: {} }',
    ['4: webhook made is not tested; `contract mock` sends it on demand'],
  ],
  [
    'a callback',
    `paths:\n  /a:\n    post:\n      ${OK}\n      callbacks:\n        done: {}`,
    ['8: callback done is not tested without --callback-host'],
  ],
  [
    'an additional operation',
    `paths:\n  /a:\n    additionalOperations:\n      FROB: { ${OK} }`,
    ['6: operation FROB /a is not tested'],
  ],
  ['a path without a slash', `paths:\n  a: { get: { ${OK} } }`, ['4: path a does not start with / and is not tested']],
  [
    'a response whose key is no status',
    `paths:\n  /a:\n    get: { responses: { 200: { description: ok }, '6XX': { description: x }, 99: { description: x } } }`,
    [
      '5: response 99 is neither a status nor default and is not read',
      '5: response 6XX is neither a status nor default and is not read',
    ],
  ],
  ['a misspelled method', `paths:\n  /a:\n    gett: { ${OK} }`, ['5: field gett of /a is unknown and is not read']],
  [
    'an unknown format, once',
    'components:\n  schemas:\n    A: { type: string, format: iban }\n    B: { type: string, format: iban }',
    ['5: format iban is unknown and is not checked'],
  ],
  [
    'an unknown content encoding, once',
    'components:\n  schemas:\n    A: { type: string, contentEncoding: rot13 }\n    B: { type: string, contentEncoding: rot13 }',
    ['5: contentEncoding rot13 is unknown and is not checked'],
  ],
  [
    'a known content encoding',
    'components: { schemas: { A: { contentEncoding: Base64 }, B: { contentEncoding: 7bit } } }',
    [],
  ],
  [
    'a link to an operation that the document does not have',
    [
      'paths:',
      '  /a:',
      '    get:',
      '      operationId: a',
      '      responses:',
      '        200:',
      '          description: ok',
      '          links:',
      '            Self: { operationId: a }',
      "            Place: { operationRef: '#/paths/~1a/get' }",
      '            Gone: { operationId: b }',
      "            Away: { operationRef: '#/paths/~1b/get' }",
      "            Elsewhere: { operationRef: 'https://example.com/#/paths/~1b/get' }",
      '            None: { description: x }',
      "            Shared: { $ref: '#/components/links/Shared' }",
      'components:',
      '  links:',
      '    Shared: { operationId: c }',
    ].join('\n'),
    [
      '13: link Gone is not read: it leads to b, which this document does not have',
      '14: link Away is not read: it leads to #/paths/~1b/get, which this document does not have',
      '15: link Elsewhere is not read: it leads to https://example.com/#/paths/~1b/get, which this document does not have',
      '16: link None is not read: it names no operation',
      '20: link Shared is not read: it leads to c, which this document does not have',
    ],
  ],
  ['a known format, or data that looks like one', 'components: { examples: { a: { value: { format: x } } } }', []],
  ['an extension', 'x-webhooks: { format: odd, callbacks: {} }\npaths: { x-a: 1 }', []],
])('%s is named with its line if it is not read', (_, lines, expected) => {
  expect(unread(lines)).toEqual(expected);
});

test('lint warns of every part that is not read', async () => {
  const problems = await lintContract(
    load({ 'spec.yaml': `${HEAD}paths: { /a: { get: { ${OK} } } }\nwebhooks: { made: { post: { ${OK} } } }` }),
  );
  expect(problems.filter(({ rule }) => rule === 'not-read')).toMatchObject([
    {
      severity: 'warning',
      message: 'webhook made is not tested; `contract mock` sends it on demand.',
      location: { line: 4 },
    },
  ]);
});
