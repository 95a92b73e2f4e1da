import { expect, test } from 'vitest';
import { SecretFields } from '../../../harness/core/secrets/secret-fields.ts';

const part = (name: string, value: string, header = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n${header}\r\n${value}\r\n`;

test.each([
  ['JSON', '{"user":"a","password":"pw1"}', '{"user":"a","password":"***"}'],
  ['JSON that is cut short', '{"password":"pw1', '{"password":"***"'],
  ['a form', 'user=a&pass%77ord=pw1', 'user=a&pass%77ord=***'],
  [
    'XML',
    '<l><user>a</user><s:password x="1">pw1</s:password></l>',
    '<l><user>a</user><s:password x="1">***</s:password></l>',
  ],
  ['attributes of XML', '<l user="a" Password="pw1"/>', '<l user="a" Password="***"/>'],
  [
    'parts of a multipart form',
    `${part('password', 'pw1')}${part('user', 'a')}${part('token', 'pw1', 'Content-Type: text/plain\r\n')}--b--\r\n`,
    `${part('password', '***')}${part('user', 'a')}${part('token', '***', 'Content-Type: text/plain\r\n')}--b--\r\n`,
  ],
])('secret fields are masked in %s, and nothing else', (_, sent, masked) => {
  const found: string[] = [];
  const fields = new SecretFields(['password', 'token']);
  const body = fields.maskBody(Buffer.from(sent), (value) => found.push(value));
  expect(Buffer.from(body).toString()).toBe(masked);
  expect(new Set(found)).toEqual(new Set(['pw1']));
});
