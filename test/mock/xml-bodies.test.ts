import { describe, expect, test } from 'vitest';
import { parseJson } from '../../harness/core/json/index.ts';
import { startMock } from '../../harness/mock/mock.ts';
import { loadContract } from '../../harness/openapi/load.ts';

/** A document whose one response is a value of these schemas. */
function documentOf(schema: object, schemas: object = {}, example?: unknown) {
  const content = { 'application/xml': { schema, ...(example === undefined ? {} : { example }) } };
  return {
    openapi: '3.1.0',
    info: { title: 'XML', version: '1' },
    paths: { '/x': { get: { operationId: 'x', responses: { 200: { description: 'ok', content } } } } },
    components: { schemas },
  };
}

function xmlOf(schema: object, value: string, schemas: object = {}): string {
  const contract = loadContract(documentOf(schema, schemas));
  return contract.operations[0]?.response(200)?.content[0]?.xml?.write(parseJson(value)) ?? '';
}

/** An object with one array of strings, `animals`. */
const animals = (array: object, items: object) => ({
  type: 'object',
  xml: { name: 'all' },
  properties: { animals: { type: 'array', ...array, items: { type: 'string', ...items } } },
});
const xml = (object: object) => ({ xml: object });
const LIST = '{"animals":["cat","dog"]}';

describe('a body in XML follows the XML Object (OpenAPI 3.1.1, section 4.8.26)', () => {
  test.each([
    ['without it, each item has the name of the list', {}, {}, '<animals>cat</animals><animals>dog</animals>'],
    ['a name of the items is theirs', {}, xml({ name: 'animal' }), '<animal>cat</animal><animal>dog</animal>'],
    [
      'a name of the list is not',
      xml({ name: 'aliens' }),
      xml({ name: 'animal' }),
      '<animal>cat</animal><animal>dog</animal>',
    ],
    [
      'wrapped, both count',
      xml({ name: 'aliens', wrapped: true }),
      xml({ name: 'animal' }),
      '<aliens><animal>cat</animal><animal>dog</animal></aliens>',
    ],
    [
      'wrapped, items without a name have that of the list',
      xml({ name: 'aliens', wrapped: true }),
      {},
      '<aliens><aliens>cat</aliens><aliens>dog</aliens></aliens>',
    ],
    [
      'wrapped without names',
      xml({ wrapped: true }),
      {},
      '<animals><animals>cat</animals><animals>dog</animals></animals>',
    ],
  ])('a list: %s', (_rule, array, items, expected) => {
    expect(xmlOf(animals(array, items), LIST)).toBe(`<all>${expected}</all>`);
  });

  test('names, attributes, prefixes and namespaces are those of the schema', () => {
    const Person = {
      type: 'object',
      properties: {
        id: { type: 'integer', xml: { attribute: true } },
        name: { type: 'string', xml: { namespace: 'http://example.com/schema', prefix: 'sample' } },
        note: { type: 'string', xml: { name: 'remark' } },
      },
    };
    const value = '{"id":9007199254740993,"name":"A & B","note":"<x>"}';
    expect(xmlOf({ $ref: '#/components/schemas/Person' }, value, { Person })).toBe(
      '<Person id="9007199254740993"><sample:name xmlns:sample="http://example.com/schema">A &amp; B</sample:name><remark>&lt;x&gt;</remark></Person>',
    );
  });

  test('properties of references, of alternatives and of none have their names, too', () => {
    const Cat = {
      type: 'object',
      required: ['cat'],
      properties: { cat: { type: 'string', xml: { attribute: true } } },
    };
    const Dog = {
      type: 'object',
      required: ['dog'],
      properties: { dog: { type: 'string', xml: { attribute: true } } },
    };
    const either = { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] };
    expect(xmlOf({ ...either, xml: { name: 'pet' } }, '{"dog":"Rex","any thing":1}', { Cat, Dog })).toBe(
      '<pet dog="Rex"><any_thing>1</any_thing></pet>',
    );
  });

  test('what is no element at the top gets one, null is left out, and bytes that XML forbids are replaced', () => {
    expect(xmlOf({ type: 'array', items: { type: 'integer' } }, '[1,2]')).toBe('<xml><xml>1</xml><xml>2</xml></xml>');
    expect(xmlOf({ type: 'array', items: { type: 'object', xml: { name: 'one' } } }, '[{"a":1}]')).toBe(
      '<xml><one><a>1</a></one></xml>',
    );
    expect(xmlOf({ type: 'object' }, '{"a":null,"b":"\\u0001"}')).toBe('<xml><b>\ufffd</b></xml>');
  });

  test('in responses of the mock', async () => {
    const Book = {
      type: 'object',
      properties: {
        id: { type: 'integer', xml: { attribute: true } },
        tags: { type: 'array', xml: { wrapped: true }, items: { type: 'string', xml: { name: 'tag' } } },
      },
    };
    const spec = documentOf({ $ref: '#/components/schemas/Book' }, { Book }, { id: 7, tags: ['a', 'b'] });
    const mock = await startMock({ spec });
    try {
      const response = await fetch(`${mock.url}/x`);
      expect(await response.text()).toBe('<Book id="7"><tags><tag>a</tag><tag>b</tag></tags></Book>');
    } finally {
      await mock.close();
    }
  });
});
