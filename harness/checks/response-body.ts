import { parts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';
import { isJsonType } from '../openapi/media-type.ts';
import type { SchemaError } from '../openapi/schema/keyword.ts';
import type { Answer, Check, Exchange, MediaType, ResponseSpec } from '../core/model.ts';
import { documented, excerpt, finding, hasNoBody, isAnswer, isSuccess } from './response.ts';
import { type Body, jsonBody } from './body.ts';
import { splitCharacter } from './lone-surrogates.ts';

interface JsonAnswer {
  readonly response: ResponseSpec;
  readonly mediaType: MediaType;
  readonly body: Body;
}

/** The JSON body of an answer with the media type that describes it; undefined where the contract describes none. A type that is not declared is judged as the first JSON type that is. */
function jsonAnswer(exchange: Exchange): JsonAnswer | undefined {
  const { answer } = exchange;
  const { response, mediaType } = documented(exchange);
  if (!isAnswer(answer) || !answer.complete || !response || hasNoBody(exchange)) return undefined;
  const described =
    mediaType ?? (answer.bytes.length === 0 ? response.content.find(({ type }) => isJsonType(type)) : undefined);
  if (!described || !isJsonType(described.type)) return undefined;
  return { response, mediaType: described, body: jsonBody(answer) };
}

/** The body is JSON as RFC 8259 has it, in UTF-8: no BOM, no duplicate members, nothing behind it, no character that was sent split in two. */
export function jsonSyntax(contract: Contract): Check {
  return {
    id: 'json-syntax',
    title: 'A JSON body is well-formed',
    judge(exchange) {
      const found = jsonAnswer(exchange);
      const { case: asked, answer } = exchange;
      if (!found || !isAnswer(answer)) return [];
      const part = parts.responseBody(found.response, found.mediaType.type);
      const clause = contract.clauseAt(asked.operation, part, found.mediaType.pointer);
      const say = (message: string, actual: string) => [
        finding('json-syntax', clause, message, 'JSON (RFC 8259)', actual),
      ];
      if ('problem' in found.body) return say(`the body is not JSON: ${found.body.problem}`, excerpt(answer));
      // An error is told in words of the service's own, which it may cut anywhere.
      const split =
        hasEscape(answer) && isSuccess(asked.operation, answer.status)
          ? splitCharacter(asked.request, found.body.value)
          : undefined;
      if (!split) return [];
      const { path, half, character } = split;
      const place = path === '' ? 'the body' : path;
      return say(`${place} holds half of the character ${character} that was sent (RFC 8259 section 8.2)`, half);
    },
  };
}

/** A lone half of a character can stand in JSON as an escape alone (RFC 8259 section 7). */
function hasEscape({ bytes }: Answer): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('\\u');
}

/** The body fits its schema, every number by its exact text. */
export function bodySchema(contract: Contract): Check {
  return {
    id: 'body-schema',
    title: 'The body fits its schema',
    judge(exchange) {
      const found = jsonAnswer(exchange);
      if (!found || 'problem' in found.body || !found.mediaType.schema) return [];
      const { operation } = exchange.case;
      const part = parts.responseBody(found.response, found.mediaType.type);
      const errors = contract.schemas.validate(found.mediaType.schema, found.body.value, 'response');
      return errors.map((error) => {
        const clause = contract.clauseAt(operation, part, error.pointer);
        return finding('body-schema', clause, sentence(found.response, error), error.says, error.actual ?? 'absent');
      });
    },
  };
}

function sentence({ key }: ResponseSpec, { path, says, actual }: SchemaError): string {
  const subject = path === '' ? `the ${key} response body` : `${path} of the ${key} response body`;
  return `${subject} ${says}${actual === undefined ? '' : `, got ${actual}`}`;
}
