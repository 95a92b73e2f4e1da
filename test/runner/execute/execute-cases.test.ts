import { describe, expect, test } from 'vitest';
import type { Case } from '../../../harness/core/model.ts';
import { executeCases } from '../../../harness/runner/execute/execute-cases.ts';
import { createResponse } from '../../checks/exchanges.ts';
import { all, context, fault, inTurn, rejected, Scripted, taken, turtle } from '../helpers.ts';

const cases = (count: number): Case[] =>
  Array.from({ length: count }, (_, index) => turtle('any', { id: `case ${index}` }));

test('every case is sent once, and so many at once and no more', async () => {
  let under = 0;
  let most = 0;
  const service = new Scripted(async () => {
    most = Math.max(most, ++under);
    await new Promise((resolve) => setImmediate(resolve));
    under--;
    return createResponse(taken);
  });
  const results = await all(executeCases(context(service, { concurrency: 3 }), 'test', cases(20)));
  expect(new Set(results.map((result) => result.case)).size).toBe(20);
  expect([service.received.length, most]).toEqual([20, 3]);
});

test('an outcome comes as soon as it is there: a slow response holds up no other', async () => {
  let release = () => {};
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const service = new Scripted(async (_, turn) => {
    if (turn === 1) await slow;
    return createResponse(taken);
  });
  const order: string[] = [];
  for await (const { case: id } of executeCases(context(service, { concurrency: 2 }), 'test', cases(4))) {
    order.push(id);
    if (order.length === 3) release();
  }
  expect(order.at(-1)).toBe('createTurtle: case 0');
});

test('cases are made as they are needed, and those of other shards are passed over', async () => {
  let made = 0;
  function* endless(): Generator<Case> {
    for (;;) yield turtle('any', { id: `case ${made++}` });
  }
  const service = inTurn(taken);
  const reading = executeCases(context(service, { isSelected: (id) => /[05]$/.test(id) }), 'test', endless());
  for await (const { case: id } of reading) {
    expect(id).toMatch(/[05]$/);
    if (service.received.length > 10) break;
  }
  expect(made).toBeLessThan(100);
});

describe('what is left out is said, with why', () => {
  test('beyond --max-time', async () => {
    const skipped: string[] = [];
    const service = inTurn(taken);
    const results = await all(
      executeCases(context(service, { deadline: performance.now() - 1 }, skipped), 'test', cases(5)),
    );
    expect([results, service.received, skipped]).toEqual([[], [], ['5 requests were not sent: --max-time reached']]);
  });

  test('of any number of cases, without making them all', async () => {
    function* endless() {
      for (;;) yield* cases(100);
    }
    const skipped: string[] = [];
    await all(executeCases(context(inTurn(taken), { deadline: performance.now() - 1 }, skipped), 'test', endless()));
    expect(skipped).toEqual([expect.stringMatching(/^at least \d+ requests were not sent: --max-time reached$/)]);
  });

  test('after the run was stopped', async () => {
    const [controller, skipped] = [new AbortController(), [] as string[]];
    const service = new Scripted((_, turn) => {
      if (turn === 2) controller.abort();
      return createResponse(taken);
    });
    const given = context(service, { signal: controller.signal, concurrency: 1 }, skipped);
    expect(await all(executeCases(given, 'test', cases(10)))).toHaveLength(2);
    expect(skipped).toEqual(['8 requests were not sent: the run was stopped']);
  });

  test('after the run was stopped, without making cases for ever only to count them', async () => {
    const skipped: string[] = [];
    const given = context(inTurn(taken), { signal: AbortSignal.abort() }, skipped);
    function* endless(): Generator<Case> {
      for (;;) yield* cases(5);
    }
    expect(await all(executeCases(given, 'test', endless()))).toEqual([]);
    expect(skipped).toEqual([expect.stringMatching(/^at least \d+ requests were not sent: the run was stopped$/)]);
  });

  /** Waited for so shortly that each is a wait of its own. */
  const timeout = { ...fault('timeout'), durationMs: 1e-6 };

  test('of an operation that does not respond in time, twice in a row', async () => {
    const skipped: string[] = [];
    const service = new Scripted(() => timeout);
    const results = await all(executeCases(context(service, { concurrency: 1 }, skipped), 'test', cases(30)));
    expect([results.length, results.every(({ status }) => status === 'fail')]).toEqual([2, true]);
    expect(skipped).toEqual(['28 requests were not sent: 2 consecutive timeouts on createTurtle']);
  });

  test('but not if every second request gets a response', async () => {
    const skipped: string[] = [];
    const service = new Scripted((_, turn) => (turn % 2 === 0 ? createResponse(taken) : timeout));
    expect(await all(executeCases(context(service, { concurrency: 1 }, skipped), 'test', cases(10)))).toHaveLength(10);
    expect(skipped).toEqual([]);
  });

  test('and is given up after six timeouts, even if it responds in between', async () => {
    const skipped: string[] = [];
    // The first is sent again alone.
    const service = new Scripted((_, turn) => (turn > 2 && turn % 2 === 1 ? createResponse(taken) : timeout));
    expect(await all(executeCases(context(service, { concurrency: 1 }, skipped), 'test', cases(40)))).toHaveLength(11);
    expect(skipped).toEqual([expect.stringMatching(/^29 requests were not sent: 6 timeouts on createTurtle/)]);
  });

  test('of an operation that puts every request off, eight times in a row', async () => {
    const skipped: string[] = [];
    const service = inTurn(rejected(429, ['retry-after', '0']));
    expect(await all(executeCases(context(service, { concurrency: 1 }, skipped), 'test', cases(30)))).toHaveLength(8);
    expect(skipped).toEqual([
      expect.stringMatching(/^22 requests were not sent: rate limited: 8 consecutive requests to createTurtle/),
    ]);
  });

  test('once the service is gone', async () => {
    const skipped: string[] = [];
    const service = new Scripted((_, turn) => (turn < 3 ? createResponse(taken) : fault('connect')));
    service.gone = 'ECONNREFUSED';
    const results = await all(executeCases(context(service, { concurrency: 1 }, skipped), 'test', cases(20)));
    expect(results.map(({ status }) => status)).toEqual(['pass', 'pass', 'fail']);
    expect(skipped).toEqual([expect.stringMatching(/^17 requests were not sent: the service no longer listens/)]);
  });
});

describe('a rejection for want of credentials', () => {
  const accepting = (id: string) => turtle('accept', { id });

  test('comes last, and fails where another request was accepted', async () => {
    const service = new Scripted((_, turn) => createResponse(turn === 1 ? rejected(401) : taken));
    const results = await all(
      executeCases(context(service, { concurrency: 1 }), 'test', ['a', 'b', 'c'].map(accepting)),
    );
    expect(results.map(({ case: id, status }) => [id.at(-1), status])).toEqual([
      ['b', 'pass'],
      ['c', 'pass'],
      ['a', 'fail'],
    ]);
  });

  test('proves nothing where none was', async () => {
    const results = await all(executeCases(context(inTurn(rejected(401))), 'test', ['a', 'b'].map(accepting)));
    expect(results.map(({ status }) => status)).toEqual(['skip', 'skip']);
  });
});
