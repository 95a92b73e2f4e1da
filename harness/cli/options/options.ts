import { parseArgs } from 'node:util';
import { didYouMean, UsageError } from '../../core/errors.ts';
import { getOwn } from '../../core/json/index.ts';
import type { JsonObject } from '../../core/model.ts';
import { fromOtherTools } from './other-names.ts';

/** An option of a command, on the command line and, unless `setting` is false, in the config file. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** Rejects a second value; of other options, the last value wins. */
  readonly once?: boolean;
  readonly short?: string;
  /** Placeholder of its value in the help, e.g. `FILE`. */
  readonly value?: string;
  readonly help: string;
  /** Separator of name and value; the config file has a map instead. */
  readonly pairs?: ': ' | '=';
  /** Of pairs, whether they can be given for one operation: `OPERATION:NAME=VALUE`, in the config file a map in the map. */
  readonly perOperation?: boolean;
  /** Its allowed values; of pairs, the values after the name. */
  readonly choices?: readonly string[];
  /** Of pairs, the allowed names. */
  readonly names?: readonly string[];
  /** Whether its value (of pairs, the value after the name) is a path: in the config file, relative to that file. */
  readonly path?: boolean;
  /** Whether `${NAME}` in the config file is replaced by an environment variable. */
  readonly fromEnvironment?: boolean;
  /** False if it is not allowed in the config file. */
  readonly setting?: false;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

/** A value and its origin for messages: `--timeout`, or `contract.yaml:3:1: timeout`. */
export interface OptionValue {
  readonly text: string;
  readonly from: string;
  /** Values of environment variables that the text contains. */
  readonly variables?: readonly string[];
}

/** What only the config file has. */
interface ConfigFileParts {
  /** Structured settings by name. */
  readonly sections: ReadonlyMap<string, JsonObject>;
  /** Values of environment variables that they contain. */
  readonly variables: readonly string[];
}

const NO_CONFIG_FILE: ConfigFileParts = { sections: new Map(), variables: [] };

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, '': 1 };

const MAX_PORT = 65_535;

/** The options of the command line, or of the config file. */
export class ParsedOptions {
  private readonly values: ReadonlyMap<string, readonly OptionValue[]>;
  private readonly file: ConfigFileParts;
  readonly positionals: readonly string[];

  constructor(
    values: ReadonlyMap<string, readonly OptionValue[]>,
    positionals: readonly string[] = [],
    file: ConfigFileParts = NO_CONFIG_FILE,
  ) {
    this.values = values;
    this.positionals = positionals;
    this.file = file;
  }

  /** Returns these options with the missing ones of `base`; pairs are joined, these last. */
  withDefaults(base: ParsedOptions, table: OptionTable): ParsedOptions {
    const joined = new Map([...base.values, ...this.values]);
    for (const [name, values] of base.values)
      if (getOwn(table, name)?.pairs) joined.set(name, [...values, ...(this.values.get(name) ?? [])]);
    return new ParsedOptions(joined, this.positionals, base.file);
  }

  /** Returns these options with another value of one. */
  with(name: string, text: string): ParsedOptions {
    const values = new Map([...this.values, [name, [{ text, from: `--${name}` }]]]);
    return new ParsedOptions(values, this.positionals, this.file);
  }

  /** Returns these options with a further value of one. */
  add(name: string, text: string): ParsedOptions {
    const own = [...(this.values.get(name) ?? []), { text, from: `--${name}` }];
    return new ParsedOptions(new Map([...this.values, [name, own]]), this.positionals, this.file);
  }

  /** Returns these options with each value replaced. */
  map(table: OptionTable, change: (spec: OptionSpec, value: OptionValue) => OptionValue): ParsedOptions {
    const values = [...this.values].map(([name, own]) => {
      const spec = getOwn(table, name);
      return [name, spec ? own.map((value) => change(spec, value)) : own] as const;
    });
    return new ParsedOptions(new Map(values), this.positionals, this.file);
  }

  /** Returns a structured setting, which only the config file can have. */
  section(name: string): JsonObject | undefined {
    return this.file.sections.get(name);
  }

