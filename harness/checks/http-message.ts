import { headerValues, isResponse } from '../core/http-response.ts';
import type { HttpResponse, TransportErrorKind } from '../core/model.ts';
import { clauseParts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';
import { createFinding, type FindingDetails, type ResponseCheck } from './check.ts';

const TRANSPORT_ERRORS: Record<TransportErrorKind, string> = {
  connect: 'no connection',
  reset: 'no response',
  timeout: 'response timeout',
  truncated: 'truncated response',
  malformed: 'malformed HTTP response',
  'too-large': 'response too large',
  'cross-talk': 'response to another request',
  aborted: 'run stopped',
  unsendable: 'request not sent',
};

/** Requires one complete response that an HTTP/1.1 client can read (RFC 9112 sections 2.3, 6.1 and 8). */
export function completeResponse(contract: Contract): ResponseCheck {
  return {
    title: 'The response is a complete HTTP message',
    evaluate({ case: { operation }, response }) {
      const report: Report = (...details) => [
        createFinding(contract.clauseAt(operation, clauseParts.anyResponse, operation.pointer), ...details),
      ];
      if (isResponse(response) && response.complete)
        return [...checkVersion(response, report), ...checkTransferCodings(response, report)];
      const kind = isResponse(response) ? 'truncated' : response.kind;
      const detail = isResponse(response) ? 'the message ended before its declared length' : response.detail;
      const actual = TRANSPORT_ERRORS[kind];
      return report(`${actual}: ${detail}`, 'one complete HTTP response', actual);
    },
  };
}

type Report = (message: string, expected: string, actual: string) => FindingDetails[];

/** The major version determines how a message is parsed; a server must not change it (RFC 9110 section 2.5). */
function checkVersion({ httpVersion }: HttpResponse, report: Report): FindingDetails[] {
  if (/^1\.\d$/.test(httpVersion)) return [];
  const message = `HTTP/${httpVersion} in the status line; only HTTP/1.x can respond to HTTP/1.1 (RFC 9112 section 2.3)`;
  return report(message, 'HTTP/1.1', `HTTP/${httpVersion}`);
}

/** No request has a `TE` header, which could allow other transfer codings than chunked (RFC 9110 section 10.1.4). */
function checkTransferCodings(response: HttpResponse, report: Report): FindingDetails[] {
  const values = headerValues(response, 'transfer-encoding');
  const codings = values
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '');
  if (codings.length === 0 || (codings.length === 1 && codings[0] === 'chunked')) return [];
  const actual = codings.join(', ');
  return report(`transfer codings not requested: ${actual} (RFC 9112 section 7)`, 'chunked, or none', actual);
}
