import { parseArgs } from 'node:util';
import { nearest, UsageError } from './errors.ts';

/** One option of a command. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly short?: string;
  /** What stands for its value in the help, e.g. `FILE`. */
  readonly value?: string;
  readonly help: string;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

/** What was given on the command line. */
export class Arguments {
  private readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];

  constructor(values: Readonly<Record<string, unknown>>, positionals: readonly string[]) {
    this.values = values;
    this.positionals = positionals;
  }

  flag(name: string): boolean {
    return this.values[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === 'string' ? value : undefined;
  }

  texts(name: string): string[] | undefined {
    const value = this.values[name];
    return Array.isArray(value) ? value.map(String) : undefined;
  }

  /** A whole number, 0 or more. */
  count(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!/^\d+$/.test(text)) throw new UsageError(`--${name} takes a whole number, not "${text}"`);
    return Number(text);
  }

  /** Milliseconds: `500ms`, `30s`, `2m`, or plain milliseconds. */
  duration(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : parseDuration(name, text);
  }
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, '': 1 };

function parseDuration(name: string, text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|)$/.exec(text);
  if (match === null) throw new UsageError(`--${name} takes a time like 500ms, 30s or 2m, not "${text}"`);
  return Number(match[1]) * (UNITS[match[2] ?? ''] ?? 1);
}

/**
 * Reads the arguments of a command.
 * @throws {UsageError} for an unknown option, naming the nearest, and for a value that is missing
 */
export function readArguments(args: readonly string[], table: OptionTable): Arguments {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, { type, multiple = false, short }]) => [
      name,
      { type, multiple, ...(short === undefined ? {} : { short }) },
    ]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const spec = Object.hasOwn(table, token.name) ? table[token.name] : undefined;
    if (!spec) throw unknownOption(token.rawName, table);
    if (spec.type === 'string' && (token.value === undefined || token.value === ''))
      throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${spec.value ?? 'VALUE'}`);
    if (spec.type === 'boolean' && token.value !== undefined) throw new UsageError(`${token.rawName} takes no value`);
  }
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false });
  return new Arguments(values, positionals);
}

function unknownOption(written: string, table: OptionTable): UsageError {
  const names = Object.keys(table).map((name) => `--${name}`);
  const guess = nearest(written, names);
  return new UsageError(
    `Unknown option ${written}.${guess ? ` Did you mean ${guess}?` : ''} Options: ${names.join(', ')}`,
  );
}

/** The options as lines of help, in two columns. */
export function formatOptions(table: OptionTable): string {
  const rows = Object.entries(table).map(([name, { short, value, help }]) => {
    const left = `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;
    return { left, help };
  });
  const width = Math.max(...rows.map(({ left }) => left.length));
  return rows.map(({ left, help }) => `  ${left.padEnd(width)}  ${help}`).join('\n');
}
