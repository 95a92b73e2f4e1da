import { expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';
import { serve } from './dredd/service.ts';

const OPERATIONS = 50;
const responses = { 200: { description: 'OK' }, 400: { description: 'Bad' } };
const q = { name: 'q', in: 'query', example: 1, schema: { type: 'integer' } };
const path = (index: number) => [
  `/things${index}`,
  { get: { operationId: `get${index}`, parameters: [q], responses } },
];
const spec = {
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  paths: Object.fromEntries(Array.from({ length: OPERATIONS }, (_, index) => path(index))),
};

const named = (text: string) => ({ value: text });
const names = Array.from({ length: 30 }, (_, index) => `text${index}`);
const examples = Object.fromEntries(names.map((name) => [name, named(name)]));
const id = { name: 'id', in: 'path', required: true, example: '7', schema: { type: 'string' } };
const deletable = (index: number) => [
  `/files${index}/{id}`,
  {
    parameters: [id],
    get: { parameters: [{ name: 'q', in: 'query', examples, schema: { type: 'string' } }], responses },
    ...(index < 12 ? { delete: { responses: { 204: { description: 'gone' }, 404: { description: 'gone' } } } } : {}),
  },
];
const withDeletions = {
  ...spec,
  paths: Object.fromEntries(Array.from({ length: 52 }, (_, index) => deletable(index))),
};

test('what deletes records comes last in a short time, but has a part of it for itself', async () => {
  const received: string[] = [];
  const target = await serve(({ method = '', url = '' }, response) => {
    received.push(`${method} ${url}`);
    setTimeout(() => response.writeHead(method === 'DELETE' ? 204 : 200).end(), 20);
  });
  const { operations } = await verify({ spec: withDeletions, target, maxTime: 12_000, concurrency: 1 });
  const last = received.slice(received.findIndex((each) => each.startsWith('DELETE')));
  expect(last.filter((each) => /text[1-9]/.test(each)).length).toBeLessThan(received.length / 20);
  expect(operations.filter(({ sent }) => sent === 0)).toEqual([]);
});

test('every operation is tried once before examples of the document take what is left of a short time', async () => {
  const received: string[] = [];
  const target = await serve(({ url = '' }, response) => {
    if (url.startsWith('/things')) received.push(url.replace(/\?.*/, ''));
    response.writeHead(200).end();
  });
  const { suites } = await verify({ spec, target, maxTime: 9000 });
  expect(new Set(received.slice(0, OPERATIONS)).size).toBe(OPERATIONS);
  expect(suites.map(({ name, pass }) => [name, pass >= OPERATIONS])).toEqual([
    ['examples', true],
    ['generated', true],
    ['dredd', true],
  ]);
});
