import { JsonSyntaxError, parseNumber } from '../../core/json/index.ts';
import type { JsonValue, ResponseHeader } from '../../core/model.ts';
import type { Contract } from '../contract.ts';
import type { OpenApiDocument } from '../document.ts';
import type { TypeName } from '../schema/instance-types.ts';
import type { ValidationError } from '../schema/messages.ts';
import { compileTextParser, type DelimitedTextParser, parseHeaderText } from './delimited.ts';
import { PercentEncodingError, percentDecode } from './percent-decoding.ts';
import { parsePrimitive } from './primitive.ts';

/**
 * The value that a response header's text stands for, by its schema (OpenAPI 3.0.3, Header Object: style simple, or `content`).
 * Text that the declared type cannot hold stays a string, so that judging it names the type.
 * @throws {JsonSyntaxError} where the header is declared as JSON and is none
 */
export function parseResponseHeader(document: OpenApiDocument, header: ResponseHeader, text: string): JsonValue {
  return parseHeaderText(readerOf(document, header), text.trim(), header.explode);
}

/** What a response header's text breaks of its schema. */
export function validateResponseHeader(contract: Contract, header: ResponseHeader, text: string): ValidationError[] {
  const errors = errorsIn(contract, header, () => parseResponseHeader(contract.document, header, text));
  if (errors.length === 0 || !text.includes('%')) return errors;
  // RFC 6570 encodes what is written in style simple, and HTTP knows nothing of it: services do either.
  return isDecodable(text) && decodedErrors(contract, header, text).length === 0 ? [] : errors;
}

function decodedErrors(contract: Contract, header: ResponseHeader, text: string): ValidationError[] {
  const reader = readerOf(contract.document, header);
  return errorsIn(contract, header, () => parseHeaderText(reader, text.trim(), header.explode, percentDecode));
}

function errorsIn(
  { schemas }: Contract,
  { schema, pointer }: ResponseHeader,
  read: () => JsonValue,
): ValidationError[] {
  try {
    const value = read();
    return schema === undefined ? [] : schemas.validate(schema, value, 'response');
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const says = `must be JSON (${error.message})`;
    return [{ pointer: schema ?? pointer, keyword: 'content', instancePath: '', message: says, actual: undefined }];
  }
}

function isDecodable(text: string): boolean {
  try {
    percentDecode(text);
    return true;
  } catch (error) {
    if (error instanceof PercentEncodingError) return false;
    throw error;
  }
}

const createCache = () => new Map<ResponseHeader, DelimitedTextParser>();

function readerOf(document: OpenApiDocument, header: ResponseHeader): DelimitedTextParser {
  const readers = document.derived(createCache);
  const reader = readers.get(header) ?? compileTextParser(document, header, parseWritten);
  readers.set(header, reader);
  return reader;
}

const SCIENTIFIC = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?[eE][+-]?[0-9]+$/;

/** Most languages print small and large fractions with an exponent. */
function parseWritten(types: ReadonlySet<TypeName>, text: string): JsonValue {
  return types.has('number') && SCIENTIFIC.test(text) ? parseNumber(text) : parsePrimitive(types, text);
}
