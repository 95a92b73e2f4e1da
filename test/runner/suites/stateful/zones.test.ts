import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const string = { type: 'string' };
const text = { ...string, minLength: 1 };
const name = { ...string, pattern: '^[a-z]{4,12}\\.example\\.$' };
const properties = { id: string, url: string, name, account: text, signed: { type: 'boolean' } };
const sent = { required: true, ...content({ type: 'object', required: ['name', 'account'], properties }) };
const zone = { type: 'object', required: ['id'], properties };
const shown = { description: 'the zone', ...content(zone) };
const list = { description: 'all zones', ...content({ type: 'array', items: zone }) };
const error = { description: 'error' };

/** Zones whose `name` is their identifier, and that show a link to themselves: one schema for requests and responses. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Zones', version: '1' },
  paths: {
    '/zones': {
      get: { operationId: 'listZones', responses: { 200: list } },
      post: { operationId: 'createZone', requestBody: sent, responses: { 201: shown, 400: error, 409: error } },
    },
    '/zones/{zoneId}': {
      parameters: [{ name: 'zoneId', in: 'path', required: true, schema: string }],
      get: { operationId: 'readZone', responses: { 200: shown, 404: error } },
      put: { operationId: 'replaceZone', requestBody: sent, responses: { 200: shown, 400: error, 404: error } },
      delete: { operationId: 'deleteZone', responses: { 204: { description: 'gone' }, 404: error } },
    },
  },
};

/** Those that the service validates; whatever comes for `signed` is true or false to it. */
const { signed: _, ...texts } = properties;

interface Zone {
  readonly name: string;
  readonly account: string;
  readonly signed: boolean;
}

/** An empty object of what is no JSON object. */
function jsonOf(body: Buffer): Partial<Zone> & Record<string, unknown> {
  try {
    return Object(JSON.parse(String(body)));
  } catch {
    return {};
  }
}

/** @param replace what becomes of a zone that is sent another one */
function serveZones(replace: (old: Zone, sent: Zone) => Zone) {
  const zones = new Map<string, Zone>();
  const show = (each: Zone) => ({ ...each, id: each.name, url: `/api/zones/${encodeURIComponent(each.name)}` });
  return serve(async (request, response) => {
    const id = decodeURIComponent(request.url?.split('/')[2] ?? '');
    const send = (status: number, body?: object) => {
      response.writeHead(status, body ? { 'content-type': 'application/json' } : {});
      response.end(body && JSON.stringify(body));
    };
    if (request.method === 'GET' && id === '') return send(200, [...zones.values()].map(show));
    const isNew = request.method === 'POST';
    const old = zones.get(id);
    if (!isNew && !old) return send(404);
    if (request.method === 'DELETE') return send(zones.delete(id) ? 204 : 404);
    if (old && request.method === 'GET') return send(200, show(old));
    const body = jsonOf(await bodyOf(request));
    const { name, account } = body;
    const signed = body.signed === true;
    const sent = Object.keys(texts).filter((each) => body[each] !== undefined);
    if (!name || !account || sent.some((each) => typeof body[each] !== 'string')) return send(400);
    if (isNew && zones.has(name)) return send(409);
    const zone = old ? replace(old, { name, account, signed }) : { name, account, signed };
    zones.set(zone.name, zone);
    return send(isNew ? 201 : 200, show(zone));
  });
}

test.each<[string, Parameters<typeof serveZones>[0], string[]]>([
  ['keeps the name, which is the identifier', ({ name }, sent) => ({ ...sent, name }), []],
  ['stores nothing', (old) => old, ['update-is-visible']],
])('a zone shows a link to itself, whatever it was sent, of a service whose PUT %s', async (_, replace, expected) => {
  const report = await verify({ spec, target: await serveZones(replace), suites: ['stateful'], consistency: 60 });
  const errors = report.findings.filter(({ severity }) => severity === 'error');
  expect(
    errors.map(({ check }) => check),
    JSON.stringify(errors.map(({ message, actual }) => [message, actual])),
  ).toEqual(expected);
});
