import { jsonEqual } from '../../core/json/equal.ts';
import { isObject } from '../../core/json/index.ts';
import type { FormEncoding, JsonValue, MediaType, Parameter } from '../../core/model.ts';
import { isBinaryMediaType } from '../../openapi/body/concrete-media-type.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { isMultipart, isUrlencoded } from '../../openapi/media-type.ts';
import { compileRoundTrip } from './parameter-round-trip.ts';

type Test = (value: JsonValue) => boolean;

/** Returns a predicate for values that every parser of a form or text body reads back unchanged. */
export function survivesFormRoundTrip(document: OpenApiDocument, { type, encodings }: MediaType): Test {
  if (!isUrlencoded(type) && !isMultipart(type))
    return (value) => (/^text\//i.test(type) || isBinaryMediaType(type)) && typeof value === 'string' && value !== '';
  const isMember = isMultipart(type) ? isSerializable : isUrlencodable;
  const styled = new Map(
    [...encodings].flatMap(([name, field]) =>
      field.style === undefined ? [] : [[name, styledRoundTrip(document, name, field)]],
    ),
  );
  return (value) =>
    isObject(value) &&
    Object.keys(value).length > 0 &&
    Object.entries(value).every(([name, property]) => (styled.get(name) ?? isMember)(property));
}

/** Excludes null and empty arrays, which have no defined form serialization. */
function isSerializable(value: JsonValue): boolean {
  return Array.isArray(value) ? value.length > 0 && value.every((item) => item !== null) : value !== null;
}

function isUrlencodable(value: JsonValue): boolean {
  const items = Array.isArray(value) ? value : [value];
  return isSerializable(value) && items.every((item) => !isObject(item) && !Array.isArray(item));
}

function styledRoundTrip(document: OpenApiDocument, name: string, field: FormEncoding): Test {
  const { style = 'form', explode, allowReserved, schema } = field;
  const parameter: Parameter = {
    name,
    in: 'query',
    required: false,
    style,
    explode,
    allowReserved,
    allowEmptyValue: false,
    pointer: schema ?? '',
    schema,
    mediaType: undefined,
    examples: [],
  };
  const read = compileRoundTrip(document, parameter);
  return (value) => {
    const back = read(value);
    return back !== undefined && jsonEqual(back, value);
  };
}
