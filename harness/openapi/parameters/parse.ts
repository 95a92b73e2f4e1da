import { JsonSyntaxError, setProperty } from '../../core/json/index.ts';
import type { JsonObject, JsonValue, Parameter } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { effectiveSchema } from '../schema/effective-schema.ts';
import {
  compileTextParser,
  type DelimitedTextParser,
  parseAssignments,
  parseDelimited,
  parseHeaderText,
} from './delimited.ts';
import { decodeQueryComponent, PercentEncodingError, percentDecode } from './percent-decoding.ts';

/** What a request carries as parameters, as it was sent: nothing is decoded but the names in the query. */
export interface RawParameters {
  /** Name and value of each `name=value`; the value is still percent-encoded, because delimiters count before decoding. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Text in place of each `{name}` of the path template. */
  readonly path: Readonly<Record<string, string>>;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** A parameter as a JSON value by its schema; `absent` where it was not sent; `malformed` says what cannot be read. */
type ReadParameter =
  | { readonly state: 'absent' }
  | { readonly state: 'read'; readonly value: JsonValue }
  | { readonly state: 'malformed'; readonly message: string };

export type ParameterParser = (sent: RawParameters) => ReadParameter;

const ABSENT: ReadParameter = { state: 'absent' };
const read = (value: JsonValue): ReadParameter => ({ state: 'read', value });
const malformed = (says: string): ReadParameter => ({ state: 'malformed', message: says });

/**
 * Compiles the reading of one parameter by its style and schema (OpenAPI 3.0.3, Style Values; RFC 6570).
 * Text that the declared type cannot hold stays a string, so that judging it names the type.
 */
export function compileParameterParser(document: OpenApiDocument, parameter: Parameter): ParameterParser {
  const readText = compileTextParser(document, parameter);
  const reader = READERS[parameter.in](parameter, readText, memberNames(document, parameter));
  return (sent) => {
    try {
      return reader(sent);
    } catch (error) {
      if (error instanceof PercentEncodingError) return malformed('has bad percent-encoding');
      if (error instanceof JsonSyntaxError) return malformed(`is not valid JSON: ${error.message}`);
      throw error;
    }
  };
}

function memberNames(document: OpenApiDocument, { schema }: Parameter): readonly string[] {
  if (schema === undefined) return [];
  return [...effectiveSchema(document, schema, 'request').properties.keys()];
}

type ReaderOf = (parameter: Parameter, text: DelimitedTextParser, members: readonly string[]) => ParameterParser;

const READERS: Readonly<Record<Parameter['in'], ReaderOf>> = {
  query: queryReader,
  path: pathReader,
  header: headerReader,
  cookie: cookieReader,
};

function queryReader(parameter: Parameter, text: DelimitedTextParser, members: readonly string[]): ParameterParser {
  const spread = readSpread(parameter, text, members);
  if (spread) return ({ query }) => spread(query);
  const { name } = parameter;
  return ({ query }) => {
    let found: string | undefined;
    for (const [each, value] of query) {
      if (each !== name) continue;
      if (found !== undefined) return malformed('must be given once');
      found = value;
    }
    return found === undefined
      ? ABSENT
      : read(parseDelimited(text, found, DELIMITERS[parameter.style] ?? /,/, decodeQueryComponent));
  };
}

/** A space or a pipe may come encoded or not: RFC 3986 forbids both as they are, and clients send both. */
const DELIMITERS: Readonly<Record<string, RegExp>> = {
  form: /,/,
  spaceDelimited: /%20|\+| /,
  pipeDelimited: /%7[Cc]|\|/,
};

type Spread = (pairs: RawParameters['query']) => ReadParameter;

/** A list or an object that spreads over several pairs: exploded form, or deepObject. */
function readSpread(
  { name, style, explode }: Parameter,
  text: DelimitedTextParser,
  members: readonly string[],
): Spread | undefined {
  if (text.schema === 'array' && explode) return (pairs) => readItems(name, text, pairs);
  if (text.schema !== 'object') return undefined;
  if (style === 'deepObject') {
    const prefix = `${name}[`;
    const memberOf = (key: string) =>
      key.startsWith(prefix) && key.endsWith(']') ? key.slice(prefix.length, -1) : undefined;
    return (pairs) =>
      pairs.some(([key]) => key === name)
        ? malformed(`must be given as ${name}[member]=value`)
        : readMembers(text, pairs, memberOf);
  }
  if (!explode) return undefined;
  const known = new Set(members);
  return (pairs) => readMembers(text, pairs, (key) => (known.has(key) ? key : undefined));
}

function readItems(name: string, text: DelimitedTextParser, pairs: RawParameters['query']): ReadParameter {
  const items: JsonValue[] = [];
  for (const [each, value] of pairs)
    if (each === name) items.push(text.item(decodeQueryComponent(value), items.length));
  return items.length === 0 ? ABSENT : read(items);
}

function readMembers(
  text: DelimitedTextParser,
  pairs: RawParameters['query'],
  memberOf: (key: string) => string | undefined,
): ReadParameter {
  const object: JsonObject = {};
  for (const [key, value] of pairs) {
    const member = memberOf(key);
    if (member === undefined) continue;
    if (Object.hasOwn(object, member)) return malformed(`must give ${member} once`);
    setProperty(object, member, text.property(member, decodeQueryComponent(value)));
  }
  return Object.keys(object).length === 0 ? ABSENT : read(object);
}

function pathReader({ name, style, explode }: Parameter, text: DelimitedTextParser): ParameterParser {
  const start = style === 'label' ? '.' : style === 'matrix' ? ';' : '';
  return ({ path }) => {
    const raw = path[name];
    if (raw === undefined) return ABSENT;
    if (!raw.startsWith(start)) return malformed(`must start with ${start}`);
    const rest = raw.slice(start.length);
    if (text.schema === 'object' && explode)
      return read(parseAssignments(text, rest.split(start || ','), percentDecode));
    if (style === 'matrix') return readMatrix(name, text, rest);
    return read(parseDelimited(text, rest, style === 'label' && explode ? /\./ : /,/, percentDecode));
  };
}

/** `name=3` and `name=3,4`, and exploded `name=3;name=4` (RFC 6570 section 3.2.7). */
function readMatrix(name: string, text: DelimitedTextParser, raw: string): ReadParameter {
  const values: string[] = [];
  for (const part of raw.split(';')) {
    const equals = part.indexOf('=');
    if (percentDecode(equals === -1 ? part : part.slice(0, equals)) !== name)
      return malformed(`must be ;${name}=value`);
    values.push(equals === -1 ? '' : part.slice(equals + 1));
  }
  if (text.schema !== 'array' && values.length > 1) return malformed('must be given once');
  return read(parseDelimited(text, values.join(','), /,/, percentDecode));
}

function headerReader({ name, explode }: Parameter, text: DelimitedTextParser): ParameterParser {
  const key = name.toLowerCase();
  return ({ headers }) => {
    const sent = headers[key];
    if (sent === undefined) return ABSENT;
    return read(parseHeaderText(text, typeof sent === 'string' ? sent : sent.join(', '), explode));
  };
}

/** RFC 6265 section 5.4; the style is form. */
function cookieReader(parameter: Parameter, text: DelimitedTextParser, members: readonly string[]): ParameterParser {
  const spread = readSpread(parameter, text, members);
  const { name } = parameter;
  return ({ headers }) => {
    const sent = headers['cookie'];
    if (sent === undefined) return ABSENT;
    const raw = typeof sent === 'string' ? sent : sent.join('; ');
    const pairs = raw.split(/;\s*|&/).map((pair): [string, string] => {
      const equals = pair.indexOf('=');
      return equals === -1 ? [pair.trim(), ''] : [pair.slice(0, equals).trim(), pair.slice(equals + 1)];
    });
    if (spread) return spread(pairs);
    const found = pairs.find(([each]) => each === name);
    return found ? read(parseDelimited(text, found[1], /,/, percentDecode)) : ABSENT;
  };
}
