import { isResponse } from '../core/http-response.ts';
import type { DocumentedResponse, Exchange, HttpResponse, JsonValue, MediaType } from '../core/model.ts';
import { clauseParts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';
import { isJsonType } from '../openapi/media-type.ts';
import type { ValidationError } from '../openapi/schema/messages.ts';
import { createFinding, type FindingDetails, type ResponseCheck } from './check.ts';
import { findLoneSurrogate } from './lone-surrogates.ts';
import {
  isBodiless,
  isSuccess,
  matchDocumentedResponse,
  type ParsedBody,
  parseJsonBody,
  readXmlBody,
  summarizeResponse,
} from './response.ts';
import { evaluateItems } from './stream-items.ts';
import { matchTextResponse } from './text-body.ts';

interface JsonResponse {
  readonly documented: DocumentedResponse;
  readonly mediaType: MediaType;
  readonly body: ParsedBody;
}

/** Returns the JSON body with its documented media type; an empty body counts as the first documented JSON type. */
function matchJsonResponse(exchange: Exchange): JsonResponse | undefined {
  const { response } = exchange;
  const matched = matchDocumentedResponse(exchange);
  const documented = matched.response;
  if (!isResponse(response) || !response.complete || !documented || isBodiless(exchange)) return undefined;
  const isEmpty = response.body.length === 0;
  const mediaType =
    matched.mediaType ?? (isEmpty ? documented.content.find(({ type }) => isJsonType(type)) : undefined);
  if (!mediaType || !isJsonType(mediaType.type)) return undefined;
  return { documented, mediaType, body: parseJsonBody(response) };
}

/** Requires RFC 8259 in UTF-8: no byte order mark, duplicate name, trailing data, or half of a character that was sent. */
export function jsonSyntax(contract: Contract): ResponseCheck {
  return {
    title: 'JSON bodies are well-formed',
    evaluate(exchange) {
      const json = matchJsonResponse(exchange);
      const { case: testCase, response } = exchange;
      if (!json || !isResponse(response)) return [];
      const report = (message: string, actual: string): FindingDetails[] => {
        const part = clauseParts.responseBody(json.documented, json.mediaType.type);
        const clause = contract.clauseAt(testCase.operation, part, json.mediaType.pointer);
        return [createFinding(clause, message, 'JSON (RFC 8259)', actual)];
      };
      if ('problem' in json.body)
        return report(`the response body is not JSON: ${json.body.problem}`, summarizeResponse(response));
      // Error messages are the service's own text, which it may truncate anywhere.
      const isChecked = hasEscape(response) && isSuccess(testCase.operation, response.status);
      const lone = isChecked ? findLoneSurrogate(testCase.request, json.body.value) : undefined;
      if (!lone) return [];
      const subject = lone.path || 'the response body';
      const message = `${subject} contains a lone surrogate (half of ${lone.character}) (RFC 8259 section 8.2)`;
      return report(message, lone.surrogate);
    },
  };
}

/** Valid JSON can contain a lone surrogate only as an escape (RFC 8259 section 7). */
function hasEscape({ body }: HttpResponse): boolean {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes('\\u');
}

/** Validates the body against its schema, or the items of a stream against theirs, with exact numbers. */
export function responseSchema(contract: Contract): ResponseCheck {
  return {
    title: 'Bodies are valid against their schemas',
    evaluate(exchange) {
      const json = matchJsonResponse(exchange);
      if (json) return 'problem' in json.body ? [] : invalidValues(contract, exchange, json, json.body.value);
      const xml = matchXmlResponse(exchange);
      const text = xml ? undefined : matchTextResponse(contract, exchange);
      if (text) return invalidText(contract, exchange, text);
      if (!xml) return evaluateItems(contract, exchange);
      if ('value' in xml.body) return invalidValues(contract, exchange, xml, xml.body.value);
      const part = clauseParts.responseBody(xml.documented, xml.mediaType.type);
      const clause = contract.clauseAt(exchange.case.operation, part, xml.mediaType.pointer);
      const message = `the ${xml.documented.key} response body is not XML: ${xml.body.problem}`;
      return [createFinding(clause, message, 'XML', summarizeResponse(xml.response))];
    },
  };
}

/** No standard says whether the newline at the end of a text is a part of it: a text is valid with or without it. */
function invalidText(
  contract: Contract,
  exchange: Exchange,
  matched: NonNullable<ReturnType<typeof matchTextResponse>>,
): FindingDetails[] {
  const { text } = matched;
  const line = text.replace(/\r?\n$/, '');
  const found = invalidValues(contract, exchange, matched, text);
  return line !== text && invalidValues(contract, exchange, matched, line).length === 0 ? [] : found;
}

function invalidValues(
  contract: Contract,
  { case: { operation } }: Exchange,
  { documented, mediaType }: Pick<JsonResponse, 'documented' | 'mediaType'>,
  value: JsonValue,
): FindingDetails[] {
  if (!mediaType.schema) return [];
  const errors = contract.schemas.validate(mediaType.schema, value, 'response');
  if (errors.length === 0) return [];
  const part = clauseParts.responseBody(documented, mediaType.type);
  return errors.map((error) => {
    const clause = contract.clauseAt(operation, part, error.pointer);
    const finding = createFinding(clause, formatMessage(documented, error), error.message, error.actual ?? 'absent');
    return { ...finding, instancePath: error.instancePath };
  });
}

/** Returns the body as its schema reads it, if the document describes it as XML. */
function matchXmlResponse(exchange: Exchange): (JsonResponse & { readonly response: HttpResponse }) | undefined {
  const { response } = exchange;
  const { response: documented, mediaType } = matchDocumentedResponse(exchange);
  if (!isResponse(response) || !response.complete || !documented || !mediaType?.xml || isBodiless(exchange))
    return undefined;
  const body = readXmlBody(response, mediaType.xml);
  return body && { documented, mediaType, body, response };
}

function formatMessage({ key }: DocumentedResponse, { instancePath, message, actual }: ValidationError): string {
  const subject = instancePath === '' ? `the ${key} response body` : `${instancePath} of the ${key} response body`;
  return `${subject} ${message}${actual === undefined ? '' : `, got ${actual}`}`;
}
