import { describe, expect, test } from 'vitest';
import { isObject, tryParseJson } from '../../../harness/core/json/index.ts';
import { contractOf } from '../documents.ts';
import { casesOf } from './cases.ts';

const CAT = `{ type: object, required: [kind], properties: { kind: { type: string }, lives: { type: integer } } }`;
const DOG = `{ type: object, required: [kind], properties: { kind: { type: string }, bark: { type: string } } }`;
const EITHER = `oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]`;
const PARENT = `{ type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }`;

/** The accepted and the open values of `kind` in the requests of an operation whose body is a Pet. */
function kinds(pet: string, cat = CAT, dog = DOG): { accepted: Set<string>; open: Set<string> } {
  const contract = contractOf(
    `
/pets:
  post:
    operationId: addPet
    requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
    responses: { '201': { description: added }, default: { description: failed } }
`,
    `schemas:\n  Pet: ${pet}\n  Cat: ${cat}\n  Dog: ${dog}`,
  );
  const sent = (expectation: string) => {
    const own = casesOf(contract).filter((each) => each.expectation === expectation && / body /.test(each.id));
    return new Set(own.flatMap(({ request }) => kindOf(request.body)));
  };
  return { accepted: sent('accept'), open: sent('any') };
}

function kindOf(body: Uint8Array | undefined): string[] {
  const parsed = tryParseJson(body ?? new Uint8Array());
  const value = 'value' in parsed ? parsed.value : null;
  return isObject(value) && typeof value['kind'] === 'string' ? [value['kind']] : [];
}

describe('a request that has to be accepted names a schema by the discriminator', () => {
  test('by its mapping', () => {
    const mapping = `{ cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' }`;
    const { accepted } = kinds(`{ ${EITHER}, discriminator: { propertyName: kind, mapping: ${mapping} } }`);
    expect([...accepted].sort()).toEqual(['cat', 'dog']);
  });

  test('by the names of the schemas', () => {
    const { accepted } = kinds(`{ ${EITHER}, discriminator: { propertyName: kind } }`);
    expect([...accepted].sort()).toEqual(['Cat', 'Dog']);
  });

  test('where they extend the one that has it; any other text is open', () => {
    const subtype = (own: string) => `{ allOf: [{ $ref: '#/components/schemas/Pet' }, ${own}] }`;
    const { accepted, open } = kinds(PARENT, subtype(CAT), subtype(DOG));
    expect([...accepted]).toEqual(['Cat']);
    expect(open).toContain('text');
  });
});

test('texts that an enum of each schema lists are sent, whatever the names of the schemas are', () => {
  const withEnum = (name: string) => `{ type: object, required: [kind], properties: { kind: { enum: [${name}] } } }`;
  const pet = `{ ${EITHER}, discriminator: { propertyName: kind } }`;
  expect([...kinds(pet, withEnum('tom'), withEnum('rex')).accepted].sort()).toContain('tom');
});

test('a property of the name of a discriminator elsewhere is sent with every text', () => {
  const pet = `{ type: object, required: [kind], properties: { kind: { type: string } } }`;
  expect(kinds(pet).accepted).toContain('text');
});
