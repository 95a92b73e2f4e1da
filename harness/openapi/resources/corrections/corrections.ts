import { InputError, unknownName } from '../../../core/errors.ts';
import { isObject } from '../../../core/json/index.ts';
import type { JsonObject, JsonValue, SourceLocation } from '../../../core/model.ts';
import { sourceLocation } from '../../source/origins.ts';
import type { Role, ValueSource } from '../model.ts';
import { parseRuntimeExpression } from '../references/runtime-expression.ts';

/** A value of the configuration with its position, for messages. */
export interface Located<T> {
  readonly value: T;
  readonly location: SourceLocation | undefined;
}

/** What the configuration has for the resource types of a document, by the name of each type. */
export type ResourceCorrections = ReadonlyMap<string, Located<TypeCorrection>>;

/** Absent parts are inferred. */
export interface TypeCorrection {
  readonly item?: Located<string>;
  readonly collection?: Located<string>;
  /** False: the type has no parent. */
  readonly parent?: Located<string | false>;
  /** Operations by their role; several only for actions. */
  readonly operations: readonly { readonly role: Role; readonly operation: Located<string> }[];
  /** By parameter; the empty name stands for the only parameter. */
  readonly id: ReadonlyMap<string, Located<ValueSource>>;
  /** By property name, JSON Pointer or parameter; false: it refers to nothing. */
  readonly references: ReadonlyMap<string, Located<string | false>>;
  /** Property names and JSON Pointers. */
  readonly serverSet: readonly string[];
  readonly ignore: boolean;
}

const ROLES = ['create', 'read', 'list', 'update', 'patch', 'delete', 'head'] as const;
const FIELDS = [
  'item',
  'collection',
  'parent',
  ...ROLES,
  'actions',
  'id',
  'references',
  'server-set',
  'ignore',
] as const;

/**
 * Reads the map `resources` of the configuration.
 * @throws {InputError} with the line of what is unknown or has the wrong type
 */
export function readCorrections(resources: JsonObject): ResourceCorrections {
  const corrections = new Map<string, Located<TypeCorrection>>();
  for (const name of Object.keys(resources)) {
    const value = resources[name] ?? null;
    const location = sourceLocation(resources, name);
    if (!isObject(value)) throw new InputError(`resources.${name} must be a map`, location);
    corrections.set(name, { value: new TypeReader(`resources.${name}`, value).read(), location });
  }
  return corrections;
}

class TypeReader {
  private readonly path: string;
  private readonly map: JsonObject;

  constructor(path: string, map: JsonObject) {
    this.path = path;
    this.map = map;
  }

  read(): TypeCorrection {
    for (const name of Object.keys(this.map))
      if (!FIELDS.some((field) => field === name))
        throw unknownInDocument(
          `unknown property ${name} in ${this.path}`,
          name,
          FIELDS,
          sourceLocation(this.map, name),
        );
    const item = this.optional('item', requirePath);
    const collection = this.optional('collection', requirePath);
    const parent = this.optional('parent', requireNameOrFalse);
    return {
      ...(item && { item }),
      ...(collection && { collection }),
      ...(parent && { parent }),
      operations: this.operations(),
      id: this.id(),
      references: this.entries('references', requireNameOrFalse),
      serverSet: this.list('server-set', requireString).map(({ value }) => value),
      ignore: this.optional('ignore', requireBoolean)?.value ?? false,
    };
  }

  private operations(): TypeCorrection['operations'] {
    const single = ROLES.flatMap((role) => {
      const operation = this.optional(role, requireString);
      return operation ? [{ role, operation }] : [];
    });
    const actions = this.list('actions', requireString).map((operation) => ({ role: 'action' as const, operation }));
    return [...single, ...actions];
  }

  private id(): TypeCorrection['id'] {
    if (typeof this.map['id'] !== 'string') return this.entries('id', requireSource);
    const source = this.optional('id', requireSource);
    return new Map(source ? [['', source]] : []);
  }

  private optional<T>(name: string, read: Reader<T>): Located<T> | undefined {
    return Object.hasOwn(this.map, name) ? this.value(this.map, name, `${this.path}.${name}`, read) : undefined;
  }

  private list<T>(name: string, read: Reader<T>): Located<T>[] {
    const value = Object.hasOwn(this.map, name) ? this.map[name] : undefined;
    if (value === undefined) return [];
    if (!Array.isArray(value)) return [this.value(this.map, name, `${this.path}.${name}`, read)];
    return value.map((_, index) => this.value(value, String(index), `${this.path}.${name}`, read));
  }

  private entries<T>(name: string, read: Reader<T>): ReadonlyMap<string, Located<T>> {
    const value = Object.hasOwn(this.map, name) ? this.map[name] : undefined;
    if (value === undefined) return new Map();
    if (!isObject(value)) throw new InputError(`${this.path}.${name} must be a map`, sourceLocation(this.map, name));
    return new Map(Object.keys(value).map((key) => [key, this.value(value, key, `${this.path}.${name}.${key}`, read)]));
  }

  private value<T>(owner: JsonValue[] | JsonObject, name: string, path: string, read: Reader<T>): Located<T> {
    const location = sourceLocation(owner, name);
    return { value: read((owner as JsonObject)[name] ?? null, path, location), location };
  }
}

type Reader<T> = (value: JsonValue, path: string, location: SourceLocation | undefined) => T;

const requireString: Reader<string> = (value, path, location) => {
  if (typeof value === 'string' && value !== '') return value;
  throw new InputError(`${path} must be a string`, location);
};

const requirePath: Reader<string> = (value, path, location) => {
  if (typeof value === 'string' && value.startsWith('/')) return value;
  throw new InputError(`${path} must be a path of the document, such as /books/{bookId}`, location);
};

const requireNameOrFalse: Reader<string | false> = (value, path, location) => {
  if (value === false || (typeof value === 'string' && value !== '')) return value;
  throw new InputError(`${path} must be the name of a resource type, or false`, location);
};

const requireBoolean: Reader<boolean> = (value, path, location) => {
  if (typeof value === 'boolean') return value;
  throw new InputError(`${path} must be true or false`, location);
};

const requireSource: Reader<ValueSource> = (value, path, location) => {
  if (typeof value === 'string' && value.startsWith('/')) return { in: 'response body', pointer: value };
  const source = typeof value === 'string' && value.startsWith('$') ? parseRuntimeExpression(value) : undefined;
  if (source && source.in !== 'expression') return source;
  throw new InputError(
    `${path} must be a JSON Pointer in the response, such as /data/id, or a runtime expression, such as $response.header.X-Id`,
    location,
  );
};

/** A document may have thousands of paths and operations. */
const MAX_LISTED_NAMES = 20;

/** Returns the error for a name that the document or the schema of corrections does not have. */
export function unknownInDocument(
  message: string,
  name: string,
  known: readonly string[],
  location: SourceLocation | undefined,
): InputError {
  return unknownName(message, name, known, location, MAX_LISTED_NAMES);
}
