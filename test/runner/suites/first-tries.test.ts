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
