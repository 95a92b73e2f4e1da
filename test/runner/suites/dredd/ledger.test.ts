import { describe, expect, test } from 'vitest';
import { ResultLedger } from '../../../../harness/runner/suites/dredd/client.ts';
import type { DreddResult, DreddStats } from '../../../../harness/runner/suites/dredd/worker/messages.ts';
import { transaction } from './service.ts';

const result = (id: string): DreddResult => ({ id, status: 'pass', errors: [], durationMs: 1 });
const stats = (tests: number): DreddStats => ({ tests, passes: tests, failures: 0, errors: 0, skipped: 0 });

describe('planned and executed transactions are compared', () => {
  test('all that were planned and no other is right', () => {
    const ledger = new ResultLedger([transaction('a'), transaction('b')]);
    ledger.add(result('a'));
    ledger.add(result('b'));
    expect(() => ledger.close(stats(2))).not.toThrow();
  });

  test('those that were not run are named', () => {
    const ledger = new ResultLedger([transaction('a'), transaction('b'), transaction('c')]);
    ledger.add(result('b'));
    expect(() => ledger.close(stats(3))).toThrow('Dredd did not run 2 of 3 transactions: "name of a", "name of c"');
  });

  test('another count of Dredd itself is an error', () => {
    const ledger = new ResultLedger([transaction('a')]);
    ledger.add(result('a'));
    expect(() => ledger.close(stats(0))).toThrow('Dredd counts 0 tests for 1 transaction');
  });

  test.each([['z'], ['a']])('a result that was not asked for, or a second one, is an error: %s', (id) => {
    const ledger = new ResultLedger([transaction('a')]);
    ledger.add(result('a'));
    expect(() => ledger.add(result(id))).toThrow(`Dredd gave a result that was not asked for: "${id}"`);
  });

  test('nothing planned, or one id twice, is rejected', () => {
    expect(() => new ResultLedger([])).toThrow('There is no transaction for Dredd to run');
    expect(() => new ResultLedger([transaction('a'), transaction('a')])).toThrow(
      'Two transactions for Dredd have the id "a"',
    );
  });
});
