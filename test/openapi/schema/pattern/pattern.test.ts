import { setImmediate } from 'node:timers/promises';
import { assert, constantFrom, oneof, property, string, stringMatching, tuple } from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { compilePattern, type PatternResult } from '../../../../harness/openapi/schema/pattern/pattern.ts';
import { ProcessorTime } from '../../../processor-time.ts';

const ORDINARY = [
  '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  '^(?:[a-z]+\\.)*[a-z]+$',
  '^\\d{4}-\\d{2}-\\d{2}$',
  '^[^@\\s]+@[^@\\s]+\\.[^@\\s]{2,}$',
  '^(?=.*[A-Z])(?=.*\\d).{8,}$',
  '^\\+?[1-9]\\d{1,14}$',
  '^(GET|POST|PUT)$',
  '[aeiou]{2}',
  '^#(?:[0-9a-fA-F]{3}){1,2}$',
  '^\\p{Lu}\\p{L}*(?: \\p{L}+)*$',
  '^(\\w+)\\s\\1$',
  '^v?(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-z-][0-9a-z-]*)(?:\\.(?:0|[1-9]\\d*))*))?$',
  '\\bword\\b',
  '^[^]*$',
  '^.+$',
  '^\\-+$',
  '(?<!a)b+',
];

/** As long as evaluating may take: the deadline, and some more on a machine that is busy with other tests. */
const SOON_MS = 3000;

function natively(source: string, text: string): boolean {
  try {
    return new RegExp(source, 'u').test(text);
  } catch {
    return new RegExp(source).test(text);
  }
}

function timed(source: string, text: string): { result: PatternResult | undefined; elapsedMs: number } {
  const time = new ProcessorTime();
  const result = compilePattern(source)?.test(text);
  return { result, elapsedMs: time.ms };
}

describe('an ordinary pattern', () => {
  const texts = oneof(
    string({ unit: 'binary', maxLength: 30 }),
    string({
      unit: constantFrom('a', 'b', 'A', '1', '-', '.', '@', ' ', '\n', '\u2028', '\ufeff', 'é', '😀', '\ud800'),
      maxLength: 12,
    }),
  );

  test('matches what RegExp matches', () => {
    assert(
      property(
        constantFrom(...ORDINARY),
        texts,
        (source, text) => compilePattern(source)?.test(text) === natively(source, text),
      ),
      { numRuns: 800, seed: 1 },
    );
  });

  test('matches what it was written for', () => {
    const matching = ORDINARY.filter((source) => !/\(\?[<=!]|\\[b1]|\[\^\]/.test(source)).map((source) =>
      tuple(constantFrom(source), stringMatching(new RegExp(source, source.includes('\\-+') ? '' : 'u'))),
    );
    assert(
      property(oneof(...matching), ([source, text]) => compilePattern(source)?.test(text) === natively(source, text)),
      {
        numRuns: 400,
        seed: 1,
      },
    );
  });
});

describe('a pattern that leads V8 astray', () => {
  // Patterns share the time of a turn of the event loop.
  beforeEach(() => setImmediate());

  const long = 'a'.repeat(50_000);

  test.each([
    ['^(a+)+$', `${long}!`, false],
    ['^(a+)+$', long, true],
    ['(a|aa)+$', `${long}!`, false],
    ['(a|aa)+$', `!${long}`, true],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', long, false],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', `${long}Bc`, true],
    ['(x+x+)+y', 'x'.repeat(50_000), false],
    ['^(.*a){20}$', `${long}!`, false],
    ['\\s+$', `${' '.repeat(50_000)}!`, false],
    ['(a?){30}a{30}$', 'a'.repeat(29), false],
    ['^(\\p{L}+)+$', `${'é'.repeat(50_000)}!`, false],
  ])('%s is evaluated in linear time', (source, text, matches) => {
    const { result, elapsedMs } = timed(source, text);
    expect(result).toBe(matches);
    expect(elapsedMs).toBeLessThan(SOON_MS);
  });

  test.each([
    ['^(?=(a+)+$)', `${long}!`, 'not-evaluated'],
    ['^(a+)+\\1$', `${long}!`, 'not-evaluated'],
    ['^(a|a)*\\1!b$', `${long}!`, 'not-evaluated'],
    ['(?<=(a+)+)b$', `${long}!`, false],
  ] as const)('%s, with a lookaround or a back-reference, ends within its deadline', (source, text, expected) => {
    const { result, elapsedMs } = timed(source, text);
    expect(result).toBe(expected);
    expect(elapsedMs).toBeLessThan(SOON_MS);
  });

  test('that passed its deadline a few times is given up', () => {
    const pattern = compilePattern('^(?=(a+)+$)');
    const time = new ProcessorTime();
    const results = Array.from({ length: 200 }, () => pattern?.test(`${'a'.repeat(60)}!`));
    expect(new Set(results)).toEqual(new Set(['not-evaluated']));
    expect(time.ms).toBeLessThan(2000);
  });

  test('costs about a second of processor time in all, however its texts shorten', () => {
    const pattern = compilePattern('^(?=(a|a)+$)(?:)');
    const start = process.cpuUsage();
    for (let length = 4000; length >= 40; length = Math.floor(length * 0.8))
      for (let count = 0; count < 3; count++) expect(pattern?.test(`${'a'.repeat(length)}!`)).toBe('not-evaluated');
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1e6).toBeLessThan(1.5);
  });
});

describe('a pattern of a size that stacks cannot hold', () => {
  test.each([
    ['20,000 groups in each other', `${'('.repeat(20_000)}a${')'.repeat(20_000)}`],
    ['groups behind escaped parentheses', `${'(\\)'.repeat(5000)}a${')'.repeat(5000)}`],
    ['groups behind parentheses in classes', `${'([)]'.repeat(2000)}a${')'.repeat(2000)}`],
    ['100,000 optional characters', 'a?'.repeat(50_000)],
  ])('%s: is not evaluated', (_, source) => {
    expect(timed(source, 'a').result).toBe('not-evaluated');
  });

  test('counts within counts are no reason to wait', () => {
    for (const source of [
      '^(((a{1000}){1000}){1000})$',
      '^a{1000000000}$',
      '^((a?){1000}){1000}$',
      `^${'a{1000}'.repeat(1400)}$`,
    ])
      expect(timed(source, 'a'.repeat(50_000)).elapsedMs).toBeLessThan(SOON_MS);
  });
});

test('what is not a regular expression has no pattern', () => {
  expect(compilePattern('(')).toBeUndefined();
});
