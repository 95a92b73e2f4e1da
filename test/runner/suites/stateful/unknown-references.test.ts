import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const id = { ...text, readOnly: true };
const schemas = {
  Guest: { type: 'object', required: ['name'], properties: { id, name: text } },
  Room: { type: 'object', required: ['name'], properties: { id, name: text } },
  Stay: {
    type: 'object',
    required: ['roomId', 'guestId'],
    properties: { id, roomId: text, guestId: text, nights: { type: 'integer' } },
  },
};
const error = (description: string) => ({ description });
const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
const pathsOf = (name: keyof typeof schemas) => {
  const own = { description: name, ...json({ $ref: `#/components/schemas/${name}` }) };
  const errors = { 400: error('invalid'), 409: error('The room is taken'), 422: error('No such room or guest') };
  return {
    [`/${name.toLowerCase()}s`]: {
      get: {
        responses: {
          200: { description: 'all', ...json({ type: 'array', items: { $ref: `#/components/schemas/${name}` } }) },
        },
      },
      post: { requestBody: { required: true, ...own }, responses: { 201: own, ...errors } },
    },
    [`/${name.toLowerCase()}s/{id}`]: { parameters, get: { responses: { 200: own, 404: error('unknown') } } },
  };
};
const spec = {
  openapi: '3.1.0',
  info: { title: 'Stays', version: '1' },
  paths: { ...pathsOf('Guest'), ...pathsOf('Room'), ...pathsOf('Stay') },
  components: { schemas },
};

/** Each room takes one stay of a few nights; whether it is that of a known guest is looked at last. */
function stays(knowsGuests: boolean): (call: Call) => Reply {
  const stored: Record<string, Map<string, JsonObject>> = { guests: new Map(), rooms: new Map(), stays: new Map() };
  return ({ method, path, body = {} }) => {
    const [, kind = '', own] = path.split('/');
    const all = stored[kind];
    if (!all) return { status: 404 };
    if (method === 'POST') {
      const { roomId, guestId, name, nights = 1 } = body;
      const texts = kind === 'stays' ? [roomId, guestId] : [name];
      if (!texts.every((each) => typeof each === 'string' && each !== '')) return { status: 400 };
      if (kind === 'stays') {
        if (!stored['rooms']?.has(String(roomId)) || Number(nights) > 3) return { status: 422 };
        if ([...all.values()].some((each) => each['roomId'] === roomId)) return { status: 409 };
        if (knowsGuests && !stored['guests']?.has(String(guestId))) return { status: 422 };
      }
      const made = { ...body, id: `${kind}${all.size}` };
      all.set(made.id, made);
      return { status: 201, body: made };
    }
    if (own === undefined) return { status: 200, body: [...all.values()] };
    const found = all.get(own);
    return found ? { status: 200, body: found } : { status: 404 };
  };
}

test.each([
  [true, []],
  [false, ['conflict-is-rejected']],
])('a record that names no guest, where only new rooms are free; guests are known: %s', async (knowsGuests, checks) => {
  const target = await serveCalls(stays(knowsGuests));
  const { findings } = await verify({ spec, target, suites: ['stateful'], runs: 0, consistency: 20 });
  expect(findings.map(({ check }) => check)).toEqual(checks);
});
