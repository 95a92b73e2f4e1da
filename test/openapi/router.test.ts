import { expect, test } from 'vitest';
import { Router } from '../../harness/openapi/router.ts';
import { contractOf } from '../generate/documents.ts';

test.each([
  ['/gr%C3%B6%C3%9Fe', '/größe'],
  ['/gr%c3%b6%c3%9fe', '/größe'],
  ['/gr%C3%B6%C3%9Fe/7', '/größe/{änder}'],
  ['/a%20b', '/a b'],
])('%s is routed to %s', (path, template) => {
  const item = '{ get: {} }';
  const router = new Router(contractOf(`/größe: ${item}\n/größe/{änder}: ${item}\n'/a b': ${item}`));
  expect(router.route('GET', path).operation?.path).toBe(template);
});
