import { describe, expect, test } from 'vitest';
import { formatOptionsHelp, type OptionTable, parseOptions } from '../../harness/cli/options/options.ts';
import { UsageError } from '../../harness/core/errors.ts';

const table: OptionTable = {
  target: { type: 'string', short: 't', value: 'URL', help: 'where to' },
  header: { type: 'string', multiple: true, short: 'H', help: 'what to send' },
  timeout: { type: 'string', value: 'TIME', help: 'how long' },
  runs: { type: 'string', help: 'how many' },
  quiet: { type: 'boolean', short: 'q', help: 'say less' },
};

const read = (...args: string[]) => parseOptions(args, table);

describe('arguments', () => {
  test('are read in every notation', () => {
    const args = read('--target', 'http://a', 'one', '--header=a: b=c', '-H', 'd', '-q', '--', '--two');
    expect(args.string('target')).toBe('http://a');
    expect(args.strings('header')).toEqual(['a: b=c', 'd']);
    expect(args.flag('quiet')).toBe(true);
    expect(args.positionals).toEqual(['one', '--two']);
  });

  test('that were not given are undefined', () => {
    const args = read();
    expect([args.string('target'), args.strings('header'), args.count('runs'), args.duration('timeout')]).toEqual(
      Array(4).fill(undefined),
    );
    expect(args.flag('quiet')).toBe(false);
  });

  test.each([
    ['500ms', 500],
    ['30s', 30_000],
    ['1.5s', 1500],
    ['2m', 120_000],
    ['250', 250],
    ['0', 0],
  ])('give times: %s is %i ms', (text, ms) => {
    expect(read('--timeout', text).duration('timeout')).toBe(ms);
  });

  test.each(['', 's', '1h', '-1s', '1 s', '1e3', 'soon'])('reject %j as a time', (text) => {
    expect(() => read(`--timeout=${text}`).duration('timeout')).toThrow(UsageError);
  });

  test.each([
    ['7', 7],
    ['0', 0],
    ['007', 7],
  ])('give whole numbers: %s', (text, count) => {
    expect(read('--runs', text).count('runs')).toBe(count);
  });

  test.each(['-1', '1.5', 'x', '1e3', '0x1', ' 1', '9'.repeat(400)])('reject %j as an integer', (text) => {
    expect(() => read(`--runs=${text}`).count('runs')).toThrow(/--runs takes an integer, not/);
  });
});

describe('what cannot be read is rejected in one line that says what to do', () => {
  test.each<[string[], RegExp]>([
    [['--targt', 'x'], /^Unknown option --targt. Did you mean --target\? --help lists all options.$/],
    [['--base-url', 'x'], /^Unknown option --base-url. Did you mean --target\?/],
    [['--zzzzzzzz'], /^Unknown option --zzzzzzzz. Options: --target/],
    [['-x'], /^Unknown option -x. Options:/],
    [['--constructor'], /^Unknown option --constructor\./],
    [['--target'], /^--target needs a value: --target URL$/],
    [['--target='], /^--target needs a value/],
    [['-t'], /^-t needs a value: -t URL$/],
    [['--target', '--quiet'], /^--target needs a value/],
    [['--quiet=yes'], /^--quiet takes no value$/],
  ])('%j', (args, message) => {
    expect(() => read(...args)).toThrow(UsageError);
    expect(() => read(...args)).toThrow(message);
  });
});

test('the help has one line an option, in two columns', () => {
  expect(formatOptionsHelp(table).split('\n')).toEqual([
    '  -t, --target URL  where to',
    '  -H, --header      what to send',
    '  --timeout TIME    how long',
    '  --runs            how many',
    '  -q, --quiet       say less',
  ]);
});
