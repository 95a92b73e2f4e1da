import type { Json, ResponseHeader } from '../../core/model.ts';
import type { Contract } from '../contract.ts';
import type { OpenApiDocument } from '../document.ts';
import { exactNumber, JsonSyntaxError } from '../../core/json/index.ts';
import type { SchemaError } from '../schema/keyword.ts';
import type { TypeName } from '../schema/instance-types.ts';
import { decode, EncodingError } from './percent-decoding.ts';
import { readHeaderText, type TextReader, textReader } from './delimited.ts';
import { parsePrimitive } from './primitive.ts';

/**
 * The value that a response header's text stands for, by its schema (OpenAPI 3.0.3, Header Object: style simple, or `content`).
 * Text that the declared type cannot hold stays a string, so that judging it names the type.
 * @throws {JsonSyntaxError} where the header is declared as JSON and is none
 */
export function readHeader(document: OpenApiDocument, header: ResponseHeader, text: string): Json {
  return readHeaderText(readerOf(document, header), text.trim(), header.explode);
}

/** What a response header's text breaks of its schema. */
export function headerErrors(contract: Contract, header: ResponseHeader, text: string): SchemaError[] {
  const errors = errorsIn(contract, header, () => readHeader(contract.document, header, text));
  if (errors.length === 0 || !text.includes('%')) return errors;
  // RFC 6570 encodes what is written in style simple, and HTTP knows nothing of it: services do either.
  return isDecodable(text) && decodedErrors(contract, header, text).length === 0 ? [] : errors;
}

function decodedErrors(contract: Contract, header: ResponseHeader, text: string): SchemaError[] {
  const reader = readerOf(contract.document, header);
  return errorsIn(contract, header, () => readHeaderText(reader, text.trim(), header.explode, decode));
}

function errorsIn({ schemas }: Contract, { schema, pointer }: ResponseHeader, read: () => Json): SchemaError[] {
  try {
    const value = read();
    return schema === undefined ? [] : schemas.validate(schema, value, 'response');
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const says = `must be JSON (${error.message})`;
    return [{ pointer: schema ?? pointer, keyword: 'content', path: '', says, actual: undefined }];
  }
}

function isDecodable(text: string): boolean {
  try {
    decode(text);
    return true;
  } catch (error) {
    if (error instanceof EncodingError) return false;
    throw error;
  }
}

const readers = new WeakMap<ResponseHeader, TextReader>();

function readerOf(document: OpenApiDocument, header: ResponseHeader): TextReader {
  const reader = readers.get(header) ?? textReader(document, header, parseWritten);
  readers.set(header, reader);
  return reader;
}

const SCIENTIFIC = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?[eE][+-]?[0-9]+$/;

/** Most languages print small and large fractions with an exponent. */
function parseWritten(types: ReadonlySet<TypeName>, text: string): Json {
  return types.has('number') && SCIENTIFIC.test(text) ? exactNumber(text) : parsePrimitive(types, text);
}
