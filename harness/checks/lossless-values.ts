import { isResponse } from '../core/http-response.ts';
import { isNumber } from '../core/json/decimal.ts';
import { isObject, JsonSyntaxError, parseJsonBytes } from '../core/json/index.ts';
import { escapeToken } from '../core/json/pointer.ts';
import type { HttpRequest, HttpResponse, JsonValue } from '../core/model.ts';
import { clauseParts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';
import { createFinding, type ResponseCheck } from './check.ts';
import { detectPrecisionLoss } from './number-precision-loss.ts';
import { matchDocumentedResponse, parseJsonBody } from './response.ts';
import { detectEncodingLoss } from './text-encoding-loss.ts';

/**
 * A value that comes back as what a type or an encoding makes of it that cannot hold it: the service cannot hold every value that the
 * contract declares. A value that comes back otherwise is the service's own.
 */
export function losslessValues(contract: Contract): ResponseCheck {
  return {
    title: 'Values pass through no type and no encoding that cannot hold them',
    evaluate(exchange) {
      const { case: testCase, response: answer } = exchange;
      const { response, mediaType } = matchDocumentedResponse(exchange);
      if (!isResponse(answer) || !response || !mediaType?.schema || answer.status >= 300) return [];
      if (isEcho(testCase.request, answer)) return [];
      const received = parseJsonBody(answer);
      const sent = sentBody(testCase.request);
      if ('problem' in received || sent === undefined) return [];
      const part = clauseParts.responseBody(response, mediaType.type);
      const properties = `${contract.document.resolve(mediaType.schema).pointer}/properties`;
      // Text that need not be taken may be stored as the service likes.
      return spoilt(sent, received.value, '')
        .filter(({ keyword }) => keyword === 'format' || testCase.expectation === 'accept')
        .filter(({ path }) => !mayBeFloat(contract, `${properties}${path}`))
        .map(({ path, keyword, how, from, to }) => {
          const clause = contract.clauseAt(testCase.operation, part, `${properties}${path}/${keyword}`);
          return createFinding(clause, `${path} ${how}`, from, to);
        });
    },
  };
}

function isEcho({ body }: HttpRequest, { body: bytes }: HttpResponse): boolean {
  return body !== undefined && body.length === bytes.length && Buffer.compare(body, bytes) === 0;
}

/** True for a number that need not be an integer: readers of JSON commonly hold the nearest double of it (RFC 8259 section 6). */
function mayBeFloat(contract: Contract, pointer: string): boolean {
  const member = contract.document.at(pointer);
  return (
    isObject(member) && (member['type'] === 'number' || member['format'] === 'float' || member['format'] === 'double')
  );
}

/** A value that came back as something else. */
interface LostValue {
  readonly path: string;
  /** The keyword that declares what the service cannot hold. */
  readonly keyword: 'format' | 'type';
  readonly how: string;
  readonly from: string;
  readonly to: string;
}

/** Every number that a float cannot hold has so many digits; text that an encoding cannot hold is not ASCII. */
const LOSSY_CANDIDATE = /[0-9]{8}|[^\0-\x7f]|\\u/;
const LARGEST_BODY = 256 * 1024;

/** The body that was sent, where it is JSON with a value that might be spoilt. */
function sentBody({ body }: HttpRequest): JsonValue | undefined {
  if (!body || body.length > LARGEST_BODY || !LOSSY_CANDIDATE.test(Buffer.from(body).toString('latin1')))
    return undefined;
  try {
    return parseJsonBytes(body);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

function spoilt(sent: JsonValue, received: JsonValue | undefined, path: string): LostValue[] {
  if (isNumber(sent) && isNumber(received)) {
    const how = detectPrecisionLoss(sent, received);
    return how === undefined ? [] : [{ path, keyword: 'format', how, from: String(sent), to: String(received) }];
  }
  if (typeof sent === 'string' && typeof received === 'string') {
    const how = detectEncodingLoss(sent, received);
    return how === undefined ? [] : [{ path, keyword: 'type', how, from: sent, to: received }];
  }
  if (!isObject(sent) || !isObject(received)) return [];
  return Object.entries(sent).flatMap(([name, value]) =>
    spoilt(value, Object.hasOwn(received, name) ? received[name] : undefined, `${path}/${escapeToken(name)}`),
  );
}
