import { describe, expect, test } from 'vitest';
import {
  pullWithDeadline,
  RepeatedSteps,
  runWithDeadline,
  TIMED_OUT,
  timeoutCount,
} from '../../../harness/core/util/deadline.ts';

function spin(): never {
  for (;;);
}

describe('work with a deadline', () => {
  test('gives its result', () => expect(runWithDeadline(1000, () => [1])).toEqual([1]));

  test('throws what it throws', () => {
    expect(() =>
      runWithDeadline(1000, () => {
        throw new TypeError('own');
      }),
    ).toThrow(TypeError);
  });

  test('ends in an endless loop', () => expect(runWithDeadline(20, spin)).toBe(TIMED_OUT));

  test('ends in a regular expression without end', () => {
    expect(runWithDeadline(20, () => /^(a+)+$/.test(`${'a'.repeat(60)}!`))).toBe(TIMED_OUT);
  });

  test('may hold other work with a shorter or a longer deadline', () => {
    expect(runWithDeadline(5000, () => [runWithDeadline(20, spin), 'goes on'])).toEqual([TIMED_OUT, 'goes on']);
    expect(runWithDeadline(20, () => runWithDeadline(5000, spin))).toBe(TIMED_OUT);
    expect(runWithDeadline(1000, () => 'afterwards')).toBe('afterwards');
  });
});

describe('repeated steps', () => {
  test('give their results, also when they were quick before', () => {
    const steps = new RepeatedSteps<string>();
    expect([1, 2, 3].map((value) => steps.run('key', () => value))).toEqual([1, 2, 3]);
  });

  test('are not tried again after one took too long, and those of another key are', () => {
    const steps = new RepeatedSteps<string>(20);
    expect(steps.run('slow', spin)).toBe(TIMED_OUT);
    const before = timeoutCount();
    expect(steps.run('slow', () => 'now')).toBe(TIMED_OUT);
    expect(timeoutCount()).toBe(before + 1);
    expect(steps.run('other', () => 'now')).toBe('now');
  });
});

describe('items with a deadline', () => {
  test('come in their order, all of them', () => {
    const items = Array.from({ length: 1000 }, (_, index) => index);
    expect([...pullWithDeadline(items, () => {})]).toEqual(items);
  });

  test('end at one that takes too long, and those before it are given', () => {
    let timeouts = 0;
    function* source(): Generator<string> {
      yield 'first';
      yield 'second';
      yield spin();
    }
    expect([...pullWithDeadline(source(), () => timeouts++)]).toEqual(['first', 'second']);
    expect(timeouts).toBe(1);
  });
});
