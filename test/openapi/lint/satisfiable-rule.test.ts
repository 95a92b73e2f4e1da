import { expect, test } from 'vitest';
import { document } from '../documents.ts';
import { problems } from './problems.ts';

const lint = (schemas: string) => problems(document(`components:\n  schemas:\n${schemas}`));

test('an object that requires what it does not allow is a warning', async () => {
  const cart = '    Cart: { type: object, required: [Id], properties: { id: {} }, additionalProperties: false }\n';
  expect(await lint(cart)).toContain(
    '10 warning schema-has-a-valid-value: No object is valid: "Id" is required, but `additionalProperties: false` does not allow it.',
  );
});

test('so are objects that exclude each other in allOf', async () => {
  const shape =
    '    Shape: { type: object, required: [kind], properties: { kind: {} }, additionalProperties: false }\n';
  const circle = `    Circle: { allOf: [{ $ref: '#/components/schemas/Shape' }, { type: object, properties: { radius: {} }, additionalProperties: false }] }\n`;
  const found = await lint(shape + circle);
  expect(found.filter((each) => each.includes('schema-has-a-valid-value'))).toEqual([
    '11 warning schema-has-a-valid-value: No object is valid: "kind" is required, but `additionalProperties: false` does not allow it.',
  ]);
});

test('a branch of oneOf that is there twice is a warning at the second', async () => {
  expect(
    await lint(
      '    File:\n      oneOf:\n        - { type: string }\n        - { type: integer }\n        - { type: string }\n',
    ),
  ).toEqual([
    '14 warning schema-has-a-valid-value: Branches 0 and 2 of oneOf are the same: no value is valid against exactly one of them.',
  ]);
});

test('an object that allows what it requires is none', async () => {
  const closed = '    A: { type: object, required: [a], properties: { a: {} }, additionalProperties: false }\n';
  const byPattern =
    '    B: { type: object, required: [b], patternProperties: { "^b": {} }, additionalProperties: false }\n';
  expect((await lint(closed + byPattern)).filter((each) => each.includes('schema-has-a-valid-value'))).toEqual([]);
});

test('an enum of which no value is valid is a warning, and an error where it is the schema of a response', async () => {
  const response = '{ description: Done, content: { application/json: { schema: { type: string, enum: [null] } } } }';
  const found = await problems(document(`components: { responses: { Empty: ${response} } }`));
  expect(found.filter((each) => each.includes('has-a-valid-value'))).toEqual([
    expect.stringMatching(
      /error response-has-a-valid-value: No response can be valid: see \S+ No value of `enum` is valid/,
    ),
    expect.stringMatching(/^\d+ warning schema-has-a-valid-value: No value of `enum` is valid against the schema/),
  ]);
});

test('an enum with a value that is valid is none', async () => {
  const some =
    '    A: { type: string, enum: [a, null] }\n    B: { enum: [1, null] }\n    C: { type: string, nullable: true, enum: [null] }\n';
  expect((await lint(some)).filter((each) => each.includes('schema-has-a-valid-value'))).toEqual([]);
});

test('a type beside branches of other types is a warning, and an error of each response that needs it', async () => {
  const schemas = `    Value: { type: boolean, oneOf: [{ type: string }, { type: number }] }
    Item: { type: object, required: [value], properties: { value: { $ref: '#/components/schemas/Value' } } }
    Page: { type: object, required: [items], properties: { next: { $ref: '#/components/schemas/Item' }, items: { type: array } } }
`;
  const response = (name: string) =>
    `    ${name}: { description: Done, content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } }\n`;
  const found = await lint(`${schemas}  responses:\n${response('Item')}${response('Page')}`);
  expect(found.filter((each) => each.includes('has-a-valid-value'))).toEqual([
    '10 warning schema-has-a-valid-value: No value is valid: its type is boolean, but no branch of `oneOf` or `anyOf` has that type.',
    expect.stringMatching(
      /^14 error response-has-a-valid-value: No response can be valid: see \S+:10:\d+\. No value is valid/,
    ),
  ]);
});

test('a response with branches of oneOf that differ in their words alone is an error', async () => {
  const branch = (words: string) =>
    `{ type: object, description: ${words}, xml: { name: ${words} }, properties: { error: { type: string, example: ${words} } } }`;
  const schema = `{ oneOf: [${branch('one')}, ${branch('two')}] }`;
  const bad = `{ description: bad, content: { application/json: { schema: ${schema} } } }`;
  const found = await problems(document(`  /a: { get: { responses: { '400': ${bad} } } }\n`));
  expect(found.filter((each) => each.includes('error'))).toEqual([
    expect.stringMatching(
      /response-has-a-valid-value: No response can be valid: .* each says the same as another one\.$/,
    ),
  ]);
});

test('a body that has to contain itself without end is a warning, and an error of each response with it', async () => {
  const schemas = `    Node: { type: object, required: [next], properties: { next: { $ref: '#/components/schemas/Node' } } }
    Pair: { type: array, minItems: 2, items: { anyOf: [{ $ref: '#/components/schemas/Pair' }, { $ref: '#/components/schemas/Node' }] } }
`;
  expect(await lintBody(schemas, 'Pair')).toEqual([
    expect.stringMatching(
      /^11 warning schema-has-a-valid-value: No value is valid: it has to contain itself without end/,
    ),
    expect.stringMatching(/error response-has-a-valid-value: No response can be valid: see \S+:11:\d+/),
  ]);
});

test('a recursive body that may end is none', async () => {
  const schemas = `    List: { type: object, required: [next], properties: { next: { type: object, nullable: true, required: [next], properties: { next: { $ref: '#/components/schemas/List' } } } } }
    Tree: { type: object, required: [children, left], properties: { children: { type: array, items: { $ref: '#/components/schemas/Tree' } }, left: { oneOf: [{ $ref: '#/components/schemas/Tree' }, { type: string }] } } }
    Choice: { oneOf: [{ type: object, required: [inner], properties: { inner: { $ref: '#/components/schemas/Choice' } } }, { type: integer }] }
    Open: { required: [next], properties: { next: { $ref: '#/components/schemas/Open' } } }
`;
  for (const name of ['List', 'Tree', 'Choice', 'Open']) expect(await lintBody(schemas, name)).toEqual([]);
});

/** Lints a document that has the schema in a request and in a response. */
async function lintBody(schemas: string, name: string): Promise<string[]> {
  const content = `{ application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
  const bodies = `  requestBodies: { Sent: { content: ${content} } }\n  responses: { Found: { description: Found, content: ${content} } }\n`;
  return (await problems(document(`components:\n  schemas:\n${schemas}${bodies}`))).filter((each) =>
    each.includes('valid-value'),
  );
}
