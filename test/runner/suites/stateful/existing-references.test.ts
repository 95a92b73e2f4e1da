import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1, maxLength: 64 };
const id = { ...text, readOnly: true };
const object = (properties: object, required: readonly string[]) => ({ type: 'object', properties, required });
const ID = { name: 'id', in: 'path', required: true, schema: text };
const errors = { 400: { description: 'invalid' }, 404: { description: 'none' }, 422: { description: 'invalid' } };

/** Badges, each of a person and perhaps of a door. */
function badges(general: string, ofDoor: string) {
  const door = { ...text, type: ['string', 'null'], default: null, description: ofDoor };
  const badge = { title: text, personId: text, doorId: door };
  const resource = (name: string, properties: object, required: readonly string[]) => {
    const shown = { description: 'ok', ...content(object({ id, ...properties }, ['id', ...required])) };
    const requestBody = { required: true, ...content(object(properties, required)) };
    return {
      [`/${name}`]: { post: { operationId: `create-${name}`, requestBody, responses: { 201: shown, ...errors } } },
      [`/${name}/{id}`]: {
        parameters: [ID],
        get: { operationId: `read-${name}`, responses: { 200: shown, ...errors } },
        patch: {
          operationId: `change-${name}`,
          requestBody: { required: true, ...content(object(properties, [])) },
          responses: { 200: shown, ...errors },
        },
      },
    };
  };
  return {
    openapi: '3.1.0',
    info: { title: 'badges', version: '1', description: general },
    paths: {
      ...resource('people', { name: text }, ['name']),
      ...resource('doors', { label: text }, ['label']),
      ...resource('badges', badge, ['title', 'personId']),
    },
  };
}

/** @param checks which references it verifies, by the method of the request */
function badgesApp(checks: (method: string) => readonly string[]) {
  const records = new Map<string, Record<string, unknown>>();
  const places: Readonly<Record<string, string>> = { personId: 'people', doorId: 'doors' };
  return async (request: Request): Promise<Response> => {
    const [, name = '', own] = new URL(request.url).pathname.split('/');
    const at = `${name}/${own ?? `n${records.size + 1}`}`;
    const before = records.get(at);
    const status = (code: number) => new Response(null, { status: code });
    if (own !== undefined && !before) return status(404);
    if (request.method === 'GET' || request.method === 'HEAD') return Response.json(before);
    const sent = Object(await request.json().catch(() => undefined));
    const required = name === 'people' ? ['name'] : name === 'doors' ? ['label'] : ['title', 'personId'];
    const isMissing = !before && required.some((each) => sent[each] === undefined);
    const isOdd = Object.entries(sent).some(
      ([key, value]) =>
        !(typeof value === 'string' && value !== '' && value.length <= 64) && !(key === 'doorId' && value === null),
    );
    if (isMissing || isOdd) return status(422);
    const isUnknown = (key: string) => typeof sent[key] === 'string' && !records.has(`${places[key]}/${sent[key]}`);
    if (checks(request.method).some(isUnknown)) return status(422);
    const plain = name === 'badges' ? { doorId: null } : {};
    records.set(at, { ...(before ?? plain), ...sent, id: at.split('/')[1] });
    return Response.json(records.get(at), { status: before ? 200 : 201 });
  };
}

const both = ['personId', 'doorId'];
const checksOf = async (general: string, ofDoor: string, checks: (method: string) => readonly string[]) => {
  const options = { suites: ['stateful'], consistency: 0, runs: 2 } as const;
  const { findings } = await verify({ spec: badges(general, ofDoor), app: badgesApp(checks), ...options });
  return findings.map(({ operation, check }) => `${operation} ${check}`).toSorted();
};
const GENERAL = 'An id that does not exist is rejected with 404 in a path, and with 422 in a request body.';
const OF_DOOR = 'The door, which has to exist.';
const BOTH = ['change-badges conflict-is-rejected', 'create-badges conflict-is-rejected'];

test('where all that a body names has to exist, a record that names another one is found', async () => {
  expect(await checksOf(GENERAL, '', () => ['personId'])).toEqual(BOTH);
  expect(await checksOf(GENERAL, '', (method) => (method === 'POST' ? both : ['doorId']))).toEqual(BOTH.slice(0, 1));
  expect(await checksOf(GENERAL, '', () => both)).toEqual([]);
});

test('what a property names has to exist if its description says so', async () => {
  expect(await checksOf('', OF_DOOR, () => ['personId'])).toEqual(BOTH);
  expect(await checksOf('', OF_DOOR, () => ['doorId'])).toEqual([]);
});

test.each([
  ['', 'The door, which need not exist yet.'],
  ['Ids that do not exist are ignored in bodies; 422 is for invalid ones.', ''],
])('what need not exist may be anything: %s %s', async (general, ofDoor) => {
  expect(await checksOf(general, ofDoor, () => [])).toEqual([]);
});