  /** Values of environment variables in structured settings. */
  get variables(): readonly string[] {
    return this.file.variables;
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

  /** Returns all values with their origins, in order. */
  allOf(name: string): readonly OptionValue[] | undefined {
    return this.values.get(name);
  }

  /** Returns an integer of 0 or more. */
  count(name: string): number | undefined {
    // Fifteen digits are exact as a double.
    return this.read(name, 'an integer', /^(\d{1,15})$/, ([, digits]) => Number(digits));
  }

  /** Returns a TCP port; 0 for any free one. */
  port(name: string): number | undefined {
    const port = this.read(name, 'a port from 0 to 65535', /^(\d{1,5})$/, ([, digits]) => Number(digits));
    if (port === undefined || port <= MAX_PORT) return port;
    throw new UsageError(`${this.last(name)?.from} takes a port from 0 to 65535, not "${port}"`);
  }

  /** Returns an integer of 0 or more, or `random`. */
  seed(name: string): number | 'random' | undefined {
    return this.read(name, 'an integer or random', /^(\d{1,15}|random)$/, ([text = '']) =>
      text === 'random' ? text : Number(text),
    );
  }

  /** Returns milliseconds: `500ms`, `30s`, `2m`, or plain milliseconds. */
  duration(name: string): number | undefined {
    const pattern = /^(\d+(?:\.\d+)?)(ms|s|m|)$/;
    const milliseconds = ([, value, unit = '']: RegExpExecArray) => Number(value) * (UNITS[unit] ?? 1);
    return this.read(name, 'a time like 500ms, 30s or 2m', pattern, milliseconds);
  }

  /** As {@link duration}; a few hundred without a unit would be milliseconds, which other tools take for seconds. */
  timeLimit(name: string): number | undefined {
    const given = this.last(name);
    const isUnclear = given !== undefined && /^[1-9]\d{0,2}$/.test(given.text);
    if (isUnclear) throw new UsageError(`${given.from} needs a unit: ${given.text}s or ${given.text}ms`);
    return this.duration(name);
  }

  /** Returns a rate per second: `50/s`, `90/m`, or a plain number. */
  rate(name: string): number | undefined {
    const pattern = /^(\d+(?:\.\d+)?)(?:\/(s|m))?$/;
    const perSecond = ([, value, per]: RegExpExecArray) => Number(value) / (per === 'm' ? 60 : 1);
    return this.read(name, 'a rate like 50/s or 90/m', pattern, perSecond);
  }

  private read<T>(name: string, expected: string, pattern: RegExp, of: (match: RegExpExecArray) => T): T | undefined {
    const value = this.last(name);
    if (value === undefined) return undefined;
    const match = pattern.exec(value.text);
    if (match) return of(match);
    throw new UsageError(`${value.from} takes ${expected}, not "${value.text}"`);
  }

  private last(name: string): OptionValue | undefined {
    return this.values.get(name)?.at(-1);
  }
}

/**
 * Parses the arguments of a command.
 * @throws {UsageError} for an unknown option, with the nearest one, and for a missing value
 */
export function parseOptions(args: readonly string[], table: OptionTable): ParsedOptions {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, { type, multiple = false, short }]) => [
      name,
      { type, multiple, ...(short === undefined ? {} : { short }) },
    ]),
  );
  const { tokens, positionals } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const values = new Map<string, OptionValue[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const spec = Object.hasOwn(table, token.name) ? table[token.name] : undefined;
    if (!spec) throw unknownOption(token.rawName, table);
    checkValue(token, spec);
    if (spec.once && values.has(token.name)) throw new UsageError(`--${token.name} is given twice`);
    const earlier = spec.multiple ? (values.get(token.name) ?? []) : [];
    values.set(token.name, [...earlier, { text: token.value ?? 'true', from: `--${token.name}` }]);
  }
  return new ParsedOptions(values, positionals);
}

interface OptionToken {
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function checkValue({ rawName, value, inlineValue }: OptionToken, spec: OptionSpec): void {
  const isMissing = value === undefined || value === '' || (!inlineValue && value.startsWith('--'));
  if (spec.type === 'string' && isMissing)
    throw new UsageError(`${rawName} needs a value: ${rawName} ${spec.value ?? 'VALUE'}`);
  if (spec.type === 'boolean' && value !== undefined) throw new UsageError(`${rawName} takes no value`);
}

function unknownOption(rawName: string, table: OptionTable): UsageError {
  const names = Object.keys(table);
  const name = rawName.replace(/^-+/, '');
  const guess = fromOtherTools(name, names) ?? didYouMean(name, names);
  return new UsageError(
    guess === undefined
      ? `Unknown option ${rawName}. Options: ${names.map((each) => `--${each}`).join(', ')}`
      : `Unknown option ${rawName}. Did you mean --${guess}? --help lists all options.`,
  );
}

/** Formats the options as lines of help in two columns. */
export function formatOptionsHelp(table: OptionTable): string {
  const rows = Object.entries(table).map(([name, { short, value, help }]) => {
    const left = `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;
    return { left, help };
  });
  const width = Math.max(...rows.map(({ left }) => left.length));
  return rows.map(({ left, help }) => `  ${left.padEnd(width)}  ${help}`).join('\n');
}
