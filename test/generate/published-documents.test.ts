import { expect, test } from 'vitest';
import type { Case } from '../../harness/core/model.ts';
import { boundaryCases } from '../../harness/generate/boundary/boundary-cases.ts';
import { UniqueValues } from '../../harness/generate/requests/unique-values.ts';
import type { Contract } from '../../harness/openapi/contract.ts';
import { compileRequestValidator } from '../../harness/openapi/request/validate-request.ts';
import { Router } from '../../harness/openapi/router.ts';
import { contractOf } from './documents.ts';

const responses = "responses: { '200': { description: ok }, '400': { description: bad } }";
const body = (content: string, required = true) => `requestBody: { required: ${required}, content: { ${content} } }`;
const post = (request: string) => `/things: { post: { ${request}, ${responses} } }`;
const get = (parameters: string, path = '/things') => `${path}: { get: { parameters: [${parameters}], ${responses} } }`;
const form = (schema: string) => `application/x-www-form-urlencoded: { schema: ${schema} }`;

const OPEN = (name: string) =>
  `{ allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, properties: { ${name}: { type: boolean } } }] }`;
const PET = 'schemas: { Pet: { type: object, required: [kind], properties: { kind: { type: string } } } }';
const JSON_TYPES = '{ schema: { type: object, required: [a], properties: { a: { type: integer } } } }';

/** Shapes that published documents have, reduced. */
const DOCUMENTS: Readonly<Record<string, readonly [paths: string, components?: string]>> = {
  'oneOf of two open objects': [
    post(body(`application/json: { schema: { oneOf: [${OPEN('hunts')}, ${OPEN('barks')}] } }`)),
    PET,
  ],
  'oneOf of two objects without a type': [
    post(
      body(
        'application/json: { schema: { oneOf: [{ properties: { a: { type: string } } }, { properties: { b: { type: integer } } }] } }',
      ),
    ),
  ],
  'a media type for each JSON suffix': [
    post(body(`application/*+json: ${JSON_TYPES}, application/json: ${JSON_TYPES}, text/json: ${JSON_TYPES}`)),
  ],
  'JSON, a form and files': [
    post(
      body(
        `application/json: ${JSON_TYPES}, ${form('{ type: object, properties: { a: { type: integer } } }')}, multipart/form-data: ${JSON_TYPES}`,
      ),
    ),
  ],
  'only a range with a suffix': [post(body(`application/*+json: ${JSON_TYPES}`))],
  'content without a media type': [post(body(`code: ${JSON_TYPES}`))],
  'a required form with optional fields': [post(body(form('{ type: object, properties: { a: { type: string } } }')))],
  'an optional form': [post(body(form('{ type: object, properties: { a: { type: integer } } }'), false))],
  'a form with one required field': [
    post(body(form('{ type: object, required: [a], properties: { a: { enum: [x, y] } } }'))),
  ],
  'a parameter that is an item or a list': [
    get(
      '{ name: ids, in: query, explode: false, schema: { oneOf: [{ type: integer }, { type: array, items: { type: integer } }] } }',
    ),
  ],
  'adjacent template expressions': [
    get(
      '{ name: id, in: path, required: true, schema: { type: string } }, { name: ext, in: path, required: true, schema: { type: string, enum: [.json, .xml] } }',
      "'/things/{id}{ext}'",
    ),
  ],
  'a segment with a number and a format': [
    get(
      '{ name: lat, in: path, required: true, schema: { type: number } }, { name: format, in: path, required: true, schema: { type: string, enum: [json, xml] } }',
      "'/map/{lat}.{format}'",
    ),
  ],
  'a header with a list of objects': [
    get(
      '{ name: content, in: header, schema: { type: array, items: { type: object, properties: { s: { type: string } } } } }',
    ),
  ],
  'lists within a deep object': [
    get(
      '{ name: filter, in: query, style: deepObject, schema: { type: object, properties: { id: { type: array, items: { type: integer } } } } }',
    ),
  ],
  'a free object in the query': [get('{ name: data, in: query, schema: { type: object, format: my-own } }')],
  'an API key that is also a parameter': [
    `/things: { get: { security: [{ key: [] }], parameters: [{ name: key, in: query, required: true, schema: { type: string } }], ${responses} } }`,
    'securitySchemes: { key: { type: apiKey, in: query, name: key } }',
  ],
  'a header about the message': [
    post(
      'parameters: [{ name: Content-Encoding, in: header, schema: { enum: [gzip, identity] } }], requestBody: { content: { application/json: { schema: { type: string } } } }',
    ),
  ],
  'an enum of booleans and numbers without a type': [
    get('{ name: q, in: query, schema: { enum: [true, false, 0, 1] } }'),
  ],
  'a text body that may be empty': [
    post('requestBody: { content: { text/plain: { schema: { type: object, properties: {} } } } }'),
  ],
  'paths that differ by an extension': [
    `${get('{ name: id, in: path, required: true, schema: { type: number } }', '/media/{id}')}\n${get(
      '{ name: id, in: path, required: true, schema: { type: number } }, { name: ext, in: path, required: true, schema: { type: string } }',
      "'/media/{id}.{ext}'",
    )}`,
  ],
};

