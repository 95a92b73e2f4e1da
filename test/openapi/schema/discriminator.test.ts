import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../harness/core/model.ts';
import {
  type Discriminator,
  discriminatorValues,
  isMappingReference,
  readDiscriminator,
} from '../../../harness/openapi/schema/discriminator.ts';
import { schemas } from '../documents.ts';

const { document } = schemas(`{
  "Pet": { "discriminator": { "propertyName": "kind", "mapping": { "kitty": "#/components/schemas/Cat", "gone": "Nowhere" } } },
  "Cat": { "allOf": [{ "$ref": "#/components/schemas/Pet" }] },
  "Dog": { "allOf": [{ "$ref": "#/components/schemas/Pet" }] },
  "Either": {
    "discriminator": { "propertyName": "kind", "mapping": { "hound": "Dog" } },
    "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }]
  },
  "Alias": { "$ref": "#/components/schemas/Cat" },
  "Plain": { "type": "object" }
}`);
const at = (name: string) => `#/components/schemas/${name}`;
const read = (name: string) => readDiscriminator(document, at(name), document.at(at(name)) as JsonObject);

describe('a discriminator', () => {
  test('of a parent names the schemas that extend it, and itself; mapping entries come first', () => {
    expect(read('Pet')).toMatchObject({ propertyName: 'kind', parent: at('Pet'), subtypes: [at('Cat'), at('Dog')] });
    expect([...(read('Pet')?.schemas ?? [])]).toEqual([
      ['kitty', at('Cat')],
      ['Cat', at('Cat')],
      ['Dog', at('Dog')],
      ['Pet', at('Pet')],
    ]);
  });

  test('of a list of alternatives names its branches, and has no subtypes', () => {
    expect(read('Either')).toMatchObject({ parent: undefined, subtypes: [] });
    expect([...(read('Either')?.schemas ?? [])]).toEqual([
      ['hound', at('Dog')],
      ['Cat', at('Cat')],
      ['Dog', at('Dog')],
    ]);
  });

  test('is undefined for a schema without one', () => {
    expect(read('Plain')).toBeUndefined();
  });

  test.each([
    ['a mapped schema', 'Pet', at('Cat'), ['kitty']],
    ['a schema that no mapping names', 'Pet', at('Dog'), ['Dog']],
    ['a branch, by the schema that its reference leads to', 'Either', `${at('Either')}/oneOf/1`, ['hound']],
    ['a reference to a mapped schema', 'Pet', at('Alias'), ['kitty']],
    ['no schema outside of components', 'Pet', '#/paths', []],
  ])('has the values that name %s', (_, owner, pointer, values) => {
    expect(discriminatorValues(document, read(owner) as Discriminator, pointer)).toEqual(values);
  });

  test.each([
    ['#/components/schemas/Cat', true],
    ['pets.yaml', true],
    ['schemas/cat', true],
    ['Cat', false],
    ['com.example.Cat', false],
  ])('maps %s: a reference is %s', (target, expected) => {
    expect(isMappingReference(target)).toBe(expected);
  });
});
