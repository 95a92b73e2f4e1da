import { afterEach, expect, test } from 'vitest';
import type { JsonValue } from '../../../harness/core/model.ts';
import { contractOf } from '../../generate/documents.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

/** Notes as JSON:API lists them; `page` and `filter` are objects. */
function notes(page: string, type = '{ enum: [note] }'): ReturnType<typeof contractOf> {
  return contractOf(
    `
/notes:
  get:
    operationId: listNotes
    parameters:
      - { name: page, in: query, style: deepObject, explode: true, schema: ${page} }
      - { name: filter, in: query, style: deepObject, explode: true, schema: { type: object } }
      - { name: sort, in: query, schema: { type: string } }
    responses:
      200:
        description: ok
        content:
          application/json:
            schema:
              type: object
              required: [data, links]
              properties:
                data: { type: array, items: { $ref: '#/components/schemas/Note' } }
                links:
                  type: object
                  properties:
                    first: { type: string }
                    last: { type: string }
                    current: { type: string }
                    next: { type: [string, 'null'] }
/notes/{id}:
  get:
    operationId: getNote
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    responses: { 200: { description: ok, content: { application/json: { schema: { type: object, properties: { data: { $ref: '#/components/schemas/Note' } } } } } } }
  patch:
    operationId: changeNote
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    requestBody: { content: { application/json: { schema: { type: object, properties: { data: { $ref: '#/components/schemas/Change' } } } } } }
    responses: { 200: { description: ok, content: { application/json: { schema: { type: object, properties: { data: { $ref: '#/components/schemas/Note' } } } } } } }
`,
    `schemas:
  Change: { type: object, properties: { attributes: { type: object, properties: { name: { type: string }, rank: { type: integer } } } } }
  Note:
    type: object
    required: [id, attributes]
    properties:
      id: { type: string }
      type: ${type}
      attributes:
        type: object
        required: [name]
        properties: { name: { type: string }, rank: { type: integer }, type: { enum: [memo, letter] } }
`,
  );
}

const seedData = {
  note: ['d', 'a', 'c', 'b', 'e'].map((name, rank) => ({ id: `n${rank}`, attributes: { name, rank } })),
};
const names = (body: JsonValue | undefined) => each(fields(body)['data'], '/attributes/name');

test.each([
  [
    'the properties that the document has',
    '{ type: object, properties: { number: { type: integer }, size: { type: integer } } }',
  ],
  ['number and size of JSON:API', '{ type: object }'],
])('a parameter that is an object selects the page by %s', async (_, page) => {
  const mock = await openMock({ contract: notes(page), seedData });
  const { body } = await mock.send('GET', '/notes?page[number]=2&page[size]=2');
  expect(names(body)).toEqual(['c', 'b']);
  const { current, next, last } = fields(fields(body)['links']);
  expect(current).toBe(`${mock.url}/notes?page[number]=2&page[size]=2`);
  for (const url of [next, last]) expect(names((await (await fetch(String(url))).json()) as JsonValue)).toEqual(['e']);
});

test('an offset and a limit in a parameter, too', async () => {
  const page = '{ type: object, properties: { offset: { type: integer }, limit: { type: integer, default: 2 } } }';
  const mock = await openMock({ contract: notes(page), seedData });
  expect(names((await mock.send('GET', '/notes?page[offset]=1')).body)).toEqual(['a', 'c']);
});

test('attributes are sorted and selected by their own names', async () => {
  const mock = await openMock({ contract: notes('{ type: object }'), seedData });
  expect(names((await mock.send('GET', '/notes?sort=-name')).body)).toEqual(['e', 'd', 'c', 'b', 'a']);
  expect(names((await mock.send('GET', '/notes?filter[rank]=3')).body)).toEqual(['b']);
  expect(names((await mock.send('GET', '/notes?filter[name_cont]=b')).body), 'an operator').toHaveLength(5);
});

test.each([['{ enum: [note] }'], ['{ type: string, example: note }']])(
  'an attribute is selected rather than what all records have in common, by the same name: %s',
  async (type) => {
    const note = ['memo', 'letter'].map((kind) => ({ id: kind, type: 'note', attributes: { name: kind, type: kind } }));
    const mock = await openMock({ contract: notes('{ type: object }', type), seedData: { note } });
    expect(names((await mock.send('GET', '/notes?filter[type]=letter')).body)).toEqual(['letter']);
  },
);

test('a PATCH keeps the attributes that it does not have', async () => {
  const mock = await openMock({ contract: notes('{ type: object }'), seedData });
  const { body } = await mock.send('PATCH', '/notes/n2', { data: { attributes: { rank: 7 } } });
  expect(fields(body)['data']).toEqual({ id: 'n2', attributes: { name: 'c', rank: 7 } });
});
