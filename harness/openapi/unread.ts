import { isFieldName } from '../core/http-field.ts';
import { INTEGER_FORMATS } from '../core/json/decimal.ts';
import { isObject } from '../core/json/index.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { JsonObject, JsonValue, MediaType, ParameterIn, ParameterStyle, SourceLocation } from '../core/model.ts';
import { isKnownContentEncoding } from './body/content-encodings.ts';
import { isFormWithoutFields } from './body/form-schema.ts';
import { isDataKeyword, NAMED_MAPS } from './bundle/data-keywords.ts';
import type { OpenApiDocument } from './document.ts';
import { needsFragment } from './fragments.ts';
import { parseMediaType } from './media-type.ts';
import { defaultStyle, isSendableMethod, MESSAGE_HEADERS, METHODS, readOperations } from './operations.ts';
import { readQueryString } from './parameters/query-string.ts';
import { hasUndefinedSerialization } from './parameters/undefined-serialization.ts';
import { STRING_FORMATS } from './schema/keywords/format.ts';
import { unreadOfStream } from './streams/stream-items.ts';
import { unreadLinks } from './unread-links.ts';

/** A part of the document that is not tested, because this program does not read it. */
export interface UnreadPart {
  readonly pointer: string;
  readonly location: SourceLocation;
  readonly description: string;
}

/** Formats that restrict no value, or that another part of the program reads (OpenAPI format registry). */
const UNRESTRICTED_FORMATS = new Set(['float', 'double', 'password', 'binary', 'regex']);
const READ_FORMATS = new Set([...STRING_FORMATS, ...Object.keys(INTEGER_FORMATS), ...UNRESTRICTED_FORMATS]);
/** What a Path Item Object may hold beside operations (OpenAPI 3.2.0, Path Item Object). */
const PATH_ITEM_FIELDS = new Set([...METHODS, '$ref', 'summary', 'description', 'servers', 'parameters']);

/** Lists every part of the document and its overlays that is not read, in document order; a format once, at its first use. */
export function unreadParts(document: OpenApiDocument): UnreadPart[] {
  const streams = streamsOf(document);
  const parts = [
    ...unreadWebhooks(document),
    ...unreadPathItems(document),
    ...unreadFragments(document),
    ...unreadFields(document, new Set(streams.map(({ stream }) => stream.schema))),
    ...unreadStreams(document, streams),
  ];
  return [
    ...document.unusedActions.map(({ message, location }) => ({ pointer: '#', description: message, location })),
    ...parts.map(([pointer, description]) => ({ pointer, description, location: document.locate(pointer) })),
  ];
}

/** The streams of responses, each once. */
function streamsOf(document: OpenApiDocument): readonly StreamType[] {
  const content = document
    .derived(readOperations)
    .flatMap(({ responses }) => responses.flatMap((response) => response.content));
  return [...new Map(content.map((media) => [media.pointer, media])).values()].filter(isStream);
}

type StreamType = MediaType & Required<Pick<MediaType, 'stream'>>;

function isStream(media: MediaType): media is StreamType {
  return media.stream !== undefined;
}

function unreadStreams(document: OpenApiDocument, streams: readonly StreamType[]): Unread[] {
  const all = streams.flatMap((media) => [...unreadOfStream(document, media)]);
  return [...new Map(all.map((unread) => [unread[0], unread])).values()];
}

type Unread = readonly [pointer: string, description: string];

function unreadWebhooks({ root }: OpenApiDocument): Unread[] {
  const names = isObject(root['webhooks']) ? Object.keys(root['webhooks']) : [];
  return names.map((name) => [
    appendTokens('#/webhooks', name),
    `webhook ${name} is not tested; \`contract mock\` sends it on demand`,
  ]);
}

function* unreadPathItems(document: OpenApiDocument): Generator<Unread> {
  const { paths } = document.root;
  if (!isObject(paths)) return;
  for (const path of Object.keys(paths).filter((name) => !name.startsWith('x-'))) {
    const at = appendTokens('#/paths', path);
    if (!path.startsWith('/')) yield [at, `path ${path} does not start with / and is not tested`];
    else yield* unreadOperations(document, path);
  }
}

function unreadFragments(document: OpenApiDocument): Unread[] {
  const operations = document.derived(readOperations).filter(needsFragment);
  return operations.map(({ method, path, pointer }) => [
    pointer,
    `clients do not send the fragment that alone tells ${method} ${path} from another operation: no service can know it`,
  ]);
}

function* unreadOperations(document: OpenApiDocument, path: string): Generator<Unread> {
  const { pointer, value } = document.object(appendTokens('#/paths', path));
  const additional = value['additionalOperations'];
  for (const method of isObject(additional) ? Object.keys(additional) : [])
    if (!isSendableMethod(method))
      yield [appendTokens(pointer, 'additionalOperations', method), `operation ${method} ${path} is not tested`];
  for (const name of Object.keys(value))
    if (!PATH_ITEM_FIELDS.has(name) && name !== 'additionalOperations' && !name.startsWith('x-'))
      yield [appendTokens(pointer, name), `field ${name} of ${path} is unknown and is not read`];
}

/** The path to a part, written as a pointer only if something is reported there. */
type Path = { readonly parent: Path; readonly token: string | number } | undefined;

function pointerOf(path: Path): string {
  return path === undefined ? '#' : appendTokens(pointerOf(path.parent), path.token);
}

