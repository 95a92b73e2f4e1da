import { describe, expect, test } from 'vitest';
import { groupFindings } from '../../../harness/report/aggregate/finding-groups.ts';
import { CLAUSES, failed, finding, kept, taken } from './outcomes.ts';

describe('the same failure', () => {
  test('is one entry, with a count, the smallest request and its message', () => {
    const results = [30, 10, 20].map((size) => failed(size, finding(kept, { message: `with ${size}` })));
    const [group, ...others] = groupFindings(results);
    expect(others).toEqual([]);
    expect(group).toMatchObject({
      key: 'lend response-schema kept',
      count: 3,
      message: 'with 10',
      exchange: { request: { body: Buffer.alloc(10) } },
    });
    expect(group?.cases[0]).toBe(results[1]?.case);
  });

  test('at several places of one response counts once', () => {
    const [group] = groupFindings([failed(1, finding(kept), finding(kept)), failed(2, finding(kept), finding(kept))]);
    expect([group?.count, group?.cases.length]).toEqual([2, 2]);
  });

  test('shows five cases and no more, and every suite', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      ...failed(index, finding(kept)),
      suite: index % 2 ? 'a' : 'b',
    }));
    const [group] = groupFindings(many);
    expect([group?.count, group?.cases.length, group?.suites]).toEqual([40, 5, ['b', 'a']]);
  });

  test.each([
    [1, 2],
    [2, 1],
  ])('is an error where it is one even once (requests of %i and %i bytes)', (warned, broken) => {
    const [group] = groupFindings([
      failed(warned, finding(kept, { severity: 'warning', message: 'warning' })),
      failed(broken, finding(kept, { message: 'error' })),
      failed(warned, finding(kept, { severity: 'warning', message: 'warning' })),
    ]);
    expect(group).toMatchObject({ severity: 'error', message: 'error', count: 3 });
    expect(group?.exchange?.request.body).toHaveLength(broken);
  });

  test('of another check, clause or operation is another entry', () => {
    const keys = groupFindings([
      failed(1, finding(kept), finding(taken), finding(kept, { check: 'lossless-values' })),
      { ...failed(1, finding(kept)), operation: 'takeBack' },
    ]).map(({ key }) => key);
    expect(new Set(keys).size).toBe(4);
  });

  test('come before warnings, and in order of the document', () => {
    const groups = groupFindings([
      failed(1, finding(CLAUSES[2] ?? kept), finding(kept), finding(taken, { severity: 'warning' })),
    ]);
    expect(groups.map(({ clause: { id } }) => id)).toEqual(['kept', 'failed', 'taken']);
  });
});
