import { isObject } from '../core/json/index.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { MediaType, NamedExample } from '../core/model.ts';
import { readEncodings } from './body/encoding.ts';
import { isFormWithoutFields } from './body/form-schema.ts';
import type { OpenApiDocument } from './document.ts';
import { parseMediaType } from './media-type.ts';

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
    return { type, pointer, schema, examples: readExamples(document, pointer), encodings };
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
