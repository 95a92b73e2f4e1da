import { isResponse } from '../core/http-response.ts';
import type { DocumentedResponse, Exchange, HttpResponse, MediaType } from '../core/model.ts';
import { clauseParts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';
import { isJsonType } from '../openapi/media-type.ts';
import type { ValidationError } from '../openapi/schema/messages.ts';
import { createFinding, type ResponseCheck } from './check.ts';
import { findLoneSurrogate } from './lone-surrogates.ts';
import {
  isBodiless,
  isSuccess,
  matchDocumentedResponse,
  type ParsedBody,
  parseJsonBody,
  summarizeResponse,
} from './response.ts';

interface JsonAnswer {
  readonly response: DocumentedResponse;
  readonly mediaType: MediaType;
  readonly body: ParsedBody;
}

/** The JSON body of an answer with the media type that describes it; undefined where the contract describes none. A type that is not declared is judged as the first JSON type that is. */
function jsonAnswer(exchange: Exchange): JsonAnswer | undefined {
  const { response: answer } = exchange;
  const { response, mediaType } = matchDocumentedResponse(exchange);
  if (!isResponse(answer) || !answer.complete || !response || isBodiless(exchange)) return undefined;
  const described =
    mediaType ?? (answer.body.length === 0 ? response.content.find(({ type }) => isJsonType(type)) : undefined);
  if (!described || !isJsonType(described.type)) return undefined;
  return { response, mediaType: described, body: parseJsonBody(answer) };
}

/** The body is JSON as RFC 8259 has it, in UTF-8: no BOM, no duplicate members, nothing behind it, no character that was sent split in two. */
export function jsonSyntax(contract: Contract): ResponseCheck {
  return {
    title: 'A JSON body is well-formed',
    evaluate(exchange) {
      const found = jsonAnswer(exchange);
      const { case: testCase, response } = exchange;
      if (!found || !isResponse(response)) return [];
      const part = clauseParts.responseBody(found.response, found.mediaType.type);
      const clause = contract.clauseAt(testCase.operation, part, found.mediaType.pointer);
      const say = (message: string, actual: string) => [createFinding(clause, message, 'JSON (RFC 8259)', actual)];
      if ('problem' in found.body)
        return say(`the body is not JSON: ${found.body.problem}`, summarizeResponse(response));
      // An error is told in words of the service's own, which it may cut anywhere.
      const split =
        hasEscape(response) && isSuccess(testCase.operation, response.status)
          ? findLoneSurrogate(testCase.request, found.body.value)
          : undefined;
      if (!split) return [];
      const { path, half, character } = split;
      const place = path === '' ? 'the body' : path;
      return say(`${place} holds half of the character ${character} that was sent (RFC 8259 section 8.2)`, half);
    },
  };
}

/** A lone half of a character can stand in JSON as an escape alone (RFC 8259 section 7). */
function hasEscape({ body }: HttpResponse): boolean {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes('\\u');
}

/** The body fits its schema, every number by its exact text. */
export function responseSchema(contract: Contract): ResponseCheck {
  return {
    title: 'The body fits its schema',
    evaluate(exchange) {
      const found = jsonAnswer(exchange);
      if (!found || 'problem' in found.body || !found.mediaType.schema) return [];
      const { operation } = exchange.case;
      const part = clauseParts.responseBody(found.response, found.mediaType.type);
      const errors = contract.schemas.validate(found.mediaType.schema, found.body.value, 'response');
      return errors.map((error) => {
        const clause = contract.clauseAt(operation, part, error.pointer);
        return createFinding(clause, sentence(found.response, error), error.message, error.actual ?? 'absent');
      });
    },
  };
}

function sentence({ key }: DocumentedResponse, { instancePath, message, actual }: ValidationError): string {
  const subject = instancePath === '' ? `the ${key} response body` : `${instancePath} of the ${key} response body`;
  return `${subject} ${message}${actual === undefined ? '' : `, got ${actual}`}`;
}
