import { appendTokens } from '../../core/json/pointer.ts';
import type { MediaType, Operation, StreamItems } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { streamFormatOf } from '../media-type.ts';
import { effectiveSchema } from '../schema/effective-schema.ts';

/** The fields of an event (WHATWG HTML 9.2.6; OpenAPI 3.2.0, Special Considerations for Server-Sent Events). */
const EVENT_FIELDS = new Set(['data', 'event', 'id', 'retry']);

/**
 * Reads what the items of a stream are: by `itemSchema`, or by a `schema`, whose items they are if it describes an array. Any other
 * `schema` describes one item, as most documents before OpenAPI 3.2 have it; of events, it describes the data unless it has their fields.
 * @returns undefined if the media type is no stream
 */
export function readStreamItems(document: OpenApiDocument, type: string, pointer: string): StreamItems | undefined {
  const format = streamFormatOf(type);
  if (format === undefined) return undefined;
  const own = appendTokens(pointer, 'itemSchema');
  if (document.at(own) !== undefined) return { format, schema: own, describes: 'item' };
  const whole = appendTokens(pointer, 'schema');
  if (document.at(whole) === undefined)
    return format === 'multipart' ? undefined : { format, schema: undefined, describes: 'item' };
  const { types, hasType, items } = effectiveSchema(document, whole, 'response');
  if (items !== undefined && (!hasType || types.includes('array'))) return { format, schema: items, describes: 'item' };
  // Before OpenAPI 3.2, the parts of multipart are the properties of its schema.
  if (format === 'multipart') return undefined;
  if (format !== 'event-stream') return { format, schema: whole, describes: 'item' };
  // The text of the whole stream, or the data of each event as it is: nothing that its items could violate.
  if (hasType && types.every((each) => each === 'string')) return { format, schema: undefined, describes: 'item' };
  return { format, schema: whole, describes: describesEvents(document, whole) ? 'item' : 'data' };
}

/** True if a response of the operation is a stream. */
export function hasStream({ responses }: Operation): boolean {
  return responses.some(({ content }) => content.some(({ stream }) => stream));
}

/** Nesting of alternatives in alternatives that is followed. */
const MAX_DEPTH = 10;

function describesEvents(document: OpenApiDocument, schema: string, depth = 0): boolean {
  const { properties, alternatives } = effectiveSchema(document, schema, 'response');
  const names = [...properties.keys()];
  if (names.length > 0) return names.includes('data') && names.every((name) => EVENT_FIELDS.has(name));
  const branches = depth > MAX_DEPTH ? [] : alternatives.flat();
  return branches.length > 0 && branches.every((branch) => describesEvents(document, branch, depth + 1));
}

/** What of the description of a stream is not read: each with its pointer. */
export function* unreadOfStream(
  document: OpenApiDocument,
  { type, pointer, stream }: MediaType,
): Generator<[string, string]> {
  const whole = appendTokens(pointer, 'schema');
  if (!stream || document.at(whole) === undefined || stream.schema === whole) return;
  if (stream.schema === appendTokens(pointer, 'itemSchema'))
    yield [whole, `the schema of the whole ${type} is not checked, only its itemSchema`];
  else
    for (const [at, keyword] of statements(document, whole, stream.schema ? ARRAY_KEYWORDS : STRING_KEYWORDS))
      yield [at, `${keyword} of the whole ${type} is not checked`];
}

const STRING_KEYWORDS = ['minLength', 'maxLength', 'pattern', 'format', 'enum', 'const'];
const ARRAY_KEYWORDS = ['minItems', 'maxItems', 'uniqueItems', 'contains', 'prefixItems'];

function* statements(
  document: OpenApiDocument,
  schema: string,
  keywords: readonly string[],
): Generator<[pointer: string, keyword: string]> {
  for (const { pointer, schema: part } of effectiveSchema(document, schema, 'response').schemas)
    for (const keyword of keywords.filter((each) => part[each] !== undefined))
      yield [appendTokens(pointer, keyword), keyword];
}
