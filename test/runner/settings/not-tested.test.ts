import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { verify } from '../../../harness/index.ts';

const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const error = { description: 'error', content: { 'application/json': { schema: { type: 'object' } } } };
const responses = (status: string, schema: object) => ({ [status]: json(schema), 400: error, 404: error });
const id = { type: 'integer' };
const role = { type: 'object', required: ['id', 'name'], properties: { id, name: { type: 'string', minLength: 1 } } };
const folder = {
  type: 'object',
  required: ['id', 'name', 'roleId'],
  properties: { id, name: { type: 'string', minLength: 1, maxLength: 20 }, roleId: id },
};
const create = ({ properties: { id: _, ...properties } }: typeof folder | typeof role) => ({
  required: true,
  ...json({ type: 'object', required: Object.keys(properties), properties }),
});
const paths = (name: string, record: typeof folder | typeof role) => ({
  [`/${name}`]: {
    get: { responses: responses('200', { type: 'array', items: record }) },
    post: { requestBody: create(record), responses: responses('201', record) },
  },
  [`/${name}/{id}`]: {
    parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
    get: { responses: responses('200', record) },
    delete: { responses: { 204: { description: 'gone' }, 404: error } },
  },
});
const spec = {
  openapi: '3.1.0',
  info: { title: 'Folders', version: '1' },
  paths: { ...paths('folders', folder), ...paths('roles', role) },
};

/** Folders as the document says, each with a role that is there; roles respond as the document does not say. */
async function startFolders() {
  const records = { folders: new Map<number, object>(), roles: new Map<number, object>() };
  const requests: string[] = [];
  let count = 0;
  const respond = (method: string, path: string, body: string): [status: number, body?: unknown] => {
    const [, name, key] = path.replace(/\?.*$/s, '').split('/');
    const isRole = name === 'roles';
    const known = records[isRole ? 'roles' : 'folders'];
    const number = Number(key);
    if (method === 'DELETE') return known.delete(number) ? (isRole ? [200, 'gone'] : [204]) : [404, {}];
    if (method === 'GET' && key === undefined)
      return [200, isRole ? [{ no: 'role' }, ...known.values()] : [...known.values()]];
    if (method === 'GET') return known.has(number) ? [200, known.get(number)] : [404, {}];
    const { name: title, roleId } = JSON.parse(body);
    const isNamed = typeof title === 'string' && title.length > 0 && [...title].length <= 20;
    if (!isRole && !(isNamed && records.roles.has(roleId))) return [400, {}];
    const stored = { name: title, ...(isRole ? { surplus: 1 } : { roleId }), id: ++count };
    known.set(stored.id, stored);
    return [201, isRole ? { ...stored, name: 7 } : stored];
  };
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    let result: [number, unknown?] = [400, {}];
    const body = await text(request);
    const isJson = /^application\/json *(;|$)/i.test(request.headers['content-type'] ?? '');
    try {
      if (isJson || request.method !== 'POST') result = respond(request.method ?? '', request.url ?? '', body);
    } catch {}
    const [status, value] = result;
    response.writeHead(status, value === undefined ? {} : { 'content-type': 'application/json' });
    response.end(value === undefined ? undefined : JSON.stringify(value));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { target: `http://127.0.0.1:${port}`, requests };
}

test.each([['generated'], ['stateful'], ['generated', 'stateful']] as const)(
  'requests that only prepare what %s tests do not count',
  async (...suites) => {
    const { target, requests } = await startFolders();
    const run = await verify({ spec, target, suites, include: ['/folders/**'], runs: 5 });
    expect(requests.some((each) => each.includes('/roles'))).toBe(true);
    const isUntested = ({ operation }: { readonly operation: string }) => operation.includes('roles');
    expect(run.findings.filter((each) => each.severity === 'error' || isUntested(each))).toEqual([]);
    expect(run.verdict).toBe('passed');
    const sent = run.operations.reduce((sum, operation) => sum + operation.sent, 0);
    expect(run.suites.reduce((sum, { pass, fail, error, skip }) => sum + pass + fail + error + skip, 0)).toBe(sent);
    expect(run.results.filter(isUntested)).toEqual([]);
  },
);

test('what is tested counts, whatever it prepares', async () => {
  const { target } = await startFolders();
  const { findings } = await verify({ spec, target, suites: ['generated'], runs: 5 });
  expect(new Set(findings.map(({ operation }) => operation))).toContain('GET /roles');
});