/** Finds callbacks, informational responses, links, item schemas, querystring parameters and formats wherever they are, but not in data. */
function unreadFields(document: OpenApiDocument, readItems: ReadonlySet<string | undefined>): Unread[] {
  const found: Unread[] = [];
  const formats = new Set<string>();
  const walk = (value: JsonValue, path: Path, isMap = false): void => {
    if (Array.isArray(value)) for (const [token, item] of value.entries()) walk(item, { parent: path, token });
    if (!isObject(value)) return;
    if (!isMap && mayBeUnread(value)) {
      const pointer = pointerOf(path);
      found.push(...fieldsOf(value, pointer, formats), ...unreadParameter(document, value, pointer));
      found.push(...unreadForms(document, value, pointer, readItems));
      found.push(...unreadItems(value, pointer, readItems), ...unreadLinks(document, value, pointer));
    }
    for (const [token, property] of Object.entries(value))
      if (typeof property === 'object' && (isMap || !(token.startsWith('x-') || isDataKeyword(token, property))))
        walk(property, { parent: path, token }, !isMap && NAMED_MAPS.has(token));
  };
  walk(document.root, undefined);
  return found;
}

/** A status, all of a hundred, or the rest (OpenAPI 3.1, 4.8.16); extensions have no meaning. */
const RESPONSE_KEY = /^([1-5](\d\d|XX)|default|x-.*)$/i;

function mayBeUnread(value: JsonObject): boolean {
  const { in: location, responses, content, headers, itemSchema, links } = value;
  if (unknownNames(value).length > 0) return true;
  return typeof location === 'string' || [responses, content, headers, itemSchema, links].some(isObject);
}

/** Keywords with the name of a format or an encoding that is not known. */
function unknownNames({ format, contentEncoding }: JsonObject): readonly (readonly [keyword: string, name: string])[] {
  const found: [string, string][] = [];
  if (typeof format === 'string' && !READ_FORMATS.has(format)) found.push(['format', format]);
  if (typeof contentEncoding === 'string' && !isKnownContentEncoding(contentEncoding))
    found.push(['contentEncoding', contentEncoding]);
  return found;
}

function* fieldsOf(value: JsonObject, pointer: string, formats: Set<string>): Generator<Unread> {
  const { callbacks, responses, content, headers } = value;
  for (const [keyword, name] of unknownNames(value)) {
    const unknown = `${keyword} ${name}`;
    if (formats.has(unknown)) continue;
    formats.add(unknown);
    yield [appendTokens(pointer, keyword), `${unknown} is unknown and is not checked`];
  }
  if (isObject(callbacks) && isObject(responses))
    for (const key of Object.keys(callbacks))
      yield [appendTokens(pointer, 'callbacks', key), `callback ${key} is not tested without --callback-host`];
  // Those of components have names.
  for (const key of isObject(responses) && pointer !== '#/components' ? Object.keys(responses) : []) {
    const at = appendTokens(pointer, 'responses', key);
    if (/^1(\d\d|XX)$/i.test(key)) yield [at, `response ${key} is informational and is not tested`];
    if (!RESPONSE_KEY.test(key)) yield [at, `response ${key} is neither a status nor default and is not read`];
  }
  if (isObject(content))
    for (const [type, media] of Object.entries(content))
      if (isObject(media) && parseMediaType(type) === undefined && !type.startsWith('x-'))
        yield [appendTokens(pointer, 'content', type), `content ${type} is not a media type and is not read`];
  if (isObject(headers))
    for (const header of Object.keys(headers).filter((each) => !isFieldName(each)))
      yield [appendTokens(pointer, 'headers', header), `header ${header} is none that HTTP has and is not read`];
}

function* unreadItems(
  { itemSchema }: JsonObject,
  owner: string,
  readItems: ReadonlySet<string | undefined>,
): Generator<Unread> {
  const pointer = appendTokens(owner, 'itemSchema');
  if (isObject(itemSchema) && !readItems.has(pointer))
    yield [pointer, 'itemSchema is not checked: it is not that of a response in a sequential media type'];
}

function* unreadForms(
  document: OpenApiDocument,
  { content }: JsonObject,
  owner: string,
  readItems: ReadonlySet<string | undefined>,
): Generator<Unread> {
  for (const [type, media] of Object.entries(isObject(content) ? content : {})) {
    const pointer = appendTokens(owner, 'content', type, 'schema');
    if (readItems.has(appendTokens(pointer, 'items'))) continue;
    if (isObject(media) && isObject(media['schema']) && isFormWithoutFields(document, type, pointer))
      yield [pointer, `the schema of ${type} is not checked: a form is an object with fields`];
  }
}

function* unreadParameter(document: OpenApiDocument, value: JsonObject, pointer: string): Generator<Unread> {
  const { name, schema, in: location } = value;
  if (typeof name !== 'string') return;
  if (location === 'header' && MESSAGE_HEADERS.includes(name.toLowerCase()))
    yield [pointer, `header parameter ${name} is not sent: it describes the message itself`];
  if (value['style'] === 'cookie')
    yield [appendTokens(pointer, 'style'), `style cookie of ${name} is read as form, which percent-encodes`];
  if (location === 'querystring' && readQueryString(document, pointer, value) === undefined)
    yield [pointer, `querystring parameter ${name} is not sent: only a form with named fields is`];
  if (!isObject(schema) || !isParameterIn(location)) return;
  const { style = defaultStyle(location), explode = style === 'form' } = value;
  const described = {
    schema: appendTokens(pointer, 'schema'),
    style: style as ParameterStyle,
    explode: explode === true,
  };
  if (hasUndefinedSerialization(document, described))
    yield [pointer, `${location} parameter ${name} is not tested: style ${style} has no serialization for its schema`];
}

function isParameterIn(location: JsonValue | undefined): location is ParameterIn {
  return location === 'query' || location === 'path' || location === 'header' || location === 'cookie';
}
