import { InputError, type UsageError, unknownName } from '../../core/errors.ts';
import { isObject } from '../../core/json/index.ts';
import type { JsonObject, JsonValue, SourceLocation } from '../../core/model.ts';
import type { ValueSource } from '../../openapi/resources/model.ts';
import { parseRuntimeExpression } from '../../openapi/resources/references/runtime-expression.ts';
import { sourceLocation } from '../../openapi/source/origins.ts';

/** How the value of a security scheme is got. */
export interface AuthSetting {
  /** Name of the security scheme. */
  readonly scheme: string;
  readonly location: SourceLocation | undefined;
  /** The value itself; of Basic authentication `user:password`. */
  readonly value?: string;
  readonly login?: LoginSetting;
  /** The header of a value whose scheme the document does not declare. */
  readonly header?: string;
  /** What precedes the value, e.g. `Token `. */
  readonly prefix: string;
}

/** An operation that issues tokens. */
export interface LoginSetting {
  /** Its operationId, or `METHOD /path`. */
  readonly operation: string;
  readonly token: TokenSource;
  /** In place of a valid body with the known values. */
  readonly body?: JsonValue;
}

/** Where a token is in a response. */
export type TokenSource =
  | Extract<ValueSource, { readonly in: 'response body' | 'response header' }>
  | { readonly in: 'response cookie'; readonly name: string };

export const AUTH_FIELDS = ['value', 'env', 'login', 'token', 'body', 'header', 'prefix'] as const;
type Field = (typeof AUTH_FIELDS)[number];

/**
 * Reads the map `auth` of the configuration.
 * @throws {InputError} with the line of what is unknown or missing
 */
export function readAuth(auth: JsonObject, env: Readonly<Record<string, string | undefined>>): AuthSetting[] {
  return Object.keys(auth).map((scheme) => {
    const location = sourceLocation(auth, scheme);
    const given = auth[scheme] ?? null;
    if (typeof given === 'string') return { scheme, location, value: given, prefix: '' };
    if (isObject(given)) return new SchemeReader(scheme, given, location, env).read();
    throw new InputError(`auth.${scheme} must be a string or a map of ${AUTH_FIELDS.join(', ')}`, location);
  });
}

class SchemeReader {
  private readonly scheme: string;
  private readonly map: JsonObject;
  private readonly location: SourceLocation | undefined;
  private readonly env: Readonly<Record<string, string | undefined>>;

  constructor(
    scheme: string,
    map: JsonObject,
    location: SourceLocation | undefined,
    env: Readonly<Record<string, string | undefined>>,
  ) {
    this.scheme = scheme;
    this.map = map;
    this.location = location;
    this.env = env;
  }

  read(): AuthSetting {
    for (const name of Object.keys(this.map))
      if (!AUTH_FIELDS.some((field) => field === name))
        throw unknownName(
          `unknown property ${name} in auth.${this.scheme}`,
          name,
          AUTH_FIELDS,
          sourceLocation(this.map, name),
        );
    const login = this.login();
    const value = this.string('value') ?? this.variable();
    if ((login === undefined) === (value === undefined)) throw this.error('needs one of value, env and login');
    const header = this.string('header');
    return {
      scheme: this.scheme,
      location: this.location,
      ...(value === undefined ? {} : { value }),
      ...(login === undefined ? {} : { login }),
      ...(header === undefined ? {} : { header }),
      prefix: this.string('prefix') ?? '',
    };
  }

  private login(): LoginSetting | undefined {
    const operation = this.string('login');
    const body = Object.hasOwn(this.map, 'body') ? this.map['body'] : undefined;
    if (operation === undefined) return undefined;
    const token = this.tokenSource();
    return { operation, token, ...(body === undefined ? {} : { body }) };
  }

  private tokenSource(): TokenSource {
    const text = this.string('token');
    if (text === undefined) throw this.error('needs token: where the response of its login has the token');
    if (text.startsWith('/')) return { in: 'response body', pointer: text };
    const cookie = /^\$response\.cookie\.(\S+)$/.exec(text)?.[1];
    if (cookie !== undefined) return { in: 'response cookie', name: cookie };
    const source = text.startsWith('$') ? parseRuntimeExpression(text) : undefined;
    if (source?.in === 'response body' || source?.in === 'response header') return source;
    throw this.error(
      'must have a JSON Pointer in the response as token, such as /data/token, $response.header.NAME or $response.cookie.NAME',
      'token',
    );
  }

  /** An empty variable counts as unset: CI systems pass that for a missing secret. */
  private variable(): string | undefined {
    const name = this.string('env');
    if (name === undefined) return undefined;
    const value = this.env[name];
    if (value) return value;
    throw this.error(`needs the environment variable ${name}, which is not set or empty`, 'env');
  }

  private string(field: Field): string | undefined {
    const value = Object.hasOwn(this.map, field) ? this.map[field] : undefined;
    if (value === undefined || (typeof value === 'string' && value !== '')) return value;
    throw this.error(`must have a string as ${field}`, field);
  }

  private error(message: string, field?: Field): InputError | UsageError {
    const location = field === undefined ? this.location : sourceLocation(this.map, field);
    return new InputError(`auth.${this.scheme} ${message}`, location);
  }
}
