import { expect, test } from 'vitest';
import { toReceivedRequest } from '../../harness/core/received-request.ts';
import { buildRequest, emptyRequestSpec, withParameter } from '../../harness/generate/requests/build-request.ts';
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
  const route = (target: string) => {
    const [path = '', query] = target.split('?');
    return router.route('GET', path, query && `?${query}`);
  };
  expect(route('/rest?v=2&page=1&method=list').operation?.path).toBe('/rest?method=list&v=2');
  expect(route('/rest?method=get&id=7')).toMatchObject({ parameters: { id: '7' } });
  expect(route('/rest?method=other').operation?.path).toBe('/rest');
  expect(route('/rest').operation?.path).toBe('/rest');
});

test('a path with a query string alone is not found without it', () => {
  const router = new Router(contractOf("'/rest?method=list': { get: {} }"));
  expect(router.route('GET', '/rest')).toMatchObject({ operation: undefined });
});

test('a path with a fragment is requested without it where a value tells its operations apart', () => {
  const item = (place: string, name: string, value: string) =>
    `{ get: { parameters: [{ in: ${place}, name: ${name}, required: true, schema: { type: string, enum: [${value}] } }] } }`;
  const contract = contractOf(`
'/#Action=List': ${item('query', 'Action', 'List')}
'/#Action=Show': ${item('query', 'Action', 'Show')}
'/jobs/{id}#Start': ${item('header', 'X-Target', 'Start')}
'/jobs/{id}#Stop': ${item('header', 'x-target', 'Stop')}
'/alone#in-a-sense': { get: {} }
'/files': { get: {} }
'/files#folders': { get: {} }
'/files#new': { put: {} }
`);
  const router = new Router(contract);
  const route = (path: string, query = '', headers = {}, method = 'GET') =>
    router.route(method, path, query, headers).operation?.path;
  expect(route('/', '?Action=Show')).toBe('/#Action=Show');
  expect(route('/', '?Action=Other')).toBe('/#Action=List');
  expect(route('/jobs/7', '', { 'x-target': 'Stop' })).toBe('/jobs/{id}#Stop');
  expect(route('/alone')).toBe('/alone#in-a-sense');
  expect(route('/files')).toBe('/files');
  expect(route('/files', '', {}, 'PUT')).toBe('/files#new');
  expect(route('/files#folders')).toBe('/files#folders');
  expect(router.route('DELETE', '/alone')).toMatchObject({ operation: undefined, atPath: [{ method: 'GET' }] });

  const sent = contract.operations.map((operation) => {
    const told = operation.parameters.filter((parameter) => parameter.in !== 'path');
    const value = operation.path.split(/[#=]/).at(-1) ?? '';
    const spec = told.reduce((made, parameter) => withParameter(made, parameter, value), emptyRequestSpec);
    const request = buildRequest(operation, spec);
    expect(router.routeRequest(toReceivedRequest(request)).operation?.path).toBe(operation.path);
    return request.path;
  });
  expect(sent).toEqual([
    '/?Action=List',
    '/?Action=Show',
    '/jobs/%7Bid%7D',
    '/jobs/%7Bid%7D',
    '/alone',
    '/files',
    '/files#folders',
    '/files',
  ]);
});
