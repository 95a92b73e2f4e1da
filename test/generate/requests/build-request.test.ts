import { describe, expect, test } from 'vitest';
import { ExactNumber, type JsonValue, type ParameterIn } from '../../../harness/core/model.ts';
import {
  buildRequest,
  emptyRequestSpec,
  type RequestSpec,
  requestMediaType,
  withParameter,
} from '../../../harness/generate/requests/build-request.ts';
import { contractOf, creating, only } from '../documents.ts';

const everything = only(
  creating(
    'type: object',
    `- { name: id, in: path, required: true, schema: { type: string } }
- { name: tags, in: query, schema: { type: array, items: { type: string } } }
- { name: ids, in: query, style: form, explode: false, schema: { type: array } }
- { name: filter, in: query, style: deepObject, explode: true, schema: { type: object } }
- { name: trace, in: header, schema: { type: array } }
- { name: session, in: cookie, schema: { type: string } }
- { name: theme, in: cookie, schema: { type: string } }`,
    '/things/{id}/parts',
  ),
);

function draft(
  parameters: Partial<Record<ParameterIn, Record<string, JsonValue>>>,
  rest: Partial<RequestSpec> = {},
): RequestSpec {
  return { parameters: { ...emptyRequestSpec.parameters, path: { id: '1' }, ...parameters }, ...rest };
}

const header = (request: { headers: readonly (readonly [string, string])[] }, name: string) =>
  request.headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);

describe('the target of a request', () => {
  test.each<[string, Parameters<typeof draft>[0], string]>([
    ['a value in the path, percent-encoded', { path: { id: 'a/b %?🐈' } }, '/things/a%2Fb%20%25%3F%F0%9F%90%88/parts'],
    ['an exploded list', { query: { tags: ['a', 'b&c'] } }, '/things/1/parts?tags=a&tags=b%26c'],
    ['a list in one pair', { query: { ids: [1, 2] } }, '/things/1/parts?ids=1,2'],
    ['an object in brackets', { query: { filter: { a: 1 } } }, '/things/1/parts?filter%5Ba%5D=1'],
    ['an empty list: nothing', { query: { tags: [] } }, '/things/1/parts'],
    [
      'an exact number',
      { query: { tags: [new ExactNumber('9223372036854775807')] } },
      '/things/1/parts?tags=9223372036854775807',
    ],
    ['a parameter that nobody declares', { query: { 'x y': 'ü' } }, '/things/1/parts?x%20y=%C3%BC'],
    ['a path without its value: the template', { path: {} }, '/things/%7Bid%7D/parts'],
  ])('has %s', (_, parameters, path) => {
    expect(buildRequest(everything, draft(parameters)).path).toBe(path);
  });

  test('has a raw query as it is, instead of the parameters', () => {
    const raw = draft({ query: { tags: ['a'] } }, { rawQuery: 'tags=%zz&&=' });
    expect(buildRequest(everything, raw).path).toBe('/things/1/parts?tags=%zz&&=');
  });
});

describe('the headers of a request', () => {
  test('carry parameters in style simple, and cookies in one line', () => {
    const given = draft({ header: { Trace: ['a', 1] }, cookie: { session: 'x y', theme: 'dark' } });
    const request = buildRequest(everything, given);
    expect(header(request, 'trace')).toEqual(['a,1']);
    expect(header(request, 'cookie')).toEqual(['session=x%20y; theme=dark']);
  });

  test('ask for what the operation can respond with, once each', () => {
    expect(header(buildRequest(everything, draft({})), 'accept')).toEqual(['application/json']);
  });

  test.each<[string, Partial<RequestSpec>, string[]]>([
    ['the declared one beside a body', { body: {} }, ['application/json']],
    ['none without a body', {}, []],
    ['the one that is asked for', { body: {}, contentType: 'text/plain' }, ['text/plain']],
    ['none where none is asked for', { body: {}, contentType: '' }, []],
    ['the one that is asked for without a body', { contentType: 'a/b' }, ['a/b']],
    ['a header that replaces it', { body: {}, headers: { 'Content-Type': 'c/d' } }, ['c/d']],
  ])('have a content type: %s', (_, rest, expected) => {
    expect(header(buildRequest(everything, draft({}, rest)), 'content-type')).toEqual(expected);
  });
});

describe('the body of a request', () => {
  const sent = (schemaType: string, given: Partial<RequestSpec>) => {
    const { body } = buildRequest(only(taking(schemaType)), { ...emptyRequestSpec, ...given });
    return body === undefined ? undefined : Buffer.from(body).toString();
  };
  const taking = (type: string) =>
    contractOf(
      `/a: { post: { requestBody: { content: { ${type}: {} } }, responses: { '200': { description: ok } } } }`,
    );

  test.each<[string, Partial<RequestSpec>, string | undefined]>([
    [
      'application/json',
      { body: { id: new ExactNumber('9007199254740993'), name: 'é"' } },
      '{"id":9007199254740993,"name":"é\\""}',
    ],
    ['application/vnd.a+json', { body: 'text' }, '"text"'],
    ['application/json', { body: null }, 'null'],
    ['application/json', {}, undefined],
    ['text/plain', { body: 'text' }, 'text'],
    [
      'application/x-www-form-urlencoded',
      { body: { a: 'x y', b: [1, true], c: { d: 1 } } },
      'a=x%20y&b=1&b=true&c=%7B%22d%22%3A1%7D',
    ],
    ['application/json', { body: {}, bytes: Buffer.from('{"id":') }, '{"id":'],
  ])('in %s: %j', (type, given, expected) => {
    expect(sent(type, given)).toBe(expected);
  });

  test('is sent as JSON where there is the choice', () => {
    const contract = contractOf(
      `/a: { post: { requestBody: { content: { text/csv: {}, application/vnd.a+json: {} } }, responses: { '200': { description: ok } } } }`,
    );
    expect(requestMediaType(only(contract))?.type).toBe('application/vnd.a+json');
  });
});

test('a parameter is set and taken away without touching the draft that it came from', () => {
  const base = draft({ query: { tags: ['a'] } });
  const tags = { in: 'query', name: 'tags' } as const;
  expect(withParameter(base, tags, ['b']).parameters.query).toEqual({ tags: ['b'] });
  expect(withParameter(base, tags, undefined).parameters.query).toEqual({});
  expect(base.parameters.query).toEqual({ tags: ['a'] });
});

test('what the template of a path says is percent-encoded, unless it is so already', () => {
  const path = '/größe {mm}/a%2Fb/{änder}@(1,2):*';
  const operation = only(
    contractOf(`'${path}': { get: { parameters: [{ name: änder, in: path, required: true, schema: {} }] } }`),
  );
  const request = buildRequest(operation, { parameters: { ...emptyRequestSpec.parameters, path: { änder: 'ü' } } });
  expect(request.path).toBe('/gr%C3%B6%C3%9Fe%20%7Bmm%7D/a%2Fb/%C3%BC@(1,2):*');
});
