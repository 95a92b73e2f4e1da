import { describe, expect, test } from 'vitest';
import { startMock, verify } from '../../../../harness/index.ts';
import { type BasketFaults, basketsApp, basketsDocument } from './baskets-service.ts';
import { findingsOnMock } from './on-mock.ts';

const spec = basketsDocument;

async function runOf(faults: BasketFaults, suite = 'stateful') {
  const options = { suites: [suite], consistency: 0, runs: 2, seed: 1 } as const;
  const { findings, operations } = await verify({ spec, app: basketsApp(faults), ...options });
  return {
    checks: [...new Set(findings.map(({ check }) => check))],
    unverified: operations.filter(({ verified }) => !verified).map(({ id }) => id),
  };
}

describe('a purchase of a basket with something in it that is in stock', () => {
  test('is made without configuration, and everything else is verified', async () => {
    expect(await runOf({})).toEqual({ checks: [], unverified: [] });
  });

  test('is made on the mock', async () => {
    expect(await findingsOnMock(spec)).toEqual([]);
  });

  test('is rejected by the mock while nothing is in the basket, and has its lines then', async () => {
    const mock = await startMock({ spec, port: 0 });
    const send = async (method: string, path: string, body?: object) => {
      const init = { method, headers: { 'content-type': 'application/json' }, body: body && JSON.stringify(body) };
      const response = await fetch(`${mock.url}${path}`, init as RequestInit);
      const shown: unknown = await response.json();
      return {
        status: response.status,
        body: shown as { id: number; stock: number; lines: unknown; articles: unknown },
      };
    };
    try {
      const { body: article } = await send('POST', '/articles', { label: 'Lamp', price: 20 });
      const { body: basket } = await send('POST', '/baskets');
      expect((await send('POST', '/purchases', { basketId: basket.id })).status).toBe(409);
      await send('PUT', `/baskets/${basket.id}/articles/${article.id}`, { quantity: 2 });
      const { status, body } = await send('POST', '/purchases', { basketId: basket.id });
      expect(status).toBe(201);
      expect(body.lines).toMatchObject([{ articleId: article.id, quantity: 2 }]);
      expect((await send('GET', `/articles/${article.id}`)).body.stock).toBe(article.stock - 2);
      expect((await send('GET', `/baskets/${basket.id}`)).body.articles).toEqual([]);
      expect((await send('POST', '/purchases', { basketId: basket.id })).status).toBe(409);
    } finally {
      await mock.close();
    }
  });

  test('is made in the generated suite, too', async () => {
    expect(await runOf({}, 'generated')).toEqual({ checks: [], unverified: [] });
  });
});

describe('what is put into a basket by a PUT alone', () => {
  test.each<[string, BasketFaults, string]>([
    [
      'is not added to',
      { set: (lines, id, quantity) => lines.set(id, (lines.get(id) ?? 0) + quantity) },
      'created-is-listed',
    ],
    [
      'is set a second time',
      { set: (lines, id, quantity) => lines.set(id, lines.get(id) ?? quantity) },
      'created-is-listed',
    ],
    [
      'is beside the others',
      {
        set: (lines, id, quantity) => {
          lines.clear();
          lines.set(id, quantity);
        },
      },
      'created-is-listed',
    ],
    ['is taken out', { remove: () => {} }, 'delete-removes'],
    ['is taken out alone', { remove: (lines) => lines.clear() }, 'created-is-listed'],
  ])('%s', async (_, faults, check) => {
    expect(await runOf(faults)).toEqual({ checks: [check], unverified: [] });
  });
});

describe('numbers add up as the document says in words', () => {
  test.each<[string, BasketFaults]>([
    [
      'unitPrice times quantity',
      { amount: ({ unitPrice, quantity }) => unitPrice * (quantity > 2 ? quantity - 1 : 1) },
    ],
    ['Sum of all amounts', { subtotal: ([line]) => line?.amount ?? 0 }],
    ['subtotal minus rebate', { total: (subtotal) => subtotal }],
  ])('%s', async (text, faults) => {
    const { findings } = await verify({ spec, app: basketsApp(faults), suites: ['stateful'], consistency: 0, seed: 1 });
    expect(findings.map(({ message }) => message).join('\n')).toContain(`is not what the document says: ${text}`);
  });
});

describe('what is delivered', () => {
  test.each<[string, BasketFaults, string]>([
    ['is added to the stock', { deliver: (_, pieces) => Math.max(0, pieces) }, 'action-is-visible'],
    [
      'does not take more than there is',
      { isShort: () => false, deliver: (stock, pieces) => Math.max(0, stock + pieces) },
      'conflict-is-rejected',
    ],
    [
      'changes nothing if it would',
      {
        isShort: (article) => {
          article.stock = 0;
          return true;
        },
      },
      'rejected-changes-nothing',
    ],
  ])('%s', async (_, faults, check) => {
    expect(await runOf(faults)).toEqual({ checks: [check], unverified: [] });
  });
});

describe('what a purchase does to its basket and to what is in it', () => {
  test.each<[string, BasketFaults]>([
    ['takes nothing from the stock', { sell: (stock) => stock }],
    ['takes one from the stock', { sell: (stock) => stock - 1 }],
    ['leaves the basket as it is', { empty: () => {} }],
    [
      'leaves the last line in the basket',
      {
        empty: (lines) => {
          for (const id of [...lines.keys()].slice(1)) lines.delete(id);
        },
      },
    ],
  ])('%s', async (_, faults) => {
    expect(await runOf(faults)).toEqual({ checks: ['action-is-visible'], unverified: [] });
  });
});
