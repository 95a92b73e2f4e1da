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

test('a path with a query string is distinguished by its items, in any order', () => {
  const paths = ["'/rest?method=list&v=2'", "'/rest?method=get&id={id}'", '/rest'].map(
    (path) => `${path}: { get: {} }`,
  );
  const router = new Router(contractOf(paths.join('\n')));
  const route = (target: string) => router.routeTarget('GET', target);
  expect(route('/rest?v=2&page=1&method=list').operation?.path).toBe('/rest?method=list&v=2');
  expect(route('/rest?method=get&id=7')).toMatchObject({ parameters: { id: '7' } });
  expect(route('/rest?method=other').operation?.path).toBe('/rest');
  expect(route('/rest').operation?.path).toBe('/rest');
});

test('a path with a query string alone is not found without it', () => {
  const router = new Router(contractOf("'/rest?method=list': { get: {} }"));
  expect(router.routeTarget('GET', '/rest')).toMatchObject({ operation: undefined });
});
