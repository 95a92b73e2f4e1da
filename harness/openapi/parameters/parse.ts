import { getOwn, JsonSyntaxError, setProperty } from '../../core/json/index.ts';
import type { JsonObject, JsonValue, Parameter } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { effectiveSchema } from '../schema/effective-schema.ts';
import { readBrackets } from './brackets.ts';
import {
  compileTextParser,
  type DelimitedTextParser,
  parseAssignments,
  parseDelimited,
  parseHeaderText,
} from './delimited.ts';
import { decodeQueryComponent, PercentEncodingError, percentDecode } from './percent-decoding.ts';

/** The parameters of a request as they were sent; only the names in the query are decoded. */
export interface RawParameters {
  /** Name and value of each `name=value`; the value is still percent-encoded, because delimiters count before decoding. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** The text for each `{name}` of the path template, percent-encoded. */
  readonly path: Readonly<Record<string, string>>;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** A parameter as a JSON value; `absent` if it was not sent; `malformed` with the reason if it cannot be parsed. */
type ParsedParameter =
  | { readonly state: 'absent' }
  | { readonly state: 'read'; readonly value: JsonValue }
  | { readonly state: 'malformed'; readonly message: string };

export type ParameterParser = (sent: RawParameters) => ParsedParameter;

const ABSENT: ParsedParameter = { state: 'absent' };
const read = (value: JsonValue): ParsedParameter => ({ state: 'read', value });
const malformed = (message: string): ParsedParameter => ({ state: 'malformed', message });

/**
 * Compiles the parser of a parameter from its style and schema (OpenAPI 3.0.3, Style Values; RFC 6570).
 * Text that is not of a declared type stays a string, so that validation names the type.
 */
export function compileParameterParser(document: OpenApiDocument, parameter: Parameter): ParameterParser {
  const text = compileTextParser(document, parameter);
  const parse = PARSERS[parameter.in](parameter, text, propertyNames(document, parameter), document);
  return (sent) => {
    try {
      return parse(sent);
    } catch (error) {
      if (error instanceof PercentEncodingError) return malformed('has bad percent-encoding');
      if (error instanceof JsonSyntaxError) return malformed(`is not valid JSON: ${error.message}`);
      throw error;
    }
  };
}

function propertyNames(document: OpenApiDocument, { schema }: Parameter): readonly string[] {
  if (schema === undefined) return [];
  return [...effectiveSchema(document, schema, 'request').properties.keys()];
}

type CompileParser = (
  parameter: Parameter,
  text: DelimitedTextParser,
  properties: readonly string[],
  document: OpenApiDocument,
) => ParameterParser;

const PARSERS: Readonly<Record<Parameter['in'], CompileParser>> = {
  query: compileQuery,
  path: compilePath,
  header: compileHeader,
  cookie: compileCookie,
};

function compileQuery(
  parameter: Parameter,
  text: DelimitedTextParser,
  properties: readonly string[],
  document: OpenApiDocument,
): ParameterParser {
  const exploded = compileExploded(parameter, text, properties, document);
  if (exploded) return ({ query }) => exploded(query);
  const { name, explode } = parameter;
  return ({ query }) => {
    let found: string | undefined;
    for (const [each, value] of query) {
      if (each !== name) continue;
      if (found !== undefined)
        return explode && text.mayBeList ? readItems(name, text, query) : malformed('must be given once');
      found = value;
    }
    return found === undefined
      ? ABSENT
      : read(parseDelimited(text, found, DELIMITERS[parameter.style] ?? /,/, decodeQueryComponent));
  };
}

/** RFC 3986 requires spaces and pipes to be encoded, but clients send both forms. */
const DELIMITERS: Readonly<Record<string, RegExp>> = {
  form: /,/,
  spaceDelimited: /%20|\+| /,
  pipeDelimited: /%7[Cc]|\|/,
};

type ParsePairs = (pairs: RawParameters['query']) => ParsedParameter;

/** Compiles the parser of an array or object in several pairs: exploded form, or deepObject. */
function compileExploded(
  parameter: Parameter,
  text: DelimitedTextParser,
  properties: readonly string[],
  document: OpenApiDocument,
): ParsePairs | undefined {
  const { name, style, explode } = parameter;
  const isArray = text.schema === 'array';
  if (style === 'deepObject' && (text.mayBeList || text.mayBeObject))
    return (pairs) => {
      if (!pairs.some(([key]) => key === name)) return readDeep(document, parameter, pairs);
      if (isArray) return readItems(name, text, pairs);
      return text.schema === 'primitive'
        ? readAlone(name, text, pairs)
        : malformed(`must be given as ${name}[property]=value`);
    };
  if (isArray && explode) return (pairs) => readItems(name, text, pairs);
  if (text.schema !== 'object' || !explode) return undefined;
  const declared = new Set(properties);
  return (pairs) => readProperties(text, pairs, (key) => (declared.has(key) ? key : undefined));
}

function readDeep(document: OpenApiDocument, parameter: Parameter, pairs: RawParameters['query']): ParsedParameter {
  const own = pairs.filter(([key]) => key.startsWith(`${parameter.name}[`));
  const decoded = own.map(([key, value]) => [key, decodeQueryComponent(value)] as const);
  const found = readBrackets(document, parameter, decoded);
  if (!found) return ABSENT;
  return 'repeated' in found ? malformed(`must give ${found.repeated} once`) : read(found.value);
}

/** A text where an object could be, such as the empty one that removes it. */
function readAlone(name: string, text: DelimitedTextParser, pairs: RawParameters['query']): ParsedParameter {
  const [[, value] = ['', ''], ...others] = pairs.filter(([key]) => key === name);
  if (others.length === 0) return read(text.primitive(decodeQueryComponent(value)));
  return text.mayBeList ? readItems(name, text, pairs) : malformed('must be given once');
}

function readItems(name: string, text: DelimitedTextParser, pairs: RawParameters['query']): ParsedParameter {
  const sent = pairs.flatMap(([each, value]) => (each === name ? decodeQueryComponent(value) : []));
  const [first, ...others] = sent;
  if (first === undefined) return ABSENT;
  const alone = others.length === 0 && text.schema === 'array' ? text.alone(first) : undefined;
  return read(alone ?? sent.map((item, index) => text.item(item, index)));
}

function readProperties(
  text: DelimitedTextParser,
  pairs: RawParameters['query'],
  propertyOf: (key: string) => string | undefined,
): ParsedParameter {
  const object: JsonObject = {};
  for (const [key, value] of pairs) {
    const property = propertyOf(key);
    if (property === undefined) continue;
    if (Object.hasOwn(object, property)) return malformed(`must give ${property} once`);
    setProperty(object, property, text.property(property, decodeQueryComponent(value)));
  }
  return Object.keys(object).length === 0 ? ABSENT : read(object);
}

function compilePath({ name, style, explode }: Parameter, text: DelimitedTextParser): ParameterParser {
  const start = style === 'label' ? '.' : style === 'matrix' ? ';' : '';
  return ({ path }) => {
    const raw = getOwn(path, name);
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
function readMatrix(name: string, text: DelimitedTextParser, raw: string): ParsedParameter {
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

function compileHeader({ name, explode }: Parameter, text: DelimitedTextParser): ParameterParser {
  const key = name.toLowerCase();
  return ({ headers }) => {
    const sent = getOwn(headers, key);
    if (sent === undefined) return ABSENT;
    return read(parseHeaderText(text, typeof sent === 'string' ? sent : sent.join(', '), explode));
  };
}

/** RFC 6265 section 5.4; the style is form. */
function compileCookie(
  parameter: Parameter,
  text: DelimitedTextParser,
  properties: readonly string[],
  document: OpenApiDocument,
): ParameterParser {
  const exploded = compileExploded(parameter, text, properties, document);
  const { name } = parameter;
  return ({ headers }) => {
    const sent = headers['cookie'];
    if (sent === undefined) return ABSENT;
    const raw = typeof sent === 'string' ? sent : sent.join('; ');
    const pairs = raw.split(/;\s*|&/).map((pair): [string, string] => {
      const equals = pair.indexOf('=');
      return equals === -1 ? [pair.trim(), ''] : [pair.slice(0, equals).trim(), pair.slice(equals + 1)];
    });
    if (exploded) return exploded(pairs);
    const found = pairs.find(([each]) => each === name);
    return found ? read(parseDelimited(text, found[1], /,/, percentDecode)) : ABSENT;
  };
}