test.each(Object.entries(DOCUMENTS))(
  '%s: requests are made, and are as valid as they are said to be',
  async (_, parts) => {
    const contract = contractOf(...parts);
    expect(await disagreements(contract)).toEqual([]);
  },
);

test('every media type is sent, and asked for alone', () => {
  const types = `application/json: ${JSON_TYPES}, application/vnd.a+json: ${JSON_TYPES}, ${form('{ type: object, required: [a], properties: { a: { type: integer } } }')}`;
  const ok = "responses: { '200': { description: ok, content: { text/csv: {}, application/json: {} } } }";
  const cases = casesOf(contractOf(`/things: { post: { ${body(types)}, ${ok} } }`));
  const headers = (name: string) =>
    cases.flatMap(({ request }) => request.headers.filter(([each]) => each === name).map(([, value]) => value));
  expect(headers('accept')).toEqual(
    expect.arrayContaining(['text/csv', 'application/json', 'text/csv, application/json']),
  );
  const rejected = cases
    .filter(({ expectation }) => expectation === 'reject')
    .flatMap(({ targets }) => targets.map(({ id }) => id));
  for (const type of ['application/json', 'application/vnd.a+json', 'application/x-www-form-urlencoded'])
    expect(rejected.join()).toContain(`request body ${type} /a type`);
});

test('fields of a form are violated one at a time', async () => {
  const schema =
    '{ type: object, required: [a], properties: { a: { type: integer, minimum: 3 }, b: { enum: [x, y] } } }';
  const contract = contractOf(post(body(form(schema))));
  const rejected = casesOf(contract).filter(({ expectation }) => expectation === 'reject');
  const descriptions = new Set(rejected.flatMap(({ targets }) => targets.map(({ description }) => description)));
  expect([...descriptions]).toEqual(
    expect.arrayContaining([
      'request body /a is required',
      'request body /a must be an integer',
      'request body /a must be at least 3',
      'request body /b must be one of "x", "y"',
    ]),
  );
});

function casesOf(contract: Contract): Case[] {
  return contract.operations.flatMap((operation) => {
    const cases = boundaryCases(contract, new UniqueValues(1), operation);
    if (!cases) throw new Error(`no valid request could be made for ${operation.id}`);
    return [...cases];
  });
}

/** Cases whose expectation differs from what the validator of requests finds, or that lead to another operation. */
async function disagreements(contract: Contract): Promise<string[]> {
  const router = new Router(contract);
  const found: string[] = [];
  for (const { id, operation, request, expectation, withoutCredentials } of casesOf(contract)) {
    const [path = '', query = ''] = request.path.split(/\?(.*)/s);
    const headers = Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value]));
    const route = router.route(request.method, path);
    if (route.operation !== operation) found.push(`${id}: leads to another operation`);
    if (!route.operation || expectation === 'any') continue;
    const received = {
      method: request.method,
      target: request.path,
      path,
      query,
      headers,
      body: request.body ?? new Uint8Array(),
    };
    const validated = await compileRequestValidator(contract, operation)(received, route.parameters);
    // Credentials are added when the request is sent.
    const violations = validated.violations.filter(({ status }) => status !== 401);
    if (withoutCredentials !== true && violations.length > 0 !== (expectation === 'reject'))
      found.push(`${id}: ${expectation}, but ${violations.map(({ message }) => message).join('; ') || 'valid'}`);
  }
  return found;
}
