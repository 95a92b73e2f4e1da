import { isResponse } from '../core/http-response.ts';
import { INTEGER_FORMATS, isNumber } from '../core/json/decimal.ts';
import { isObject, tryParseJson } from '../core/json/index.ts';
import { escapeToken } from '../core/json/pointer.ts';
import type { HttpRequest, HttpResponse, JsonValue } from '../core/model.ts';
import { clauseParts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';
import { effectiveSchema, firstKeyword } from '../openapi/schema/effective-schema.ts';
import { type BodyPlace, schemasAt } from '../openapi/schema/schemas-at.ts';
import { createFinding, type ResponseCheck } from './check.ts';
import { detectPrecisionLoss } from './number-precision-loss.ts';
import { matchDocumentedResponse, parseJsonBody } from './response.ts';
import { detectEncodingLoss } from './text-encoding-loss.ts';

/**
 * Reports a value that comes back as a narrower type or encoding would store it: the service cannot hold every
 * value that the document declares. Any other change is up to the service.
 */
export function losslessValues(contract: Contract): ResponseCheck {
  return {
    title: 'Values come back without loss of precision or characters',
    evaluate(exchange) {
      const { case: testCase, response } = exchange;
      const { response: documented, mediaType } = matchDocumentedResponse(exchange);
      if (!isResponse(response) || !documented || !mediaType?.schema || response.status >= 300) return [];
      if (isEcho(testCase.request, response)) return [];
      const received = parseJsonBody(response);
      const sent = lossyCandidate(testCase.request);
      if ('problem' in received || sent === undefined) return [];
      const part = clauseParts.responseBody(documented, mediaType.type);
      const properties = `${contract.document.resolve(mediaType.schema).pointer}/properties`;
      const place = { whole: mediaType.schema, direction: 'response' } as const;
      // A service that need not accept a string may store it as it likes.
      return lostValues(sent, received.value, '')
        .filter(({ keyword }) => keyword === 'format' || testCase.expectation === 'accept')
        .filter(
          ({ keyword, path, from }) =>
            keyword !== 'format' || !mayBeDouble(contract, { ...place, pointer: path }, from),
        )
        .map(({ path, keyword, loss, from, to }) => {
          const clause = contract.clauseAt(testCase.operation, part, `${properties}${path}/${keyword}`);
          return createFinding(clause, `${path} ${loss}`, from, to);
        });
    },
  };
}

function isEcho({ body: sent }: HttpRequest, { body }: HttpResponse): boolean {
  return sent !== undefined && sent.length === body.length && Buffer.compare(sent, body) === 0;
}

/**
 * True if a document lets a service use the nearest double (RFC 8259 section 6): for numbers, and for integers beyond 2^53 if
 * neither a format nor a limit promises them.
 */
function mayBeDouble({ document }: Contract, place: BodyPlace, number: string): boolean {
  return schemasAt(document, place).some((schema) => {
    const effective = effectiveSchema(document, schema, place.direction);
    const format = firstKeyword(effective, 'format');
    if (effective.types.includes('number') || format === 'float' || format === 'double') return true;
    if (Object.hasOwn(INTEGER_FORMATS, String(format))) return false;
    const limit = firstKeyword(effective, Number(number) < 0 ? 'minimum' : 'maximum');
    return limit === undefined && !Number.isSafeInteger(Number(number));
  });
}

interface LostValue {
  /** JSON Pointer in the body. */
  readonly path: string;
  /** The keyword that declares the values which the service cannot hold. */
  readonly keyword: 'format' | 'type';
  /** What happened to the value, e.g. `was rounded to a double`. */
  readonly loss: string;
  readonly from: string;
  readonly to: string;
}

/** Numbers that a float cannot hold have at least 8 digits; strings that an encoding cannot hold are not ASCII. */
const LOSSY_CANDIDATE = /[0-9]{8}|[^\0-\x7f]|\\u/;
const MAX_BODY_BYTES = 256 * 1024;

/** Returns the body that was sent, if it is JSON with a value that could be lost. */
function lossyCandidate({ body }: HttpRequest): JsonValue | undefined {
  if (!body || body.length > MAX_BODY_BYTES || !LOSSY_CANDIDATE.test(Buffer.from(body).toString('latin1')))
    return undefined;
  const parsed = tryParseJson(body);
  return 'value' in parsed ? parsed.value : undefined;
}

function lostValues(sent: JsonValue, received: JsonValue | undefined, path: string): LostValue[] {
  if (isNumber(sent) && isNumber(received)) {
    const loss = detectPrecisionLoss(sent, received);
    return loss === undefined ? [] : [{ path, keyword: 'format', loss, from: String(sent), to: String(received) }];
  }
  if (typeof sent === 'string' && typeof received === 'string') {
    const loss = detectEncodingLoss(sent, received);
    return loss === undefined ? [] : [{ path, keyword: 'type', loss, from: sent, to: received }];
  }
  if (!isObject(sent) || !isObject(received)) return [];
  return Object.entries(sent).flatMap(([name, value]) =>
    lostValues(value, Object.hasOwn(received, name) ? received[name] : undefined, `${path}/${escapeToken(name)}`),
  );
}
