import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isObject } from '../../../harness/core/json/index.ts';
import { parseSource } from '../../../harness/openapi/source/yaml-source.ts';
import { readAuth } from '../../../harness/runner/auth/read-auth.ts';
import { type Call, errorsOf, type Reply, serveCalls, verifyDocument } from '../establish/books.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Notes, version: '1' }
security: [{ session: [] }]
paths:
  /login:
    post:
      operationId: login
      security: []
      requestBody:
        required: true
        content:
          application/json:
            schema: &credentials
              type: object
              required: [user, password]
              additionalProperties: false
              properties: { user: { type: string }, password: { type: string } }
            example: { user: demo, password: correct horse }
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: object } } } }
        default: &error { description: error, content: { application/json: { schema: { type: object } } } }
  /notes:
    get:
      operationId: listNotes
      parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 10 } }]
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: array } } } }
        default: *error
components:
  securitySchemes:
    session: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
`;

interface Notes {
  readonly respond: (call: Call) => Reply;
  readonly logins: () => number;
}

/** A service whose tokens are accepted for a number of requests. */
function notes(uses: number): Notes {
  const left = new Map<string, number>();
  const login = ({ user, password, ...others }: NonNullable<Call['body']>): Reply => {
    if (typeof user !== 'string' || typeof password !== 'string' || Object.keys(others).length > 0)
      return { status: 400, body: {} };
    if (user !== 'demo' || password !== 'correct horse') return { status: 401, body: {} };
    const token = randomBytes(12).toString('hex');
    left.set(token, uses);
    return { status: 200, body: { data: { token } } };
  };
  const respond = (call: Call): Reply => {
    if (call.path === '/login') return call.body ? login(call.body) : { status: 400, body: {} };
    const token = /^Bearer (\S+)$/.exec(call.headers.authorization ?? '')?.[1] ?? '';
    const count = left.get(token) ?? 0;
    if (count > 0) left.set(token, count - 1);
    else return { status: 401, body: { token } };
    const limits = call.query.getAll('limit');
    const isValid = limits.length < 2 && limits.every((limit) => /^([1-9]|10)$/.test(limit));
    return isValid ? { status: 200, body: [] } : { status: 400, body: { token } };
  };
  return { respond, logins: () => left.size };
}

const AUTH = { session: { login: 'login', token: '/data/token' } };
const VALUES = { login: { user: 'demo', password: 'correct horse' } };

describe('auth with a login operation', () => {
  test('logs in once, and authenticates the operations that require it', async () => {
    const service = notes(Number.POSITIVE_INFINITY);
    const calls: Call[] = [];
    const target = await serveCalls(service.respond, calls);
    const report = await verifyDocument(DOCUMENT, target, { auth: AUTH, include: ['listNotes'] });
    expect([errorsOf(report), report.verdict, service.logins()]).toEqual([[], 'passed', 1]);
    expect(calls.filter(({ path }) => path === '/login')).toHaveLength(1);
  });

  test('logs in again when the token has expired, once for requests at the same time', async () => {
    const service = notes(20);
    const calls: Call[] = [];
    const options = { auth: AUTH, include: ['listNotes'], runs: 30, concurrency: 8 };
    const report = await verifyDocument(DOCUMENT, await serveCalls(service.respond, calls), options);
    expect([errorsOf(report), report.verdict]).toEqual([[], 'passed']);
    const accepted = calls.filter(({ path }) => path === '/notes').length;
    expect(service.logins()).toBeGreaterThan(3);
    expect(service.logins()).toBeLessThanOrEqual(Math.ceil(accepted / 20) + 1);
  });

  test('takes the token from a cookie, and sends it as one', async () => {
    const service = notes(20);
    const target = await serveCalls((call) => {
      const token = /(?:^|; )sid=([^;]*)/.exec(call.headers.cookie ?? '')?.[1];
      const { body, ...reply } = service.respond({ ...call, headers: { authorization: `Bearer ${token}` } });
      const issued = /"token":"(\w+)"/.exec(JSON.stringify(body))?.[1];
      if (call.path !== '/login' || reply.status !== 200) return { ...reply, body };
      return { ...reply, body: {}, headers: { 'set-cookie': `sid=${issued}; Path=/; HttpOnly` } };
    });
    const document = DOCUMENT.replace('type: http, scheme: bearer', 'type: apiKey, in: cookie, name: sid');
    const auth = { session: { login: 'login', token: '$response.cookie.sid' } };
    const report = await verifyDocument(document, target, { auth, runs: 30 });
    expect([errorsOf(report), report.verdict]).toEqual([[], 'passed']);
    expect(service.logins()).toBeGreaterThan(2);
  });

  test.each([
    ['values', { auth: AUTH, values: VALUES }, DOCUMENT.replace(/ +example: .*/, '')],
    ['the example of the document', { auth: AUTH }, DOCUMENT],
    ['its body', { auth: { session: { ...AUTH.session, body: VALUES.login } } }, DOCUMENT.replace(/ +example: .*/, '')],
  ])('verifies the login operation itself with %s', async (_, options, document) => {
    const service = notes(10);
    const target = await serveCalls(service.respond);
    const report = await verifyDocument(document, target, { ...options, suites: ['examples', 'generated'] });
    expect([errorsOf(report), report.operations.map(({ verified }) => verified)]).toEqual([[], [true, true]]);
  });

  test('never shows a token, wherever it is', async () => {
    const issued: string[] = [];
    const service = notes(3);
    const target = await serveCalls((call) => {
      const reply = service.respond(call);
      const text = JSON.stringify(reply.body ?? null);
      issued.push(...[...(/"token":"([0-9a-f]{24})"/.exec(text)?.slice(1) ?? [])]);
      return call.path === '/notes' && reply.status === 400 ? { ...reply, status: 500 } : reply;
    });
    const report = await verifyDocument(DOCUMENT, target, { auth: AUTH, values: VALUES });
    const shown = report.results.map(({ exchange }) =>
      JSON.stringify([
        exchange?.request.headers,
        exchange && 'status' in exchange.response ? Buffer.from(exchange.response.body).toString() : '',
      ]),
    );
    expect(report.findings.length).toBeGreaterThan(0);
    expect(new Set(issued).size).toBeGreaterThan(3);
    expect(issued.filter((token) => shown.some((text) => text.includes(token)))).toEqual([]);
  });

  test('ends the run if it fails', async () => {
    const target = await serveCalls(notes(1).respond);
    const wrong = { login: { user: 'demo', password: 'wrong password' } };
    await expect(verifyDocument(DOCUMENT, target, { auth: AUTH, values: wrong })).rejects.toThrow(
      'auth.session: login responded 401; give valid credentials in values.login',
    );
    const elsewhere = { session: { login: 'login', token: '/token' } };
    await expect(verifyDocument(DOCUMENT, target, { auth: elsewhere })).rejects.toThrow(
      'auth.session: the response of login has no token at /token',
    );
  });
});

test.each([
  ['a header', 'in: header, name: X-Key', (call: Call) => call.headers['x-key']],
  ['a cookie', 'in: cookie, name: key', (call: Call) => /key=([^;]+)/.exec(call.headers.cookie ?? '')?.[1]],
  ['the query', 'in: query, name: key', (call: Call) => call.query.get('key') ?? undefined],
])('a token in %s is renewed too, however short it is', async (_, place, keyOf) => {
  const document = DOCUMENT.replace('type: http, scheme: bearer', `type: apiKey, ${place}`);
  let [current, left, logins] = [0, 0, 0];
  const target = await serveCalls((call) => {
    if (call.path === '/login') {
      [current, left, logins] = [current + 1, 10, logins + 1];
      return { status: 200, body: { token: current } };
    }
    left--;
    if (keyOf(call) !== String(current) || left < 0) return { status: 401, body: {} };
    const limits = call.query.getAll('limit');
    const isValid = limits.length < 2 && limits.every((limit) => /^([1-9]|10)$/.test(limit));
    return isValid ? { status: 200, body: [] } : { status: 400, body: {} };
  });
  const auth = { session: { login: 'login', token: '/token' } };
  const report = await verifyDocument(document, target, { auth, include: ['listNotes'], concurrency: 1 });
  expect([errorsOf(report), report.verdict]).toEqual([[], 'passed']);
  expect(logins).toBeGreaterThan(2);
});

describe('auth by values', () => {
  test('puts each where its scheme has it, also one that the document does not declare', async () => {
    const calls: Call[] = [];
    const target = await serveCalls(() => ({ status: 200, body: [] }), calls);
    const auth = { session: 'abcdef', 'X-Tenant': { value: 'seven', header: 'X-Tenant', prefix: 't-' } };
    await verifyDocument(DOCUMENT, target, { auth, include: ['listNotes'] });
    expect(calls[0]?.headers).toMatchObject({ authorization: 'Bearer abcdef', 'x-tenant': 't-seven' });
    const keyed = DOCUMENT.replace('security: [{ session: [] }]', 'security: [{ other: [] }, { key: [] }]');
    calls.splice(0);
    await verifyDocument(keyed, target, { auth: { key: 'abcdef' }, include: ['listNotes'] });
    expect([calls[0]?.headers['x-key'], calls[0]?.headers.authorization]).toEqual(['abcdef', undefined]);
    calls.splice(0);
    const prefixed = { key: { value: 'abcdef', prefix: 'Key ' } };
    await verifyDocument(keyed, target, { auth: prefixed, include: ['listNotes'] });
    expect(calls[0]?.headers['x-key']).toBe('Key abcdef');
  });

  test.each([
    [{ sesion: 'x' }, 'auth: the document has no security scheme sesion. Did you mean session?'],
    [{ session: { login: 'logn', token: '/t' } }, 'auth.session.login: unknown operation logn. Did you mean login?'],
  ])('%j is rejected', async (auth, message) => {
    const target = await serveCalls(notes(1).respond);
    await expect(verifyDocument(DOCUMENT, target, { auth })).rejects.toThrow(message);
  });

  test.each([
    ['a: 5', '1:1: auth.a must be a string or a map of value, env'],
    ['a: { valu: x }', '1:6: unknown property valu in auth.a. Did you mean value?'],
    ['a: { header: X }', '1:1: auth.a needs one of value, env and login'],
    ['a: { env: NOWHERE }', '1:6: auth.a needs the environment variable NOWHERE, which is not set or empty'],
    ['a: { login: x }', '1:1: auth.a needs token: where the response of its login has the token'],
    ['a: { login: x, token: token }', '1:16: auth.a must have a JSON Pointer in the response as token'],
  ])('%s is rejected with its line', (text, message) => {
    const { root } = parseSource(Buffer.from(text), 'contract.yaml');
    if (!isObject(root)) throw new Error('not a map');
    expect(() => readAuth(root, {})).toThrow(`contract.yaml:${message}`);
  });
});
