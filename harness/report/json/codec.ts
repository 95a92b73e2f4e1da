import { InputError } from '../../core/errors.ts';

/** A way to write a value as JSON and to read it back; `at` is where it stands in the document, e.g. `findings[2].check`. */
export interface Codec<T> {
  write(value: T): unknown;
  /** @throws {ContractError} naming the place and what is expected there */
  read(json: unknown, at: string): T;
}

/** A codec of a member that JSON may lack: `omit` leaves it out of the value too, `undefined` puts undefined there. */
interface Lacking<How extends 'omit' | 'undefined'> {
  readonly isMissing: How;
}

/** Codecs by the name of the member. */
interface Members {
  readonly [name: string]: {
    write(value: never): unknown;
    read(json: unknown, at: string): unknown;
    readonly isMissing?: 'omit' | 'undefined';
  };
}

type Value<C> = C extends { read(json: unknown, at: string): infer T } ? T : never;
type Omissible<M extends Members> = { [Name in keyof M]: M[Name] extends Lacking<'omit'> ? Name : never }[keyof M];
type ObjectOf<M extends Members> = { readonly [Name in Exclude<keyof M, Omissible<M>>]: Value<M[Name]> } & {
  readonly [Name in Omissible<M>]?: Exclude<Value<M[Name]>, undefined>;
};

export const string = primitive<string>('a string', (json) => typeof json === 'string');
export const number = primitive<number>('a number', (json) => typeof json === 'number');
export const integer = primitive<number>('an integer', (json) => Number.isSafeInteger(json));
export const boolean = primitive<boolean>('true or false', (json) => typeof json === 'boolean');

/** One of these words. */
export function enumOf<const T extends string>(...words: readonly T[]): Codec<T> {
  return primitive<T>(words.join(' or '), (json) => words.some((each) => each === json));
}

export function array<T>(item: Codec<T>): Codec<readonly T[]> {
  return {
    write: (values) => values.map((value) => item.write(value)),
    read: (json, at) => {
      if (!Array.isArray(json)) throw typeMismatch(at, 'a list', json);
      return json.map((each, index) => item.read(each, `${at}[${index}]`));
    },
  };
}

/** A member that may be missing. */
export function optional<T>(codec: Codec<T>): Codec<T | undefined> & Lacking<'omit'> {
  return { ...nullable(codec), isMissing: 'omit' };
}

/** A member that is always there in the value, undefined where JSON has none. */
export function nullable<T>(codec: Codec<T>): Codec<T | undefined> & Lacking<'undefined'> {
  return {
    isMissing: 'undefined',
    write: (value) => (value === undefined ? undefined : codec.write(value)),
    read: (json, at) => (json === undefined ? undefined : codec.read(json, at)),
  };
}

/** An object with these members, written in this order, and no others. */
export function object<M extends Members>(members: M): Codec<ObjectOf<M>> {
  const entries = Object.entries<Members[string]>(members);
  return {
    write: (value) => {
      const given = value as Readonly<Record<string, unknown>>;
      const json: Record<string, unknown> = {};
      for (const [name, codec] of entries) json[name] = codec.write(given[name] as never);
      return json;
    },
    read: (json, at) => {
      const given = membersOf(json, at);
      const pairs = entries.flatMap(([name, codec]) => {
        if (!given.has(name) && !codec.isMissing) throw new InputError(`${at || 'report'}: member ${name} is missing`);
        const value = codec.read(given.get(name), at === '' ? name : `${at}.${name}`);
        given.delete(name);
        return value === undefined && codec.isMissing === 'omit' ? [] : [[name, value] as const];
      });
      const [stranger] = given.keys();
      if (stranger !== undefined)
        throw new InputError(`${at || 'report'}: member ${JSON.stringify(stranger)} is unknown`);
      return Object.fromEntries(pairs) as ObjectOf<M>;
    },
  };
}

function membersOf(json: unknown, at: string): Map<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw typeMismatch(at, 'an object', json);
  return new Map(Object.entries(json));
}

/** What does not fit, and what would. */
export function typeMismatch(at: string, expected: string, json: unknown): InputError {
  const shown = JSON.stringify(json) ?? 'nothing';
  return new InputError(
    `${at || 'report'}: expected ${expected}, got ${shown.length > 60 ? `${shown.slice(0, 60)}...` : shown}`,
  );
}

function primitive<T>(expected: string, fits: (json: unknown) => boolean): Codec<T> {
  return {
    write: (value) => value,
    read: (json, at) => {
      if (!fits(json)) throw typeMismatch(at, expected, json);
      return json as T;
    },
  };
}
