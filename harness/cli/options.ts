import { parseArgs } from 'node:util';
import { didYouMean, UsageError } from '../core/errors.ts';
import type { JsonObject } from '../core/model.ts';

/** One option of a command, on the command line and, unless `setting` is false, in the settings file. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly short?: string;
  /** What stands for its value in the help, e.g. `FILE`. */
  readonly value?: string;
  readonly help: string;
  /** What stands between name and value; the settings file has a map instead. */
  readonly pairs?: ': ' | '=';
  /** Its only values; of pairs, the values behind the name. */
  readonly choices?: readonly string[];
  /** Of pairs, the only names. */
  readonly names?: readonly string[];
  /** Its value, of pairs the value behind the name, is a path: in the settings file, below that file's folder. */
  readonly path?: boolean;
  /** In the settings file, `${NAME}` stands for a variable of the environment. */
  readonly fromEnvironment?: boolean;
  /** False where it has no place in the settings file. */
  readonly setting?: false;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

/** A value, and where it was given, for messages: `--timeout`, or `contract.yaml:3:1: timeout`. */
export interface OptionValue {
  readonly text: string;
  readonly from: string;
  /** Values of environment variables that the text contains. */
  readonly variables?: readonly string[];
}

/** What was given on the command line, or in the settings file. */
export class ParsedOptions {
  private readonly values: ReadonlyMap<string, readonly OptionValue[]>;
  private readonly sections: ReadonlyMap<string, JsonObject>;
  readonly positionals: readonly string[];

  constructor(
    given: ReadonlyMap<string, readonly OptionValue[]>,
    positionals: readonly string[] = [],
    sections: ReadonlyMap<string, JsonObject> = new Map(),
  ) {
    this.values = given;
    this.positionals = positionals;
    this.sections = sections;
  }

  /** These, and of `base` what these leave open; pairs are joined, these last. */
  withDefaults(base: ParsedOptions, table: OptionTable): ParsedOptions {
    const joined = new Map([...base.values, ...this.values]);
    for (const [name, values] of base.values)
      if (table[name]?.pairs) joined.set(name, [...values, ...(this.values.get(name) ?? [])]);
    return new ParsedOptions(joined, this.positionals, new Map([...base.sections, ...this.sections]));
  }

  /** A structured setting, which only the settings file can have. */
  section(name: string): JsonObject | undefined {
    return this.sections.get(name);
  }

  flag(name: string): boolean {
    return this.values.has(name);
  }

  string(name: string): string | undefined {
    return this.last(name)?.text;
  }

  strings(name: string): string[] | undefined {
    return this.allOf(name)?.map(({ text }) => text);
  }

  /** Every value with its place, in the order in which they were given. */
  allOf(name: string): readonly OptionValue[] | undefined {
    return this.values.get(name);
  }

  /** A whole number, 0 or more. */
  count(name: string): number | undefined {
    // Fifteen digits are exact as a double.
    return this.read(name, 'an integer', /^(\d{1,15})$/, ([, digits]) => Number(digits));
  }

  /** Milliseconds: `500ms`, `30s`, `2m`, or plain milliseconds. */
  duration(name: string): number | undefined {
    const pattern = /^(\d+(?:\.\d+)?)(ms|s|m|)$/;
    return this.read(
      name,
      'a time like 500ms, 30s or 2m',
      pattern,
      ([, value, unit = '']) => Number(value) * (UNITS[unit] ?? 1),
    );
  }

  /** Times a second: `50/s`, `90/m`, or a plain number. */
  rate(name: string): number | undefined {
    const pattern = /^(\d+(?:\.\d+)?)(?:\/(s|m))?$/;
    return this.read(
      name,
      'a rate like 50/s or 90/m',
      pattern,
      ([, value, per]) => Number(value) / (per === 'm' ? 60 : 1),
    );
  }

  private read<T>(name: string, what: string, pattern: RegExp, of: (match: RegExpExecArray) => T): T | undefined {
    const given = this.last(name);
    if (given === undefined) return undefined;
    const match = pattern.exec(given.text);
    if (match) return of(match);
    throw new UsageError(`${given.from} takes ${what}, not "${given.text}"`);
  }

  private last(name: string): OptionValue | undefined {
    return this.values.get(name)?.at(-1);
  }
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, '': 1 };

/**
 * Reads the arguments of a command.
 * @throws {UsageError} for an unknown option, naming the nearest, and for a value that is missing
 */
export function parseOptions(args: readonly string[], table: OptionTable): ParsedOptions {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, { type, multiple = false, short }]) => [
      name,
      { type, multiple, ...(short === undefined ? {} : { short }) },
    ]),
  );
  const { tokens, positionals } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const given = new Map<string, OptionValue[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const spec = Object.hasOwn(table, token.name) ? table[token.name] : undefined;
    if (!spec) throw unknownOption(token.rawName, table);
    const forgotten =
      token.value === undefined || token.value === '' || (!token.inlineValue && token.value.startsWith('--'));
    if (spec.type === 'string' && forgotten)
      throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${spec.value ?? 'VALUE'}`);
    if (spec.type === 'boolean' && token.value !== undefined) throw new UsageError(`${token.rawName} takes no value`);
    const earlier = spec.multiple ? (given.get(token.name) ?? []) : [];
    given.set(token.name, [...earlier, { text: token.value ?? 'true', from: `--${token.name}` }]);
  }
  return new ParsedOptions(given, positionals);
}

function unknownOption(written: string, table: OptionTable): UsageError {
  const names = Object.keys(table).map((name) => `--${name}`);
  const guess = didYouMean(written, names);
  return new UsageError(
    `Unknown option ${written}.${guess ? ` Did you mean ${guess}?` : ''} Options: ${names.join(', ')}`,
  );
}

/** The options as lines of help, in two columns. */
export function formatOptionsHelp(table: OptionTable): string {
  const rows = Object.entries(table).map(([name, { short, value, help }]) => {
    const left = `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;
    return { left, help };
  });
  const width = Math.max(...rows.map(({ left }) => left.length));
  return rows.map(({ left, help }) => `  ${left.padEnd(width)}  ${help}`).join('\n');
}
