import { expect, test } from 'vitest';
import { verify } from '../../harness/index.ts';

const json = (schema: object) => ({ 'application/json': { schema } });

const fileOf = (type: string) => ({
  parameters: [{ name: 'id', in: 'query', schema: { type: 'string' }, example: '7' }],
  responses: {
    200: {
      description: type,
      content: json({ type: 'object', required: ['type'], properties: { type: { type: 'string', enum: [type] } } }),
    },
  },
});

test.each<[string, object]>([
  [
    'paths that differ by a fragment',
    { '/items': { get: fileOf('file') }, '/items#folders': { get: fileOf('folder') } },
  ],
])('nothing is found on the own mock: %s', async (_, paths) => {
  const report = await verify({ spec: { openapi: '3.0.3', info: { title: 'Files', version: '1' }, paths }, runs: 2 });
  expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(report.verdict).toBe('passed');
});
