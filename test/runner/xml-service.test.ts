import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { verify } from '../../harness/index.ts';
import { bodyOf, serve } from '../servers.ts';

const Order = {
  type: 'object',
  required: ['number', 'lines'],
  xml: { name: 'order' },
  properties: {
    number: { type: 'integer', minimum: 1, maximum: 999, xml: { attribute: true } },
    lines: {
      type: 'array',
      minItems: 1,
      xml: { wrapped: true },
      items: {
        type: 'object',
        required: ['article'],
        xml: { name: 'line' },
        properties: { article: { type: 'string', maxLength: 20 }, count: { type: 'integer', minimum: 1 } },
      },
    },
  },
};
const content = (schema: object) => ({ 'application/xml': { schema } });
const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      post: {
        operationId: 'createOrder',
        requestBody: { required: true, content: content(Order) },
        responses: {
          201: { description: 'created', content: content(Order) },
          default: {
            description: 'wrong',
            content: content({ type: 'object', required: ['message'], properties: { message: { type: 'string' } } }),
          },
        },
      },
    },
  },
};

type Line = { article?: unknown; count?: unknown };
type Parsed = { order?: { '@number'?: unknown; lines?: { line?: Line[] } } };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  isArray: (name) => name === 'line',
});
const isWhole = (text: unknown, most = Number.POSITIVE_INFINITY) =>
  typeof text === 'string' && /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function isValid(text: string): boolean {
  if (XMLValidator.validate(text) !== true) return false;
  const { order } = parser.parse(text) as Parsed;
  const lines = order?.lines?.line ?? [];
  const isLine = ({ article, count }: Line) =>
    typeof article === 'string' && [...article].length <= 20 && (count === undefined || isWhole(count));
  return isWhole(order?.['@number'], 999) && lines.length > 0 && lines.every(isLine);
}

/** A service that reads and writes XML. @param rewrite breaks what it responds */
function orders(check: (text: string) => boolean, rewrite = (text: string) => text): Promise<string> {
  return serve(async (request, response) => {
    const respond = (status: number, body: string, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(body);
    const fail = (status: number, message: string, headers = {}) =>
      respond(status, `<error><message>${escaped(message)}</message></error>`, headers);
    const text = (await bodyOf(request)).toString();
    if (request.url !== '/orders') return fail(404, 'not found');
    if (request.method !== 'POST') return fail(405, 'use POST', { allow: 'POST' });
    if (!/^application\/xml\b/i.test(request.headers['content-type'] ?? '')) return fail(415, 'send XML');
    return check(text) ? respond(201, rewrite(text)) : fail(422, 'the order is invalid');
  });
}

const found = async (target: string) => {
  const { findings, verdict } = await verify({ spec: SPEC, target, suites: ['generated'] });
  return { verdict, messages: findings.map(({ message }) => message) };
};

test('a service that speaks XML passes', async () => {
  expect(await found(await orders(isValid))).toEqual({ verdict: 'passed', messages: [] });
});

test('an element of a response that is missing is found', async () => {
  const { messages } = await found(await orders(isValid, (text) => text.replaceAll(/<article>.*?<\/article>/g, '')));
  expect(messages).toContainEqual(expect.stringContaining('/lines/0/article'));
});

test('an attribute that is no number is found', async () => {
  const { messages } = await found(await orders(isValid, (text) => text.replace(/number="\d+"/, 'number="N1"')));
  expect(messages).toContainEqual('/number of the 201 response body must be an integer, got "N1"');
});

test('a response that is not well-formed is found', async () => {
  const { messages } = await found(await orders(isValid, (text) => text.replace('</order>', '')));
  expect(messages).toContainEqual(expect.stringContaining('the 201 response body is not XML'));
});

test('a service that accepts a number beyond the maximum is found', async () => {
  const { messages } = await found(await orders((text) => isValid(text.replace(/number="\d{4,}"/, 'number="1"'))));
  expect(messages).toContain('invalid request accepted');
});
