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
 * Parses a response header by its schema (OpenAPI 3.0.3, Header Object: style simple, or `content`).
 * Text that is not of a declared type stays a string, so that validation names the type.
 * @throws {JsonSyntaxError} if the header is declared as JSON and is not
 */
export function parseResponseHeader(document: OpenApiDocument, header: ResponseHeader, text: string): JsonValue {
  return parseHeaderText(parserOf(document, header), text.trim(), header.explode);
}

/** Validates a response header against its schema. */
export function validateResponseHeader(contract: Contract, header: ResponseHeader, text: string): ValidationError[] {
  const errors = errorsIn(contract, header, () => parseResponseHeader(contract.document, header, text));
  if (errors.length === 0 || !text.includes('%')) return errors;
  // Style simple is percent-encoded in RFC 6570, but HTTP does not encode headers: both forms conform.
  return isDecodable(text) && decodedErrors(contract, header, text).length === 0 ? [] : errors;
}

function decodedErrors(contract: Contract, header: ResponseHeader, text: string): ValidationError[] {
  const parser = parserOf(contract.document, header);
  return errorsIn(contract, header, () => parseHeaderText(parser, text.trim(), header.explode, percentDecode));
}

function errorsIn(
  { schemas }: Contract,
  { schema, pointer }: ResponseHeader,
  read: () => JsonValue,
): ValidationError[] {
  try {
    const value = read();
    // Most are valid, and what is wrong with others costs more to find.
    const isValid = schema === undefined || schemas.accepts(schema, value, 'response');
    return isValid ? [] : schemas.validate(schema, value, 'response');
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const message = `must be JSON (${error.message})`;
    return [{ pointer: schema ?? pointer, keyword: 'content', instancePath: '', message, actual: undefined }];
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

function parserOf(document: OpenApiDocument, header: ResponseHeader): DelimitedTextParser {
  const parsers = document.derived(createCache);
  const parser = parsers.get(header) ?? compileTextParser(document, header, parsePrinted);
  parsers.set(header, parser);
  return parser;
}

const SCIENTIFIC = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?[eE][+-]?[0-9]+$/;

/** Also accepts an exponent, with which most languages print very small and very large numbers. */
function parsePrinted(types: ReadonlySet<TypeName>, text: string): JsonValue {
  return types.has('number') && SCIENTIFIC.test(text) ? parseNumber(text) : parsePrimitive(types, text);
}
