import { expect, test } from 'vitest';
import { parseJson, stringifyJson } from '../../../harness/core/json/index.ts';
import type { XmlBody } from '../../../harness/core/model.ts';
import { loadContract } from '../../../harness/openapi/load.ts';

const Book = {
  type: 'object',
  required: ['id', 'authors', 'note'],
  xml: { name: 'book', prefix: 'b', namespace: 'http://example.com/b' },
  properties: {
    id: { type: 'integer', xml: { attribute: true } },
    title: { type: 'string', xml: { name: 'name', prefix: 'b' } },
    price: { type: 'number' },
    sold: { type: 'boolean' },
    note: { type: ['string', 'null'] },
    tags: { type: 'array', xml: { wrapped: true, name: 'labels' }, items: { type: 'string', xml: { name: 'label' } } },
    authors: { type: 'array', items: { type: 'string', xml: { name: 'author' } } },
    editors: { type: 'array', items: { type: 'string' } },
    size: { type: 'object', additionalProperties: { type: 'integer' } },
    part: { $ref: '#/components/schemas/Book' },
  },
};

function xmlOf(schema: object): XmlBody {
  const content = { 'application/xml': { schema } };
  const contract = loadContract({
    openapi: '3.1.0',
    info: { title: 'XML', version: '1' },
    paths: { '/x': { get: { operationId: 'x', responses: { 200: { description: 'ok', content } } } } },
    components: { schemas: { Book } },
  });
  const xml = contract.operations[0]?.response(200)?.content[0]?.xml;
  if (!xml) throw new Error('the response is no XML');
  return xml;
}
const book = xmlOf({ $ref: '#/components/schemas/Book' });
const read = (xml: XmlBody, text: string, encoding: BufferEncoding = 'utf8') => xml.read(Buffer.from(text, encoding));

test.each([
  '{"id":9007199254740993,"title":"A & <B>","price":0.10,"sold":false,"note":"x","tags":["a","b"],"authors":["c"]}',
  '{"id":1,"note":null,"tags":[],"authors":[],"editors":["one"],"size":{"width":3,"depth":4}}',
  '{"id":1,"note":"n","authors":["a","b"],"part":{"id":2,"note":"m","authors":[]}}',
])('what is written is read: %s', (value) => {
  const back = book.read(Buffer.from(book.write(parseJson(value))));
  expect(back).toEqual({ value: parseJson(value) });
});

test.each([
  ['another prefix', '<x:book xmlns:x="http://example.com/b" id="1"><x:name>T</x:name></x:book>', { title: 'T' }],
  ['white space between elements', '\n<book id="1">\n  <name>T</name>\n</book>\n', { title: 'T' }],
  ['numbers as XML Schema writes them', '<book id="+01"><price> 1.50E1 </price></book>', { price: '1.50E1' }],
  ['booleans as digits', '<book id="1"><sold>1</sold></book>', { sold: true }],
  ['null', '<book id="1" xmlns:xsi="x"><note xsi:nil="true"/></book>', {}],
  ['CDATA and entities', '<book id="1"><name><![CDATA[<a>]]>&amp;&#233;</name></book>', { title: '<a>&é' }],
  ['a declaration and comments', '<?xml version="1.0"?><!-- a --><book id="1"><!-- b --></book>', {}],
  ['elements that the schema does not have', '<book id="1"><more>x</more></book>', { more: 'x' }],
])('%s', (_case, text, properties) => {
  const result = read(book, text);
  const value = result && 'value' in result ? stringifyJson(result.value) : undefined;
  const expected = { id: 1, note: null, authors: [], ...properties };
  expect(JSON.parse(value ?? 'null')).toEqual(JSON.parse(JSON.stringify(expected).replace('"1.50E1"', '15')));
});

test('what is no XML has a problem', () => {
  expect(read(book, '<book><name></book>')).toEqual({ problem: expect.stringContaining('name') });
  expect(read(book, '{"id":1}')).toHaveProperty('problem');
});

test.each([
  ['a DOCTYPE, whose entities are not read', book, '<!DOCTYPE book [<!ENTITY a "b">]><book id="1"/>'],
  ['a schema of one text', xmlOf({ type: 'string' }), '<a>1</a>'],
  [
    'lists within lists without elements of their own',
    xmlOf({
      type: 'object',
      properties: { rows: { type: 'array', items: { type: 'array', items: { type: 'integer' } } } },
    }),
    '<x><rows>1</rows></x>',
  ],
])('nothing is concluded from %s', (_case, xml, text) => {
  expect(read(xml, text)).toBeUndefined();
});

test('the declared encoding counts', () => {
  const text = '<?xml version="1.0" encoding="ISO-8859-1"?><book id="1"><name>caf\u00e9</name></book>';
  expect(read(book, text, 'latin1')).toMatchObject({ value: { title: 'caf\u00e9' } });
  expect(read(book, text.replace(/<\?.*\?>/, ''), 'latin1')).toBeUndefined();
});

test('nothing is read of an attribute that is to be an object', () => {
  const vehicle = { type: 'object', properties: { class: { type: 'object', xml: { attribute: true } } } };
  expect(read(xmlOf(vehicle), '<vehicle class=""/>')).toBeUndefined();
});

test('what is nested too deeply is not read, and ends no run', () => {
  const depth = 5000;
  expect(read(book, `<book>${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</book>`)).toBeUndefined();
});

test('a property of several schemas is read by the one that fits all of them', () => {
  const rows = { type: 'array', xml: { wrapped: true }, items: { type: 'object' } };
  const named = { ...rows, items: { type: 'object', properties: { price: { type: 'number' } } } };
  const list = xmlOf({ allOf: [{ properties: { rows } }, { properties: { rows: named } }] });
  expect(read(list, '<x><rows><rows><price>5</price></rows></rows></x>')).toEqual({ value: { rows: [{ price: 5 }] } });
  const other = { type: 'array', items: { ...named.items, xml: { name: 'row' } } };
  const unclear = xmlOf({
    allOf: [{ properties: { rows: { type: 'array', items: {} } } }, { properties: { rows: other } }],
  });
  expect(read(unclear, '<x><rows><price>5</price></rows></x>')).toBeUndefined();
});

test('a text whose schema describes its attributes as properties is read as a text', () => {
  const id = { type: 'string', xml: { attribute: true } };
  const Address = { type: 'string', minLength: 3, required: ['id'], properties: { id } };
  const Ad = {
    type: 'object',
    properties: { addresses: { type: 'array', items: { ...Address, xml: { name: 'at' } } } },
  };
  const ad = xmlOf(Ad);
  const value = { addresses: ['https://a.example'] };
  expect(read(ad, '<ad><at id="7">https://a.example</at></ad>')).toEqual({ value });
  expect(ad.read(Buffer.from(ad.write(value)))).toEqual({ value });
});
