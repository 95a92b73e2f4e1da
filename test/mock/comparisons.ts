import type { RequestParts } from './raw-http.ts';

/** One request for the Prism CLI and for the mock; `departure` names the row that says why the responses differ. */
export interface Comparison {
  readonly name: string;
  readonly request: RequestParts;
  readonly departure?: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const RECORD = '{"id":1,"name":"Mia"}';

const post = (target: string, body: string, headers: Readonly<Record<string, string>> = {}): RequestParts => ({
  target,
  body,
  headers: { ...JSON_TYPE, ...headers },
});
const get = (target: string, headers: Readonly<Record<string, string>> = {}): RequestParts => ({
  method: 'GET',
  target,
  headers,
});

const SPEC: readonly Comparison[] = [
  { name: 'a valid record', request: post('/animals?tags=a', RECORD) },
  { name: 'several tags and a limit', request: post('/animals?tags=a&tags=b&limit=10', RECORD) },
  { name: 'the other operation', request: post('/turtles', RECORD) },
  { name: 'an example by name', request: post('/turtles', RECORD, { prefer: 'example=untagged' }) },
  { name: 'a status of the range', request: post('/turtles', RECORD, { prefer: 'code=201' }) },
  { name: 'Accept any', request: post('/turtles', RECORD, { accept: '*/*' }) },
  { name: 'Accept with weights', request: post('/turtles', RECORD, { accept: 'text/html, application/json;q=0.1' }) },
  { name: 'an example in the query', request: post('/turtles?__example=untagged', RECORD) },
  { name: 'tags missing', request: post('/animals', RECORD), departure: 'error-says-why' },
  { name: 'a numeric string', request: post('/turtles', '{"id":"1","name":"Mia"}'), departure: 'error-says-why' },
  {
    name: 'a status by default',
    request: post('/turtles', RECORD, { prefer: 'code=503' }),
    departure: 'error-of-its-status',
  },
  { name: 'malformed JSON', request: post('/turtles', '{"id":'), departure: 'documented-error' },
  { name: 'white space alone', request: post('/turtles', ' '), departure: 'documented-error' },
  { name: 'duplicate members', request: post('/turtles', '{"id":1,"id":2,"name":"Mia"}'), departure: 'strict-json' },
  { name: 'an unknown path', request: post('/nowhere', RECORD), departure: 'documented-error' },
  { name: 'a wrong method', request: get('/animals'), departure: 'documented-error' },
  {
    name: 'an id over 2^53',
    request: post('/turtles', '{"id":9007199254740993,"name":"Mia"}'),
    departure: 'exact-numbers',
  },
  { name: 'TAGS for tags', request: post('/animals?TAGS=a', RECORD), departure: 'strict-parameters' },
  { name: 'an empty limit', request: post('/animals?tags=a&limit=', RECORD), departure: 'strict-parameters' },
  { name: 'a hexadecimal limit', request: post('/animals?tags=a&limit=0x10', RECORD), departure: 'strict-parameters' },
  { name: 'code=default', request: post('/turtles', RECORD, { prefer: 'code=default' }), departure: 'preferences' },
  { name: 'code=999', request: post('/turtles', RECORD, { prefer: 'code=999' }), departure: 'preferences' },
  {
    name: 'Accept: text/html',
    request: post('/turtles', RECORD, { accept: 'text/html' }),
    departure: 'documented-error',
  },
  { name: 'no content type', request: { target: '/turtles', body: RECORD }, departure: 'media-type-first' },
  {
    name: 'text/plain',
    request: { target: '/turtles', body: RECORD, headers: { 'content-type': 'text/plain' } },
    departure: 'error-says-why',
  },
  { name: 'null', request: post('/turtles', 'null'), departure: 'error-says-why' },
  { name: 'gzip', request: post('/turtles', RECORD, { 'content-encoding': 'gzip' }), departure: 'encoded-body' },
];

const KEY = { 'x-api-key': 'k' };
const ID = { 'x-request-id': '4b6c1c5e-3b1c-4d8f-9d3e-0a1b2c3d4e5f' };

const LIBRARY: readonly Comparison[] = [
  { name: 'a list with its headers', request: get('/books', { ...KEY, ...ID }), departure: 'exact-numbers' },
  { name: 'a bearer token', request: get('/books', { authorization: 'Bearer t', ...ID }), departure: 'exact-numbers' },
  { name: 'a list of ids', request: get('/books?ids=1,2,3', { ...KEY, ...ID }), departure: 'exact-numbers' },
  { name: 'a bad list of ids', request: get('/books?ids=1,x', { ...KEY, ...ID }), departure: 'error-says-why' },
  {
    name: 'a deep object',
    request: get('/books?filter[year]=1851&filter[author]=x', { ...KEY, ...ID }),
    departure: 'exact-numbers',
  },
  { name: 'a bad deep object', request: get('/books?filter[year]=x', { ...KEY, ...ID }), departure: 'error-says-why' },
  {
    name: 'an unknown member of a deep object',
    request: get('/books?filter[other]=x', { ...KEY, ...ID }),
    departure: 'strict-parameters',
  },
  { name: 'a page under the minimum', request: get('/books?page=0', { ...KEY, ...ID }), departure: 'error-says-why' },
  { name: 'a cookie', request: get('/books', { ...KEY, ...ID, cookie: 'session=abc' }), departure: 'exact-numbers' },
  { name: 'a header missing', request: get('/books', KEY), departure: 'error-says-why' },
  {
    name: 'a header that is no uuid',
    request: get('/books', { ...KEY, 'x-request-id': '1' }),
    departure: 'error-says-why',
  },
  { name: 'no credentials', request: get('/books', ID), departure: 'error-says-why' },
  { name: 'a post', request: post('/books', '{"title":"Moby-Dick"}', KEY), departure: 'exact-numbers' },
  { name: 'a post without its title', request: post('/books', '{}', KEY), departure: 'error-says-why' },
  {
    name: 'a post of another type',
    request: { target: '/books', body: 'x', headers: { ...KEY, 'content-type': 'text/plain' } },
    departure: 'error-says-why',
  },
  { name: 'one book', request: get('/books/7', KEY) },
  { name: 'a book by a name', request: get('/books/seven', KEY), departure: 'malformed-identifier' },
  { name: 'a book that is not there', request: get('/books/7', { ...KEY, prefer: 'code=404' }) },
  { name: 'a concrete path before a templated one', request: get('/books/mine') },
  { name: 'a delete without content', request: { method: 'DELETE', target: '/books/7', headers: KEY } },
  {
    name: 'a delete with a body',
    request: { method: 'DELETE', target: '/books/7', headers: { ...KEY, ...JSON_TYPE }, body: '{}' },
    departure: 'error-says-why',
  },
  { name: 'HEAD where there is GET', request: { method: 'HEAD', target: '/books/mine' }, departure: 'head' },
  { name: 'below the path of the server', request: get('/v1/library/books/mine'), departure: 'base-path' },
];

const form = (body: string): RequestParts => ({
  target: '/notes',
  body,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});
const parts = (body: string): RequestParts => ({
  target: '/notes',
  body,
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
});

const MEDIA: readonly Comparison[] = [
  { name: 'JSON', request: post('/notes', '{"text":"x"}') },
  {
    name: 'XML wanted',
    request: post('/notes', '{"text":"x"}', { accept: 'application/xml' }),
    departure: 'xml-object',
  },
  { name: 'text wanted', request: post('/notes', '{"text":"x"}', { accept: 'text/plain' }) },
  {
    name: 'the better of two',
    request: post('/notes', '{"text":"x"}', { accept: 'text/plain;q=0.5, application/xml' }),
    departure: 'xml-object',
  },
  { name: 'a form', request: form('text=x&stars=3') },
  { name: 'a bad form', request: form('text=x&stars=9'), departure: 'error-says-why' },
  { name: 'a form without its text', request: form('stars=3'), departure: 'error-says-why' },
  {
    name: 'a multipart form',
    request: parts('--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nx\r\n--b--\r\n'),
  },
  {
    name: 'a bad multipart form',
    request: parts('--b\r\nContent-Disposition: form-data; name="stars"\r\n\r\n3\r\n--b--\r\n'),
    departure: 'error-says-why',
  },
  { name: 'plain text', request: { target: '/notes', body: 'hello', headers: { 'content-type': 'text/plain' } } },
  {
    name: 'a body that is too long',
    request: post('/notes', `{"text":"${'x'.repeat(21)}"}`),
    departure: 'error-says-why',
  },
  {
    name: 'another type',
    request: { target: '/notes', body: 'x', headers: { 'content-type': 'image/png' } },
    departure: 'error-says-why',
  },
  { name: 'any type', request: get('/any'), departure: 'concrete-media-type' },
  { name: 'a response without content', request: post('/silent', '{"a":1}') },
  { name: 'a body that may be absent', request: { target: '/silent' } },
  { name: 'no error is documented', request: post('/silent', '{"a":"x"}'), departure: 'problem-details' },
  { name: 'what Prism generates against the schema', request: get('/generated'), departure: 'sound-bodies' },
  { name: 'a schema that is large when expanded', request: get('/large'), departure: 'bounded-schemas' },
];

const body = (type: string, text: string): RequestParts => ({
  target: '/bodies',
  body: text,
  headers: { 'content-type': type },
});

const FORMS: readonly Comparison[] = [
  { name: 'a number in a list', request: body('application/x-www-form-urlencoded', 'b=1'), departure: 'form-members' },
  {
    name: 'a list by its encoding',
    request: body('application/x-www-form-urlencoded', 'b=1&b=2&csv=1,2'),
    departure: 'form-members',
  },
  { name: 'XML', request: body('application/xml', '<a/>'), departure: 'unread-bodies' },
];

const HEADERS: readonly Comparison[] = [
  { name: 'a header with a pattern', request: get('/framed'), departure: 'sound-headers' },
  { name: 'an operation without content', request: get('/limited') },
  { name: 'a redirect beside a default', request: get('/moved'), departure: 'only-redirect' },
];

const BARE: readonly Comparison[] = [
  { name: 'JSON without a schema', request: get('/any'), departure: 'bodies-unsaid' },
  { name: 'a PDF', request: get('/file'), departure: 'bodies-unsaid' },
];

/** Requests by document. */
export const COMPARISONS: Readonly<Record<string, readonly Comparison[]>> = {
  'spec/openapi.yaml': SPEC,
  'test/mock/documents/library.yaml': LIBRARY,
  'test/mock/documents/media.yaml': MEDIA,
  'test/mock/documents/forms.yaml': FORMS,
  'test/mock/documents/headers.yaml': HEADERS,
  'test/mock/documents/schemaless.yaml': BARE,
};
