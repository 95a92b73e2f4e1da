import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mock, startMock } from '../../harness/mock/mock.ts';
import { send } from './raw-http.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ spec: 'test/mock/documents/forms.yaml' });
});
afterAll(() => mock.close());

async function post(type: string, body: string | Uint8Array) {
  const response = await send(mock.port, { target: '/bodies', headers: { 'content-type': type }, body });
  return response.status === 204 ? 'accepted' : (JSON.parse(response.body.toString()) as { message: string }).message;
}

const urlencoded = (body: string) => post('application/x-www-form-urlencoded', body);

describe('the fields of a urlencoded form are parsed by their schemas and encoding', () => {
  test.each([
    ['numbers of a list', 'b=1&b=2'],
    ['a number, a boolean, a text with a space', 'b=1&n=1.5&f=true&a=x+y'],
    ['an object as JSON', 'b=1&o=%7B%22x%22%3A1%7D'],
    ['an object member by member', 'b=1&x=1&y=false'],
    ['a list in one field', 'b=1&csv=1,2'],
    ['a list with pipes', 'b=1&piped=a%7Cb'],
    ['a deep object', 'b=1&deep[x]=3'],
    ['a list of objects', 'b=1&list=%7B%22q%22%3A1%7D&list=%7B%22q%22%3A2%7D'],
    ['an undeclared member that fits', 'b=1&other=3'],
  ])('%s', async (_, body) => expect(await urlencoded(body)).toBe('accepted'));

  test.each([
    ['b=1&b=x', 'body property b[1] must be an integer, got "x"'],
    ['a=1', 'body property b is required'],
    ['b=1&n=&f=on', 'body property n must be a number, got ""; body property f must be a boolean, got "on"'],
    ['b=1&y=false', 'body property o.x is required'],
    ['b=1&o=%7B%22x%22%3A%221%22%7D', 'body property o.x must be an integer, got "1"'],
    ['b=1&o=abc', 'body property o is not valid JSON: expected a value, found "a" at offset 0'],
    ['b=1&csv=1,x', 'body property csv[1] must be an integer, got "x"'],
    ['b=1&deep[x]=z', 'body property deep.x must be an integer, got "z"'],
    ['b=1&list=%7B%7D', 'body property list[0].q is required'],
    ['b=1&other=q', 'body property other must be an integer, got "q"'],
    ['b=1&a=1&a=2', 'body property a must be given once'],
    ['b=%zz', 'the request body has bad percent-encoding'],
  ])('%s is rejected: %s', async (body, says) => expect(await urlencoded(body)).toBe(says));
});

describe('the parts of a multipart form are parsed by their schemas', () => {
  const part = (name: string, value: string, more = '') =>
    `--frontier\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const file = part('photo', '\xff\xd8\0', '; filename="a.jpg"\r\nContent-Type: image/jpeg');
  const multipart = (...parts: string[]) =>
    post('multipart/form-data; boundary=frontier', Buffer.from(`${parts.join('')}--frontier--\r\n`, 'latin1'));

  test.each([
    [
      'JSON, a file, a list and a boolean',
      [part('meta', '{"id":9223372036854775807}'), file, part('tags', '1'), part('tags', '2'), part('ok', 'true')],
    ],
    [
      'JSON as a file, which gives it its media type',
      [part('meta', '{"id":1}', '; filename="blob"\r\nContent-Type: application/json'), file],
    ],
    ['text that looks encoded', [part('meta', '{"id":1}'), file, part('text', 'a%+,b')]],
  ])('%s', async (_, parts) => expect(await multipart(...parts)).toBe('accepted'));

  test.each([
    [
      'a wrong list',
      [part('meta', '{"id":1}'), file, part('tags', 'x')],
      'body property tags[0] must be an integer, got "x"',
    ],
    ['a wrong object', [part('meta', '{"id":"1"}'), file], 'body property meta.id must be an integer, got "1"'],
    ['a missing file', [part('meta', '{"id":1}')], 'body property photo is required'],
    [
      'an undeclared part',
      [part('meta', '{"id":1}'), file, part('other', '1')],
      'body property other is not a declared property',
    ],
  ])('%s is rejected', async (_, parts, says) => expect(await multipart(...parts)).toBe(says));

  test('a body without its boundary is rejected', async () => {
    expect(await post('multipart/form-data', 'x')).toContain('must name the boundary');
    expect(await post('multipart/form-data; boundary=b', 'x')).toContain('is not valid multipart/form-data');
  });
});

test.each([
  ['text/plain', '5', 'accepted'],
  ['text/plain', '2', 'the request body must be at least 3, got 2'],
  ['text/plain', 'five', 'the request body must be an integer, got "five"'],
  ['application/xml', '<any><a>x</a></any>', 'accepted'],
  ['application/xml', '<any/>', 'body property a is required'],
  ['application/xml', '<any>', "the request body is not XML: Unclosed tag 'any'"],
  ['application/octet-stream', '\xff\0', 'accepted'],
  ['application/octet-stream', 'abcde', 'the request body must have at most 4 characters, got "abcde"'],
])('a body of type %s is validated as far as its schema speaks of its bytes: %j', async (type, body, says) => {
  expect(await post(type, Buffer.from(body, 'latin1'))).toBe(says);
});
