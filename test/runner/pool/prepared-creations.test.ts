import { expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...json(schema) });
const error = { description: 'error' };
const errors = { 400: error, 404: error, 409: error, 415: error, 422: error };
const object = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) });
const body = (properties: object) => ({ required: true, ...json(object(properties)) });
const parameter = (place: string, name: string, schema: object) => ({ in: place, name, required: true, schema });
const ID = parameter('path', 'id', { type: 'integer', minimum: 1, maximum: 999_999 });
const set = { type: 'integer', readOnly: true };
const text = { type: 'string', minLength: 1, maxLength: 40 };
const amount = { type: 'integer', minimum: 1, maximum: 1000 };
const wallet = object({ id: set, owner: text, balance: set });
const sent = { walletId: { type: 'integer', minimum: 1 }, amount, memo: text };
const key = parameter('header', 'Idempotency-Key', { type: 'string', minLength: 1, maxLength: 60 });

/** Wallets, of which money is paid that was put in; each payment has a key of its own. */
const spec = {
  openapi: '3.1.0',
  info: { title: 'wallets', version: '1' },
  paths: {
    '/wallets': {
      post: { operationId: 'open', requestBody: body({ owner: text }), responses: { 201: ok(wallet), ...errors } },
    },
    '/wallets/{id}': {
      parameters: [ID],
      get: { operationId: 'readWallet', responses: { 200: ok(wallet), 404: error } },
    },
    '/wallets/{id}/top-ups': {
      parameters: [ID],
      post: {
        operationId: 'topUp',
        requestBody: body({ amount }),
        responses: { 201: ok(object({ id: set })), ...errors },
      },
    },
    '/payments': {
      parameters: [key],
      post: {
        operationId: 'pay',
        description: '409 on insufficient funds, or if the key was used with another body.',
        requestBody: body(sent),
        responses: { 201: ok(object({ id: set, ...sent })), ...errors },
      },
    },
    '/payments/{id}': {
      parameters: [ID],
      get: { operationId: 'readPayment', responses: { 200: ok(object({ id: set, ...sent })), 404: error } },
    },
  },
};

interface Habits {
  /** What a payment stores of what it was sent. */
  readonly stored: (sent: Record<string, unknown>) => object;
  /** What of the amount is in the wallet after a top-up. */
  readonly toppedUp: (amount: number) => number;
}

function walletsApp({ stored, toppedUp }: Habits) {
  const wallets = new Map<number, { id: number; owner: string; balance: number }>();
  const payments = new Map<number, object>();
  const keys = new Map<string, string>();
  let last = 0;
  return async (request: Request): Promise<Response> => {
    const [, name = '', id = '', below] = new URL(request.url).pathname.split('/');
    const status = (code: number) => new Response(null, { status: code });
    const created = (record: object) => Response.json(record, { status: 201 });
    const found = (name === 'wallets' ? wallets : payments).get(Number(id));
    if (id !== '' && !found) return status(404);
    if (request.method !== 'POST') return Response.json(found);
    const text = await request.text();
    let fields: Record<string, unknown>;
    try {
      fields = Object(JSON.parse(text));
    } catch {
      return status(400);
    }
    const { owner, amount, walletId, memo } = fields;
    const isAmount = Number.isInteger(amount) && Number(amount) >= 1 && Number(amount) <= 1000;
    const isText = (value: unknown) => typeof value === 'string' && value.length >= 1 && value.length <= 40;
    const own = { id: ++last };
    if (name === 'wallets' && id === '') {
      if (!isText(owner)) return status(422);
      wallets.set(own.id, { ...own, owner: String(owner), balance: 0 });
      return created(wallets.get(own.id) ?? own);
    }
    const wallet = wallets.get(Number(below ? id : walletId));
    if (!isAmount || (!below && !isText(memo))) return status(422);
    if (!wallet) return status(404);
    if (below) {
      wallet.balance += toppedUp(Number(amount));
      return created(own);
    }
    const used = request.headers.get('idempotency-key') ?? '';
    if (used === '' || used.length > 60) return status(400);
    if ((keys.get(used) ?? text) !== text || wallet.balance < Number(amount)) return status(409);
    keys.set(used, text);
    wallet.balance -= Number(amount);
    payments.set(own.id, { ...stored({ walletId, amount, memo }), ...own });
    return created({ walletId, amount, memo, ...own });
  };
}

const healthy: Habits = { stored: (sent) => sent, toppedUp: (amount) => amount };

test('what needs money is verified once some was put in', async () => {
  const { operations } = await verify({ spec, app: walletsApp(healthy), suites: ['generated'], seed: 1, runs: 4 });
  expect(operations.filter(({ verified }) => !verified)).toEqual([]);
  expect(operations.find(({ id }) => id === 'pay')?.accepted).toBeGreaterThan(15);
});

const stateful = async (habits: Habits) => {
  const options = { suites: ['stateful'], consistency: 0, runs: 2 } as const;
  const { findings, operations } = await verify({ spec, app: walletsApp(habits), ...options });
  const accepted = operations.find(({ id }) => id === 'pay')?.accepted;
  return { accepted, checks: findings.map(({ operation, check }) => `${operation} ${check}`) };
};

test('sequences put money in, too', async () => {
  const { accepted, checks: none } = await stateful(healthy);
  expect(none).toEqual([]);
  expect(accepted).toBeGreaterThan(5);
  const { checks } = await stateful({ ...healthy, stored: (sent) => ({ ...sent, memo: 'paid' }) });
  expect(checks).toEqual(['pay created-is-readable']);
});

test('what is rejected whatever is done before is no finding', async () => {
  expect(await stateful({ ...healthy, toppedUp: () => 0 })).toEqual({ accepted: 0, checks: [] });
});
