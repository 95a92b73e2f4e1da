import { existsSync } from 'node:fs';
import { dirname, join as joinPath, relative, resolve } from 'node:path';
import { formatLocation, InputError, UsageError, unknownName } from '../core/errors.ts';
import { isNumber } from '../core/json/decimal.ts';
import { isObject, setProperty } from '../core/json/index.ts';
import type { JsonObject, JsonValue, SourceLocation } from '../core/model.ts';
import { ReferencePolicy } from '../openapi/bundle/reference-policy.ts';
import { cloneWithLocations, sourceLocation } from '../openapi/source/origins.ts';
import { readYamlSource } from '../openapi/source/yaml-source.ts';
import { configOptions } from './options/config-options.ts';
import { type OptionSpec, type OptionTable, type OptionValue, ParsedOptions } from './options/options.ts';
import { repositoryRoot } from './repository.ts';

/** The name under which the config file is looked for. */
export const CONFIG_FILE = 'contract.yaml';

/** Structured settings, which are not options of the command line. */
const SECTIONS: readonly string[] = ['resources', 'values', 'auth', 'specs'];

/** Sections in whose strings `${NAME}` is replaced by an environment variable. */
const WITH_VARIABLES: readonly string[] = ['values', 'auth'];

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
  const flags = args.map(table, (spec, value) => (spec.fromEnvironment ? flagWithVariables(value, env) : value));
  if (file === undefined) return flags;
  // Whoever does not trust its commands does not trust its paths either.
  const policy = args.flag('no-setup') ? new ReferencePolicy(file, args.strings('allow-refs') ?? []) : undefined;
  return flags.withDefaults(readConfigFile(file, { env, folder: dirname(file), policy }, names), table);
}

/** What the values of a config file depend on. */
interface ConfigContext {
  readonly env: Environment;
  /** Paths are relative to it. */
  readonly folder: string;
  /** Where paths may lead; undefined for anywhere. */
  readonly policy: ReferencePolicy | undefined;
}

function flagWithVariables({ text, from }: OptionValue, env: Environment): OptionValue {
  const variables: string[] = [];
  const inserted = insertVariables(text, env, from, variables);
  return { text: inserted, from, ...(variables.length > 0 ? { variables } : {}) };
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
function readConfigFile(file: string, context: ConfigContext, names: readonly string[]): ParsedOptions {
  const { root } = readYamlSource(file, 'config file');
  if (root === null) return new ParsedOptions(new Map());
  if (!isObject(root)) throw new InputError('the config file must be a map of options', { file, line: 1, column: 1 });
  const options = Object.keys(configOptions).filter((name) => configOptions[name]?.setting !== false);
  const known = [...options, ...SECTIONS];
  const values = new Map<string, readonly OptionValue[]>();
  const sections = new Map<string, JsonObject>();
  const variables: string[] = [];
  for (const name of Object.keys(root)) {
    if (name === '$schema') continue;
    if (!known.includes(name)) throw unknownName(`unknown setting ${name}`, name, known, sourceLocation(root, name));
    if (!names.includes(name)) continue;
    const spec = configOptions[name];
    const read = spec ? new Setting(name, spec, context).read(root) : [];
    if (!spec) {
      const section = readSection(root, name);
      sections.set(name, WITH_VARIABLES.includes(name) ? withVariables(section, context.env, variables) : section);
    }
    if (read.length > 0) values.set(name, read);
  }
  return new ParsedOptions(values, [], { sections, variables });
}

function readSection(root: JsonObject, name: string): JsonObject {
  const value = root[name] ?? null;
  if (isObject(value)) return value;
  throw new InputError(`${name} takes a map`, sourceLocation(root, name));
}

/** Copies a section with environment variables in its strings, and adds their values to `variables`. */
function withVariables(section: JsonObject, env: Environment, variables: string[]): JsonObject {
  const replace = (owner: JsonValue): void => {
    if (!isObject(owner) && !Array.isArray(owner)) return;
    const container = owner as JsonObject;
    for (const [name, value] of Object.entries(container)) {
      if (typeof value !== 'string') replace(value);
      else setProperty(container, name, insertVariables(value, env, sourceLocation(container, name), variables));
    }
  };
  const copy = cloneWithLocations(section);
  replace(copy);
  return isObject(copy) ? copy : {};
}

/** Converts one property of the config file to the values that the command line would have. */
class Setting {
  private readonly name: string;
  private readonly spec: OptionSpec;
  private readonly context: ConfigContext;

  constructor(name: string, spec: OptionSpec, context: ConfigContext) {
    this.name = name;
    this.spec = spec;
    this.context = context;
  }

  read(root: JsonObject): OptionValue[] {
    const value = root[this.name] ?? null;
    if (this.spec.type === 'boolean') return this.flag(root, value);
    if (this.spec.pairs !== undefined) {
      if (!isObject(value)) throw this.typeMismatch(root, this.name, 'a map');
      return Object.keys(value).flatMap((key) => this.pairsAt(value, key));
    }
    if (!Array.isArray(value)) return [this.value(root, this.name, '')];
    if (!this.spec.multiple) throw this.typeMismatch(root, this.name, 'one value, not a list');
    return value.map((_, index) => this.value(value, String(index), ''));
  }

  private pairsAt(map: JsonObject, key: string): OptionValue[] {
    const inner = map[key] ?? null;
    if (!this.spec.perOperation || !isObject(inner)) return [this.pair(map, key, '')];
    return Object.keys(inner).map((name) => this.pair(inner, name, `${key}:`));
  }

  private pair(map: JsonObject, key: string, prefix: string): OptionValue {
    const { names, pairs } = this.spec;
    if (names && !names.includes(key))
      throw unknownName(`unknown name ${key} in ${this.name}`, key, names, sourceLocation(map, key));
    return this.value(map, key, `${prefix}${key}${pairs}`);
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
    const { env, folder, policy } = this.context;
    if (fromEnvironment) text = insertVariables(text, env, location, variables);
    if (path && !text.startsWith('/')) text = joinPath(folder, text);
    if (path) policy?.assertAllowed(resolve(text), `${this.name} ${String(value)}`, location);
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
  from: SourceLocation | string | undefined,
  values: string[],
): string {
  return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
    const value = env[name];
    if (value) {
      values.push(value);
      return value;
    }
    const message = `the environment variable ${name} is not set or empty`;
    throw typeof from === 'string' ? new UsageError(`${from}: ${message}`) : new InputError(message, from);
  });
}
