import type { Operation } from '../../../core/model.ts';
import { listsStatus } from '../../../core/operation.ts';
import type { ReceivedRequest, RequestProblem } from '../../../core/received-request.ts';
import { withArticle } from '../../../core/util/pluralize.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { type NegotiationResult, NOT_ACCEPTABLE, type PrismEngine } from '../../prism/prism-engine.ts';
import { overrideHeaders, withValidHeader } from '../../respond/response-headers.ts';
import type { MockResponse } from '../../types.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import type { TypeWorld } from '../type-world.ts';
import type { WorldCall } from '../world-responder.ts';
import { formLike, opaqueTags, tagOfFixed, tagOfRecord } from './entity-tag.ts';

type Headers = ReceivedRequest['headers'];

/** Statuses for a condition that fails, best first: an operation that takes one need not document 412. */
const FAILED = [412, 409, 400, 422];

/** Why a change must not be made, as its request says (RFC 9110 section 13.1) and the document provides for. @param record undefined if there is none yet */
export function failedCondition(
  operation: Operation,
  headers: Headers,
  { type, shape }: TypeWorld,
  record: StoredRecord | undefined,
): RequestProblem | undefined {
  if (isRead(operation)) return undefined;
  const name = type.words.join(' ') || type.name;
  const condition = (header: 'if-match' | 'if-none-match') =>
    takes(operation, header) || listsStatus(operation, 412) ? headers[header] : undefined;
  const [match, noneMatch] = [condition('if-match'), condition('if-none-match')].map((each) => each?.toString());
  const tag = record && tagOfRecord(record, shape);
  if (match !== undefined && !names(match, tag)) {
    const reason =
      tag === undefined ? `there is no such ${name}` : `the ${name} has changed: its entity tag is "${tag}"`;
    return { status: failedStatus(operation), message: `header if-match: ${reason}` };
  }
  if (noneMatch !== undefined && names(noneMatch, tag))
    return {
      status: failedStatus(operation),
      message: `header if-none-match: there is such ${withArticle(name)} already`,
    };
  const isUnconditional = headers['if-match'] === undefined && headers['if-unmodified-since'] === undefined;
  if (tag === undefined || !listsStatus(operation, 428) || !isUnconditional) return undefined;
  return { status: 428, message: `header if-match is required: the entity tag of the ${name}, which is "${tag}"` };
}

function failedStatus(operation: Operation): number {
  return FAILED.find((each) => listsStatus(operation, each) || (each === 412 && operation.response(each))) ?? 412;
}

/** Gives the response about a record its entity tag, in a form that the document allows. */
export function withRecordTag(
  contract: Contract,
  operation: Operation,
  response: MockResponse,
  { shape }: TypeWorld,
  record: StoredRecord,
): MockResponse {
  return shape.hasEntityTags ? withTag(contract, operation, response, tagOfRecord(record, shape)) : response;
}

/** Gives a response that is to have an entity tag the one of its content. */
export function withContentTag(contract: Contract, operation: Operation, response: MockResponse): MockResponse {
  return tagIn(response) === undefined ? response : withTag(contract, operation, response, tagOfFixed(response.body));
}

function withTag(contract: Contract, operation: Operation, response: MockResponse, tag: string): MockResponse {
  const spec = operation.response(response.status);
  const forms = formLike(tag, tagIn(response) ?? '"');
  return withValidHeader(
    contract,
    spec,
    response,
    forms.map((form) => ['etag', form]),
  );
}

/** The response to a client that has none, or an older one; else 304. */
export function unlessKnown(
  engine: PrismEngine,
  { operation, request, seed, accept }: Pick<WorldCall, 'operation' | 'request' | 'seed' | 'accept'>,
  response: MockResponse,
): MockResponse | Promise<MockResponse> {
  if (!isNotModified(operation, request.headers, response)) return response;
  const empty = (negotiated: NegotiationResult) => ({
    status: 304,
    headers: overrideHeaders(negotiated === NOT_ACCEPTABLE ? [] : negotiated.headers, headersOfNotModified(response)),
    body: new Uint8Array(),
  });
  const negotiated = engine.negotiationFor({ operation, code: 304, seed, accept });
  return negotiated instanceof Promise ? negotiated.then(empty) : empty(negotiated);
}

/** True if the client has what a response to a read shows, and the document has the status for that (RFC 9110 section 13.1.2). */
function isNotModified(operation: Operation, headers: Headers, response: MockResponse): boolean {
  const condition = headers['if-none-match'];
  if (condition === undefined || response.status !== 200 || !isRead(operation) || !listsStatus(operation, 304))
    return false;
  const [tag] = opaqueTags(tagIn(response) ?? '');
  return tag !== undefined && names(condition.toString(), tag);
}

/** The headers of a response that a response without content is to have, too (RFC 9110 section 15.4.5). */
function headersOfNotModified({ headers }: MockResponse): MockResponse['headers'] {
  return headers.filter(([name]) => /^(etag|cache-control|content-location|expires|vary|last-modified)$/.test(name));
}

function tagIn({ headers }: MockResponse): string | undefined {
  return headers.find(([name]) => name === 'etag')?.[1];
}

/** True if a header names an entity tag; `*` is any. */
function names(header: string, tag: string | undefined): boolean {
  return tag !== undefined && opaqueTags(header).some((each) => each === '*' || each === tag);
}

function isRead({ method }: Operation): boolean {
  return method === 'GET' || method === 'HEAD';
}

function takes({ parameters }: Operation, header: string): boolean {
  return parameters.some(({ in: place, name }) => place === 'header' && name.toLowerCase() === header);
}
