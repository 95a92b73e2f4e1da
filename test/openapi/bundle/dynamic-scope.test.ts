import { describe, expect, test } from 'vitest';
import { formatPart } from '../../../harness/core/clause-part.ts';
import { invalidMutations } from '../../../harness/generate/values/boundary/mutate-value.ts';
import { effectiveSchema } from '../../../harness/openapi/schema/effective-schema.ts';
import { document, load, thrownMessage } from '../documents.ts';

const at = (name: string) => `#/components/schemas/${name}`;

/** A page of anything, which two lists make a page of their own; and a tree that is closed at every depth. */
const SCHEMAS = `    Page:
      $id: page
      type: object
      required: [items]
      properties: { items: { type: array, items: { $dynamicRef: "#item" } } }
      $defs: { any: { $dynamicAnchor: item, not: {} } }
    Names: { $id: names, $ref: page, $defs: { name: { $dynamicAnchor: item, type: string, minLength: 2 } } }
    Sizes: { $id: sizes, $ref: "#/components/schemas/Page", $defs: { size: { $dynamicAnchor: item, type: integer } } }
    Both: { properties: { names: { $ref: "#/components/schemas/Names" }, sizes: { $ref: "#/components/schemas/Sizes" } } }
    Tree: { $id: tree, $dynamicAnchor: node, properties: { data: {}, children: { items: { $dynamicRef: "#node" } } } }
    Closed: { $id: closed, $dynamicAnchor: node, $ref: tree, unevaluatedProperties: false }
`;
const spec = (schemas = SCHEMAS) =>
  document(`components:\n  schemas:\n${schemas}`, '3.1.0').replace(
    '{ description: ok }',
    "{ description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Both' } } } }",
  );
const contract = load({ 'spec.yaml': spec() });
const broken = (name: string, value: Parameters<typeof contract.schemas.validate>[1]) =>
  contract.schemas
    .validate(at(name), value, 'response')
    .map(({ pointer, instancePath }) => `${pointer} ${instancePath}`);

describe('a $dynamicRef resolves in the dynamic scope of the value', () => {
  test.each([
    ['Names', { items: ['ab', 'a'] }, '#/components/schemas/Names/$defs/name/minLength /items/1'],
    ['Sizes', { items: [1, 'ab'] }, '#/components/schemas/Sizes/$defs/size/type /items/1'],
    ['Page', { items: [1] }, '#/components/schemas/Page/$defs/any/not /items/0'],
    [
      'Both',
      { names: { items: ['ab'] }, sizes: { items: ['ab'] } },
      '#/components/schemas/Sizes/$defs/size/type /sizes/items/0',
    ],
    ['Names', { items: 1 }, '#/components/schemas/Page/properties/items/type /items'],
    [
      'Closed',
      { children: [{ data: 1, children: [{ date: 1 }] }] },
      '#/components/schemas/Closed/unevaluatedProperties /children/0/children/0/date',
    ],
  ])('%s rejects %j', (name, value, expected) => {
    expect(broken(name, value)).toEqual([expected]);
  });

  test('a scope that was left binds nothing', () => {
    expect(broken('Both', { sizes: { items: [1] }, names: { items: ['ab'] } })).toEqual([]);
    expect(broken('Tree', { children: [{ date: 1 }] })).toEqual([]);
  });
});

describe('values derived from the document respect the scope', () => {
  const own = contract.clauses.filter(({ part }) => formatPart(part) === 'response 200 body application/json');

  test('a clause is at its keyword, once for each dynamic scope', () => {
    expect(own.map(({ schemaPointer, instancePath }) => `${schemaPointer} ${instancePath}`)).toEqual(
      expect.arrayContaining([
        '#/components/schemas/Names/$defs/name/minLength /names/items/*',
        '#/components/schemas/Sizes/$defs/size/type /sizes/items/*',
        '#/components/schemas/Page/properties/items/type /names/items',
        '#/components/schemas/Page/properties/items/type /sizes/items',
      ]),
    );
    expect(own.every(({ schemaPointer }) => contract.document.at(schemaPointer) !== undefined)).toBe(true);
  });

  test('the items of a list are mutated by their own schema', () => {
    const found = [...invalidMutations(contract, at('Names'), { items: ['abc'] }, 'response')];
    expect(
      found.flatMap(({ label, violated: pointers }) => pointers.map((pointer) => `${label}: ${pointer}`)),
    ).toContain('/items/0 is just shorter than minLength: #/components/schemas/Names/$defs/name/minLength');
  });

  test('an effective schema is that of the bound anchor', () => {
    const { items } = effectiveSchema(contract.document, `${at('Page')}/properties/items`, 'response');
    expect(contract.document.resolve(items ?? '').value).toHaveProperty('not');
    const names = effectiveSchema(contract.document, at('Names'), 'response').properties.get('items')?.[0] ?? '';
    const bound = effectiveSchema(contract.document, names, 'response').items ?? '';
    expect(contract.document.resolve(bound).value).toHaveProperty('minLength');
  });
});

describe('identifiers', () => {
  test('a file can be referenced by the $id of its root, with its anchors', () => {
    const { schemas } = load({
      'spec.yaml': spec(
        '    Both: { $id: "https://example.org/both", anyOf: [{ $ref: "pet.yaml#cat" }, { $ref: "https://example.org/pet.yaml#dog" }] }\n',
      ),
      'pet.yaml':
        '$id: https://example.org/pet.yaml\n$defs: { a: { $anchor: cat, type: string }, b: { $anchor: dog, type: integer } }\n',
    });
    expect(['a', 1, null].map((value) => schemas.accepts(at('Both'), value, 'response'))).toEqual([true, true, false]);
  });

  test('a $dynamicRef that cannot be resolved is rejected at its line', () => {
    expect(thrownMessage(() => load({ 'spec.yaml': spec('    Both: { items: { $dynamicRef: "#item" } }\n') }))).toBe(
      'spec.yaml:10:22: $dynamicRef #item cannot be resolved. Correct it, or add its target.',
    );
  });

  test('a $dynamicRef beside a $ref applies with it', () => {
    const { schemas } = load({
      'spec.yaml': spec(
        '    Both: { $ref: "#/components/schemas/Long", $dynamicRef: "#/components/schemas/Text" }\n    Long: { minLength: 2 }\n    Text: { type: string }\n',
      ),
    });
    expect(['ab', 'a', 1].map((value) => schemas.accepts(at('Both'), value, 'response'))).toEqual([true, false, false]);
  });

  test('up to 3.0 identifiers are ordinary properties', () => {
    const text = spec('    Both: { $id: both, $dynamicRef: "#nowhere", type: string }\n').replace('3.1.0', '3.0.3');
    const { schemas } = load({ 'spec.yaml': text });
    expect(schemas.accepts(at('Both'), 1, 'response')).toBe(false);
  });
});
