import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { serve } from './service.ts';

const responses = { 200: { description: 'OK' } };
const q = { name: 'q', in: 'query', example: 1, schema: { type: 'integer' } };
const petId = { name: 'petId', in: 'path', required: true, example: 7, schema: { type: 'integer' } };
const search = (operationId: string) => ({ get: { operationId, parameters: [q], responses } });
const spec = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/cats': search('findCats'),
    '/dogs': search('findDogs'),
    '/fish': search('findFish'),
    '/pets/{petId}': { parameters: [petId], delete: { operationId: 'deletePet', responses } },
  },
};

test('what ended Dredd before its last deletions is the reason why they were not sent', async () => {
  const target = await serve(() => undefined);
  const report = await verify({ spec, target, suites: ['dredd'], timeout: 300 });
  expect(report.suites).toMatchObject([
    { fail: 3, error: 0, skippedReasons: ['1 request was not sent: 3 consecutive timeouts'] },
  ]);
});
