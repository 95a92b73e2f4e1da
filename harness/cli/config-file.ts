import { dirname, join as joinPath } from 'node:path';
import { didYouMean, formatLocation, InputError } from '../core/errors.ts';
import { isNumber } from '../core/json/decimal.ts';
import { isObject } from '../core/json/index.ts';
import type { JsonObject, JsonValue, SourceLocation } from '../core/model.ts';
import { readYamlSource, sourceLocation } from '../openapi/source/yaml-source.ts';
import { type OptionSpec, type OptionTable, type OptionValue, ParsedOptions } from './options.ts';

/** The name under which the settings are found in the working folder. */
export const SETTINGS_FILE = 'contract.yaml';

/** Settings that are structured: no option of the command line has them. */
const SECTIONS: readonly string[] = ['resources'];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads a settings file: the options of the command line by the same names, those that repeat as lists, pairs as maps.
 * @throws {ContractError} with line and column, for what is no option, has the wrong type, or needs a variable that is not set
 */
export function readSettings(file: string, table: OptionTable, env: Environment): ParsedOptions {
  const root = readRoot(file);
  const known = [...Object.keys(table).filter((name) => table[name]?.setting !== false), ...SECTIONS];
  const given = new Map<string, readonly OptionValue[]>();
  const sections = new Map<string, JsonObject>();
  for (const name of Object.keys(root)) {
    if (name === '$schema') continue;
    const location = sourceLocation(root, name);
    if (!known.includes(name)) throw unknown(`unknown setting ${name}`, name, known, location);
    const spec = table[name];
    if (spec === undefined) sections.set(name, sectionOf(root, name));
    else {
      const values = new Setting(name, spec, dirname(file), env).read(root);
      if (values.length > 0) given.set(name, values);
    }
  }
  return new ParsedOptions(given, [], sections);
}

/** One structured setting of a settings file; undefined if it does not have it. */
export function readConfigSection(file: string, name: string): JsonObject | undefined {
  const root = readRoot(file);
  return Object.hasOwn(root, name) ? sectionOf(root, name) : undefined;
}

function sectionOf(root: JsonObject, name: string): JsonObject {
  const value = root[name] ?? null;
  if (isObject(value)) return value;
  throw new InputError(`${name} takes a map`, sourceLocation(root, name));
}

function readRoot(file: string): JsonObject {
  const { root } = readYamlSource(file, 'settings');
  if (root === null) return {};
  if (!isObject(root)) throw new InputError('the settings must be a map of options', { file, line: 1, column: 1 });
  return root;
}

function unknown(
  says: string,
  word: string,
  known: readonly string[],
  location: SourceLocation | undefined,
): InputError {
  const guess = didYouMean(word, known);
  return new InputError(`${says}. ${guess ? `Did you mean ${guess}?` : `Known: ${known.join(', ')}`}`, location);
}

/** One member of the file, on its way to what the command line would have given. */
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
      return Object.keys(value).map((key) => this.entry(value, key));
    }
    if (!Array.isArray(value)) return [this.provided(root, this.name, '')];
    if (!this.spec.multiple) throw this.typeMismatch(root, this.name, 'one value, not a list');
    return value.map((_, index) => this.provided(value, String(index), ''));
  }

  private entry(map: JsonObject, key: string): OptionValue {
    const { names, pairs } = this.spec;
    if (names && !names.includes(key))
      throw unknown(`unknown name ${key} in ${this.name}`, key, names, sourceLocation(map, key));
    return this.provided(map, key, `${key}${pairs}`);
  }

  private flag(root: JsonObject, value: JsonValue): OptionValue[] {
    if (typeof value !== 'boolean') throw this.typeMismatch(root, this.name, 'true or false');
    return value ? [{ text: 'true', from: this.from(sourceLocation(root, this.name)) }] : [];
  }

  private provided(owner: JsonValue[] | JsonObject, member: string, before: string): OptionValue {
    const value = (owner as JsonObject)[member] ?? null;
    if (typeof value !== 'string' && !isNumber(value)) throw this.typeMismatch(owner, member, 'a text or a number');
    const location = sourceLocation(owner, member);
    const { choices, path, fromEnvironment } = this.spec;
    let text = String(value);
    if (text === '') throw this.typeMismatch(owner, member, 'a value');
    if (choices && !choices.includes(text)) throw unknown(`${this.name} cannot be "${text}"`, text, choices, location);
    const variables: string[] = [];
    if (fromEnvironment) text = fillIn(text, this.env, location, variables);
    if (path && !text.startsWith('/')) text = joinPath(this.folder, text);
    return { text: before + text, from: this.from(location), ...(variables.length > 0 ? { variables } : {}) };
  }

  private typeMismatch(owner: object, member: string, expected: string): InputError {
    return new InputError(`${this.name} takes ${expected}`, sourceLocation(owner, member));
  }

  private from(location: SourceLocation | undefined): string {
    return location ? `${formatLocation(location)}: ${this.name}` : this.name;
  }
}

/** Puts variables of the environment in the place of `${NAME}`. An empty one counts as unset: that is what CI gives for a missing secret. */
function fillIn(text: string, env: Environment, location: SourceLocation | undefined, values: string[]): string {
  return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
    const value = env[name];
    if (value) {
      values.push(value);
      return value;
    }
    throw new InputError(`the environment variable ${name} is not set, or is empty. Set it before the run.`, location);
  });
}
