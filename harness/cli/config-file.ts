import { existsSync } from 'node:fs';
import { dirname, join as joinPath, relative } from 'node:path';
import { didYouMean, formatLocation, InputError } from '../core/errors.ts';
import { isNumber } from '../core/json/decimal.ts';
import { isObject } from '../core/json/index.ts';
import type { JsonObject, JsonValue, SourceLocation } from '../core/model.ts';
import { readYamlSource, sourceLocation } from '../openapi/source/yaml-source.ts';
import { configOptions } from './config-options.ts';
import { type OptionSpec, type OptionTable, type OptionValue, ParsedOptions } from './options.ts';
import { repositoryRoot } from './repository.ts';

/** The name under which the config file is looked for. */
export const CONFIG_FILE = 'contract.yaml';

/** Structured settings, which are not options of the command line. */
const SECTIONS: readonly string[] = ['resources'];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the options with the missing ones of the config file.
 * @param names options that the command takes from the config file
 * @throws {InputError} with line and column, for an invalid config file
 */
export function withConfigFile(
  args: ParsedOptions,
  table: OptionTable,
  env: Environment,
  names: readonly string[] = [...Object.keys(table), ...SECTIONS],
): ParsedOptions {
  const file = args.string('config') ?? findConfigFile();
  return file === undefined ? args : args.withDefaults(readConfigFile(file, env, names), table);
}

/**
 * Returns the config file of the working folder, or of the nearest parent folder within the repository. Outside of a repository only the
 * working folder counts: a file above it may be a stranger's.
 */
export function findConfigFile(): string | undefined {
  const start = process.cwd();
  const root = repositoryRoot(start) ?? start;
  for (let folder = start; ; folder = dirname(folder)) {
    const file = joinPath(folder, CONFIG_FILE);
    if (existsSync(file)) return relative(start, file);
    if (folder === root) return undefined;
  }
}

/**
 * Reads a config file: options by their names, repeatable ones as lists, pairs as maps.
 * @param names options whose values are read; the names of all are checked
 * @throws {InputError} with line and column, for an unknown option, a wrong type, or an environment variable that is not set
 */
function readConfigFile(file: string, env: Environment, names: readonly string[]): ParsedOptions {
  const { root } = readYamlSource(file, 'config file');
  if (root === null) return new ParsedOptions(new Map());
  if (!isObject(root)) throw new InputError('the config file must be a map of options', { file, line: 1, column: 1 });
  const options = Object.keys(configOptions).filter((name) => configOptions[name]?.setting !== false);
  const known = [...options, ...SECTIONS];
  const values = new Map<string, readonly OptionValue[]>();
  const sections = new Map<string, JsonObject>();
  for (const name of Object.keys(root)) {
    if (name === '$schema') continue;
    if (!known.includes(name)) throw unknownName(`unknown setting ${name}`, name, known, sourceLocation(root, name));
    if (!names.includes(name)) continue;
    const spec = configOptions[name];
    const read = spec ? new Setting(name, spec, dirname(file), env).read(root) : [];
    if (!spec) sections.set(name, readSection(root, name));
    if (read.length > 0) values.set(name, read);
  }
  return new ParsedOptions(values, [], sections);
}

function readSection(root: JsonObject, name: string): JsonObject {
  const value = root[name] ?? null;
  if (isObject(value)) return value;
  throw new InputError(`${name} takes a map`, sourceLocation(root, name));
}

function unknownName(
  message: string,
  name: string,
  known: readonly string[],
  location: SourceLocation | undefined,
): InputError {
  const guess = didYouMean(name, known);
  return new InputError(`${message}. ${guess ? `Did you mean ${guess}?` : `Known: ${known.join(', ')}`}`, location);
}

/** Converts one property of the config file to the values that the command line would have. */
class Setting {
  private readonly name: string;
  private readonly spec: OptionSpec;
  private readonly folder: string;
  private readonly env: Environment;

  constructor(name: string, spec: OptionSpec, folder: string, env: Environment) {
    this.name = name;
    this.spec = spec;
    this.folder = folder;
    this.env = env;
  }

  read(root: JsonObject): OptionValue[] {
    const value = root[this.name] ?? null;
    if (this.spec.type === 'boolean') return this.flag(root, value);
    if (this.spec.pairs !== undefined) {
      if (!isObject(value)) throw this.typeMismatch(root, this.name, 'a map');
      return Object.keys(value).map((key) => this.pair(value, key));
    }
    if (!Array.isArray(value)) return [this.value(root, this.name, '')];
    if (!this.spec.multiple) throw this.typeMismatch(root, this.name, 'one value, not a list');
    return value.map((_, index) => this.value(value, String(index), ''));
  }

  private pair(map: JsonObject, key: string): OptionValue {
    const { names, pairs } = this.spec;
    if (names && !names.includes(key))
      throw unknownName(`unknown name ${key} in ${this.name}`, key, names, sourceLocation(map, key));
    return this.value(map, key, `${key}${pairs}`);
  }

  private flag(root: JsonObject, value: JsonValue): OptionValue[] {
    if (typeof value !== 'boolean') throw this.typeMismatch(root, this.name, 'true or false');
    return value ? [{ text: 'true', from: this.from(sourceLocation(root, this.name)) }] : [];
  }

  private value(owner: JsonValue[] | JsonObject, property: string, prefix: string): OptionValue {
    const value = (owner as JsonObject)[property] ?? null;
    if (typeof value !== 'string' && !isNumber(value)) throw this.typeMismatch(owner, property, 'a string or a number');
    const location = sourceLocation(owner, property);
    const { choices, path, fromEnvironment } = this.spec;
    let text = String(value);
    if (text === '') throw this.typeMismatch(owner, property, 'a value');
    if (choices && !choices.includes(text))
      throw unknownName(`${this.name} cannot be "${text}"`, text, choices, location);
    const variables: string[] = [];
    if (fromEnvironment) text = insertVariables(text, this.env, location, variables);
    if (path && !text.startsWith('/')) text = joinPath(this.folder, text);
    return { text: prefix + text, from: this.from(location), ...(variables.length > 0 ? { variables } : {}) };
  }

  private typeMismatch(owner: object, property: string, expected: string): InputError {
    return new InputError(`${this.name} takes ${expected}`, sourceLocation(owner, property));
  }

  private from(location: SourceLocation | undefined): string {
    return location ? `${formatLocation(location)}: ${this.name}` : this.name;
  }
}

/**
 * Replaces `${NAME}` by environment variables, and adds their values to `values`. An empty one counts as unset: CI systems
 * pass that for a missing secret.
 */
function insertVariables(
  text: string,
  env: Environment,
  location: SourceLocation | undefined,
  values: string[],
): string {
  return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
    const value = env[name];
    if (value) {
      values.push(value);
      return value;
    }
    throw new InputError(`the environment variable ${name} is not set or empty`, location);
  });
}
