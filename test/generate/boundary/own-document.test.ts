import { describe, expect, test } from 'vitest';
import type { Case, Expectation } from '../../../harness/core/model.ts';
import { boundaryCases } from '../../../harness/generate/boundary/boundary-cases.ts';
import { UniqueValues } from '../../../harness/generate/requests/unique-values.ts';
import { own } from '../documents.ts';
import { casesOf } from './cases.ts';

function asText({ method, path, headers, body }: Case['request']): string {
  return [method, path, JSON.stringify(headers), Buffer.from(body ?? []).toString('latin1')].join('\n');
}

describe('of this repository', () => {
  const cases = casesOf(own());
  const intentOf = (id: string) => cases.find((each) => each.id === id)?.expectation;
  const value = (id: string) => Buffer.from(cases.find((each) => each.id === id)?.request.body ?? []).toString();
  const [accept, reject, either] = ['accept', 'reject', 'any'] as const;

  test.each<[string, Expectation]>([
    ['plain valid request', accept],
    ['body with required properties only', accept],
    ['body with all properties', accept],
    ['body /id is the largest int64', accept],
    ['body /id is the smallest int64', accept],
    ['body /id is 0', accept],
    ['body /id is -1', accept],
    ['body /id is 2^31', accept],
    ['body /id is 2^53 + 1', accept],
    ['body /id is just over int64', reject],
    ['body /id is just under int64', reject],
    ['body /id is absent', reject],
    ['body /name is absent', reject],
    ['body /tag is absent', accept],
    ['body /id is written 1.0', either],
    ['no body', reject],
    ['content type text/plain', reject],
    ['content type with a charset', accept],
    ['no content type', either],
    ['body truncated', reject],
    ['body with a NUL after it', reject],
    ['body with a form feed after it', reject],
    ['body with a no-break space as white space', reject],
    ['body with None', reject],
    ['body with something before it', reject],
    ['body with two commas in a row', reject],
    ['body with a comment after a number sign', reject],
    ['body with a raw tab in a string', reject],
    ['body is a JSON-encoded string', reject],
    ['body with required properties only, and id is absent', reject],
    ['body with required properties only, and name is absent', reject],
    ['body with a slash written \\/', accept],
    ['body /name is 300 four-byte characters', either],
    ['content type application/json-seq', reject],
    ['content type text/json', either],
    ['body after a byte order mark', either],
    ['body with a duplicate property', either],
    ['body /unknown_property is an undeclared property', either],
  ])('%s: %s', (id, intent) => {
    expect(['createAnimal', 'createTurtle'].map((operation) => intentOf(`${operation}: ${id}`))).toEqual([
      intent,
      intent,
    ]);
  });

  test.each<[string, Expectation]>([
    ['query tags is absent', reject],
    ['query limit is absent', accept],
    ['query limit is the largest int32', either],
    ['query limit is just over int32', reject],
    ['query limit is just under int32', reject],
    ['query limit is 1', accept],
    ['query limit is 0', either],
    ['query limit is an empty value', reject],
    ['query limit has an underscore between digits', reject],
    ['query limit is in wide digits', either],
    ['query limit has an exponent', either],
    ['query limit is given twice', either],
    ['query tags is written in capitals, so it is absent', reject],
    ['query tags is written with a suffix, so it is absent', reject],
    ['query tags is written with brackets, so it is absent', either],
    ['query tags has three items', accept],
    ['query tags has one item', accept],
    ['query tags has 50 items', either],
    ['an undeclared query parameter', either],
  ])('%s: %s', (id, intent) => {
    expect(intentOf(`createAnimal: ${id}`)).toBe(intent);
  });

  test.each(['id', 'name', 'tag'])('every wrong type of %s is rejected', (property) => {
    const labels = cases
      .filter(({ id, expectation }) => expectation === reject && id.startsWith(`createTurtle: body /${property} `))
      .map(({ id }) => id);
    const types = ['null', 'an array', 'an object', 'true'].map((type) => labels.some((id) => id.includes(type)));
    expect([labels.length > 5, ...types]).toEqual([true, true, true, true, true]);
  });

  test('numbers are sent as they are named', () => {
    expect(value('createTurtle: body /id is the largest int64')).toContain('"id":9223372036854775807,');
    expect(value('createTurtle: body /id is just over int64')).toContain('"id":9223372036854775808,');
    expect(value('createTurtle: body /id is 2^53 + 1')).toContain('"id":9007199254740993,');
  });

  test('escapes are sent as they are named', () => {
    expect(value('createTurtle: body with a slash written \\/')).toMatch(/"name":"[\w ]+\\\/",/);
    expect(value('createTurtle: body with a quotation mark written \\u0022')).toMatch(/"name":"[\w ]+\\u0022",/);
    expect(value('createTurtle: body with a backslash written \\u005C')).toMatch(/"name":"[\w ]+\\u005C",/);
    expect(value('createTurtle: body with an astral character written as two \\u escapes')).toMatch(
      /"name":"[\w ]+\\ud83d\\ude00",/,
    );
  });

  test('texts hold the letters of many scripts, many signs, and the blank that does not break', () => {
    const signs = new Set(value('createTurtle: body /name has punctuation, including query delimiters'));
    expect([...'!#&*+,:;=?@^|~'].filter((sign) => !signs.has(sign))).toEqual([]);
    expect(value('createTurtle: body /name has accented letters and a no-break space')).toContain('\u00a0');
    expect(value('createTurtle: body /name is in other scripts')).toMatch(/\p{sc=Cyrl}.*\p{sc=Hang}.*\p{sc=Deva}/u);
  });

  test('an accepted text is as long as random ones get', () => {
    expect(JSON.parse(value('createTurtle: body /name has HTML')).name).toHaveLength(40);
  });

  test('white space is sent around every token', () => {
    expect(value('createTurtle: body with white space around every token')).toMatch(
      /^\s+\{\s+"id"\s+:\s+\d+\s+,\s+"name"\s+:\s+"[\w ]+"\s+,\s+"tag"\s+:\s+"[\w ]+"\s+\}\s+$/,
    );
  });

  test('a case is named for what is sent', () => {
    const sent = (id: string) => cases.find((each) => each.id === id)?.request.path;
    expect(sent('createAnimal: query limit is an empty value')).toMatch(/[?&]limit=(&|$)/);
    expect(sent('createAnimal: query tags has one item')).toMatch(/\?limit=\d+&tags=\w+$/);
    expect(sent('createAnimal: query tags is written with a suffix, so it is absent')).not.toMatch(/tags=/);
  });

  test('accepted requests carry ids of their own, unless the id is what is tested', () => {
    const unique = cases.filter(
      ({ expectation, uniqueFieldUnderTest, id }) =>
        expectation === accept && !uniqueFieldUnderTest && id.startsWith('createTurtle'),
    );
    const ids = unique.flatMap(
      ({ request }) => /"id"\s*:\s*(\d+)/.exec(Buffer.from(request.body ?? []).toString())?.[1] ?? [],
    );
    expect(ids.length).toBeGreaterThan(20);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('the same seed makes the same requests, another one others', () => {
    const sent = (seed: number) =>
      own().operations.flatMap((operation) =>
        [...(boundaryCases(own(), new UniqueValues(seed), operation) ?? [])].map(({ request }) => asText(request)),
      );
    expect(sent(5)).toEqual(sent(5));
    expect(sent(5)).not.toEqual(sent(6));
  });
});
