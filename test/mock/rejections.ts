import { gzipSync } from 'node:zlib';
import type { RequestParts } from './raw-http.ts';

export const JSON_TYPE = { 'content-type': 'application/json' };
/** What each rejected request is but for one thing. */
export const VALID: RequestParts = { target: '/animals?tags=a', headers: JSON_TYPE, body: '{"id":1,"name":"Mia"}' };

/** What is wrong with a request, and what the error has to say of it. */
export interface Rejection {
  readonly name: string;
  readonly request: Partial<RequestParts>;
  readonly status: number;
  readonly says: string;
}

const body = (text: string | Uint8Array): Partial<RequestParts> => ({ body: text });
export const typed = (type: string, text = '{"id":1,"name":"Mia"}'): Partial<RequestParts> => ({
  headers: { 'content-type': type },
  body: text,
});
export const at = (target: string, method = 'POST'): Partial<RequestParts> => ({ target, method });
export const preferring = (prefer: string): Partial<RequestParts> => ({ headers: { ...JSON_TYPE, prefer } });

/** Every way to violate the contract that Prism does not respond to within it, and more. */
export const REJECTIONS: readonly Rejection[] = [
  { name: 'malformed JSON', request: body('{"id":1,'), status: 400, says: 'the request body is not valid JSON' },
  { name: 'a truncated string', request: body('{"id":1,"name":"M'), status: 400, says: 'ends inside a string' },
  { name: 'white space alone', request: body('  \n '), status: 400, says: 'expected a value, found the end' },
  { name: 'a byte order mark', request: body('\uFEFF{"id":1,"name":"Mia"}'), status: 400, says: 'a byte order mark' },
  {
    name: 'a gzip body',
    request: { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: gzipSync('{"id":1,"name":"Mia"}') },
    status: 415,
    says: 'content-encoding gzip is not supported',
  },
  { name: 'gzip bytes that are not declared', request: body(gzipSync('{}')), status: 400, says: 'not UTF-8' },
  {
    name: 'bytes that are no UTF-8',
    request: body(Buffer.from('{"id":1,"name":"\xff"}', 'latin1')),
    status: 400,
    says: 'not UTF-8',
  },
  {
    name: 'duplicate members',
    request: body('{"id":1,"id":2,"name":"Mia"}'),
    status: 400,
    says: 'duplicate property "id"',
  },
  {
    name: 'something behind the value',
    request: body('{"id":1,"name":"Mia"} x'),
    status: 400,
    says: 'after the value',
  },
  { name: 'deep nesting', request: body('['.repeat(100_000)), status: 400, says: 'nested deeper' },
  { name: 'an empty body', request: body(''), status: 422, says: 'a request body is required' },
  { name: 'no body', request: { body: undefined as never }, status: 422, says: 'a request body is required' },
  {
    name: 'a body over 10 MB',
    request: body(`"${'x'.repeat(10 * 1024 * 1024)}"`),
    status: 413,
    says: 'larger than 10 MiB',
  },
  { name: 'null', request: body('null'), status: 422, says: 'the request body must be an object, got null' },
  { name: 'false', request: body('false'), status: 422, says: 'the request body must be an object, got false' },
  { name: '0', request: body('0'), status: 422, says: 'the request body must be an object, got 0' },
  { name: 'an empty text', request: body('""'), status: 422, says: 'the request body must be an object, got ""' },
  {
    name: 'a fraction over 2^53',
    request: body('{"id":9007199254740990.9,"name":"M"}'),
    status: 422,
    says: 'id must be an integer, got 9007199254740990.9',
  },
  {
    name: 'an id over int64',
    request: body('{"id":9223372036854775808,"name":"M"}'),
    status: 422,
    says: 'id must be in the range of int64',
  },
  {
    name: 'a numeric string',
    request: body('{"id":"7","name":"M"}'),
    status: 422,
    says: 'body property id must be an integer, got "7"',
  },
  {
    name: 'text that latin1 lacks',
    request: body('{"id":"\u{1F408}","name":"M"}'),
    status: 422,
    says: 'id must be an integer, got "\u{1F408}"',
  },
  { name: 'text/plain', request: typed('text/plain'), status: 415, says: 'must be application/json, got text/plain' },
  { name: 'a garbage content type', request: typed('garbage'), status: 415, says: 'got "garbage"' },
  {
    name: 'a bogus charset',
    request: typed('application/json; charset=bogus'),
    status: 415,
    says: 'must be in UTF-8, got charset bogus',
  },
  {
    name: 'no content type',
    request: { headers: {} },
    status: 415,
    says: 'header content-type is required: application/json',
  },
  { name: 'TAGS for tags', request: at('/animals?TAGS=a'), status: 422, says: 'query parameter tags is required' },
  { name: 'no tags', request: at('/animals'), status: 422, says: 'query parameter tags is required' },
  ...['', '0x10', '1e1', '%205', 'abc', '1.5', '9999999999'].map((limit) => ({
    name: `limit=${limit}`,
    request: at(`/animals?tags=a&limit=${limit}`),
    status: 422,
    says: 'query parameter limit must ',
  })),
  {
    name: 'limit twice',
    request: at('/animals?tags=a&limit=1&limit=2'),
    status: 400,
    says: 'query parameter limit must be given once',
  },
  {
    name: 'bad percent-encoding in the query',
    request: at('/animals?tags=%zz'),
    status: 400,
    says: 'query parameter tags has bad percent-encoding',
  },
  {
    name: 'percent-encoding that is no UTF-8',
    request: at('/animals?tags=%ff'),
    status: 400,
    says: 'query parameter tags has bad percent-encoding',
  },
  { name: 'bad percent-encoding in the path', request: at('/an%imals'), status: 400, says: 'bad percent-encoding' },
  {
    name: 'an unknown path',
    request: at('/nowhere'),
    status: 404,
    says: 'no operation POST /nowhere; the document has POST /animals',
  },
  {
    name: 'an unknown path with a long name',
    request: at(`/${'x'.repeat(5000)}`),
    status: 404,
    says: 'no operation POST /xxx',
  },
  {
    name: 'a wrong method',
    request: at('/animals?tags=a', 'GET'),
    status: 405,
    says: '/animals does not allow GET; allowed: POST',
  },
  { name: 'DELETE', request: at('/animals', 'DELETE'), status: 405, says: '/animals does not allow DELETE' },
  {
    name: 'Accept: garbage',
    request: { headers: { ...JSON_TYPE, accept: 'garbage' } },
    status: 406,
    says: 'header accept must allow application/json, got "garbage"',
  },
  {
    name: 'Accept: text/html',
    request: { headers: { ...JSON_TYPE, accept: 'text/html' } },
    status: 406,
    says: 'header accept must allow application/json',
  },
  ...['099', '999', '100', '42', 'x', '20', '2000', ''].map((code) => ({
    name: `Prefer: code=${code}`,
    request: preferring(`code=${code}`),
    status: 400,
    says: 'preference code must be a status or a response of createAnimal (2XX, default)',
  })),
  {
    name: 'an unknown example',
    request: preferring('example=nope'),
    status: 400,
    says: 'preference example must be one of createAnimal (tagged, untagged, malformed-json',
  },
  {
    name: 'a dynamic that is neither',
    request: preferring('dynamic=maybe'),
    status: 400,
    says: 'preference dynamic must be true or false, got maybe',
  },
  {
    name: 'a wait that is no time',
    request: preferring('wait=soon'),
    status: 400,
    says: 'preference wait must be a number of seconds',
  },
];
