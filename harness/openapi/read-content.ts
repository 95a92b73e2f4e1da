import { isObject, tryParseJson } from '../core/json/index.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { JsonValue, MediaType, NamedExample } from '../core/model.ts';
import { readEncodings } from './body/encoding.ts';
import { isFormWithoutFields } from './body/form-schema.ts';
import type { OpenApiDocument } from './document.ts';
import { isJsonType, isXmlType, parseMediaType } from './media-type.ts';
import { declaredTypes } from './parameters/primitive.ts';
import { effectiveSchema } from './schema/effective-schema.ts';
import { readStreamItems } from './streams/stream-items.ts';
import { xmlBody } from './xml/xml-body.ts';

/** Reads the `content` of a body, parameter or header; what is not a media type is left out. */
export function readContent(document: OpenApiDocument, owner: string): MediaType[] {
  const content = document.at(appendTokens(owner, 'content'));
  if (!isObject(content)) return [];
  const types = Object.keys(content).filter((type) => parseMediaType(type) !== undefined);
  return types.map((type) => {
    const { pointer, value } = document.object(appendTokens(owner, 'content', type));
    const schema = value['schema'] === undefined ? undefined : appendTokens(pointer, 'schema');
    if (schema !== undefined && isFormWithoutFields(document, type, schema))
      return { type, pointer, schema: undefined, examples: [], encodings: new Map() };
    const encodings = readEncodings(document, { type, pointer, schema });
    const xml = xmlOf(document, type, schema);
    const examples = readExamples(document, pointer).map((example) => {
      return { ...example, value: exampleValue(document, { type, schema, ...xml }, example.value) };
    });
    return { type, pointer, schema, examples, encodings, ...xml };
  });
}

/** What reads and writes the bodies of a media type, if that is XML. */
export function xmlOf(document: OpenApiDocument, type: string, schema: string | undefined): Pick<MediaType, 'xml'> {
  return isXmlType(type) ? { xml: xmlBody(document, schema) } : {};
}

/** Returns the value of an example: many authors write that of a JSON or XML body as its text. */
export function exampleValue(
  document: OpenApiDocument,
  { type, schema, xml }: Pick<MediaType, 'type' | 'schema' | 'xml'>,
  example: JsonValue,
): JsonValue {
  if (typeof example !== 'string') return example;
  const isXml = xml !== undefined && /^\s*</.test(example);
  if (!isXml && !(isJsonType(type) && /^\s*[[{]/.test(example))) return example;
  if (schema !== undefined && declaredTypes(document, schema).has('string')) return example;
  const parsed = isXml ? xml.read(Buffer.from(example)) : tryParseJson(example);
  return parsed && 'value' in parsed ? parsed.value : example;
}

/** As {@link readContent}, for a body: of an open range, what is JSON is read as JSON, and anything else is possible. */
export function readBodyContent(document: OpenApiDocument, owner: string): MediaType[] {
  const content = readContent(document, owner);
  if (content.some(({ type }) => isJsonType(type))) return content;
  return content.flatMap((media) => {
    if (!OPEN_RANGE.test(media.type) || !isStructured(document, media.schema)) return media;
    const json = { ...media, type: 'application/json', range: media.type };
    const examples = media.examples.map((each) => ({ ...each, value: exampleValue(document, json, each.value) }));
    return [
      { ...json, examples },
      { ...media, schema: undefined, examples: [] },
    ];
  });
}

/** What frameworks declare for a body whose type depends on the request. */
const OPEN_RANGE = /^(?:\*|application)\/\*/;

/** Whether values are objects, lists, numbers and the like, which another type than JSON would not simply be the text of. */
function isStructured(document: OpenApiDocument, schema: string | undefined): boolean {
  if (schema === undefined) return false;
  const types = declaredTypes(document, schema);
  if (types.size > 0) return !types.has('string');
  return effectiveSchema(document, schema, 'response').properties.size > 0;
}

/** As {@link readBodyContent}, for a response, which can be a stream. */
export function readResponseContent(document: OpenApiDocument, owner: string): MediaType[] {
  return readBodyContent(document, owner).map((media) => {
    const stream = readStreamItems(document, media.type, media.pointer);
    return stream ? { ...media, schema: undefined, stream, examples: readExamples(document, media.pointer) } : media;
  });
}

/** Reads `example` and `examples` of a media type, parameter or header, through every `$ref`. */
export function readExamples(document: OpenApiDocument, owner: string): NamedExample[] {
  const holder = document.at(owner);
  if (!isObject(holder)) return [];
  const single = holder['example'];
  const named = holder['examples'];
  const examples: NamedExample[] = [];
  if (single !== undefined) examples.push({ name: 'example', value: single, pointer: appendTokens(owner, 'example') });
  if (!isObject(named)) return examples;
  for (const name of Object.keys(named)) {
    const { pointer, value } = document.object(appendTokens(owner, 'examples', name));
    if (value['value'] !== undefined)
      examples.push({ name, value: value['value'], pointer: appendTokens(pointer, 'value') });
  }
  return examples;
}
