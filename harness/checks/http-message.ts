import { headerValues, isResponse } from '../core/http-response.ts';
import type { HttpResponse, TransportErrorKind } from '../core/model.ts';
import { clauseParts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';
import { createFinding, type FindingDetails, type ResponseCheck } from './check.ts';

const SEEN: Record<TransportErrorKind, string> = {
  connect: 'no connection',
  reset: 'no answer',
  timeout: 'no answer in time',
  truncated: 'an answer that breaks off',
  malformed: 'something that is not HTTP',
  'too-large': 'a body without end',
  'cross-talk': 'the answer to another request',
  aborted: 'the run was stopped',
};

/** Every request is answered with one whole HTTP response, in a form that a client of HTTP/1.1 can read (RFC 9112 sections 2.3, 6.1 and 8). */
export function completeResponse(contract: Contract): ResponseCheck {
  return {
    title: 'The answer arrives whole',
    evaluate({ case: { operation }, response }) {
      const clause = contract.clauseAt(operation, clauseParts.answer, operation.pointer);
      const say = (message: string, expected: string, actual: string): FindingDetails[] => [
        createFinding(clause, message, expected, actual),
      ];
      if (isResponse(response) && response.complete) return [...version(response, say), ...codings(response, say)];
      const kind = isResponse(response) ? 'truncated' : response.kind;
      const detail = isResponse(response) ? 'the message ended before its declared length' : response.detail;
      return say(`${SEEN[kind]}: ${detail}`, 'one whole HTTP response', SEEN[kind]);
    },
  };
}

type Say = (message: string, expected: string, actual: string) => FindingDetails[];

/** The major version is that of the request, because it says how a message is to be read (RFC 9110 section 2.5). */
function version({ httpVersion }: HttpResponse, say: Say): FindingDetails[] {
  if (/^1\.\d$/.test(httpVersion)) return [];
  const message = `the status line says HTTP/${httpVersion}, where only HTTP/1.x can answer HTTP/1.1 (RFC 9112 section 2.3)`;
  return say(message, 'HTTP/1.1', `HTTP/${httpVersion}`);
}

/** No request has a `TE` that would allow other transfer codings than chunked (RFC 9110 section 10.1.4). */
function codings(response: HttpResponse, say: Say): FindingDetails[] {
  const values = headerValues(response, 'transfer-encoding');
  const named = values.flatMap((value) => value.split(',')).map((coding) => coding.trim().toLowerCase());
  const reported = named.filter((coding) => coding !== '');
  if (reported.length === 0 || (reported.length === 1 && reported[0] === 'chunked')) return [];
  const message = `the body is sent in transfer codings that the request did not ask for: ${reported.join(', ')} (RFC 9112 section 7)`;
  return say(message, 'chunked, or none', reported.join(', '));
}
