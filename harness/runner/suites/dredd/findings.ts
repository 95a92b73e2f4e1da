import { createFinding, type FindingDetails } from '../../../checks/check.ts';
import { isBodiless, parseJsonBody, summarizeResponse } from '../../../checks/response.ts';
import { DREDD } from '../../../core/check-ids.ts';
import type { ClausePart } from '../../../core/clause-part.ts';
import { headerValues, isResponse } from '../../../core/http-response.ts';
import { isObject } from '../../../core/json/index.ts';
import { appendTokens, getAt } from '../../../core/json/pointer.ts';
import type { Clause, DocumentedResponse, Exchange, Finding, HttpResponse, MediaType } from '../../../core/model.ts';
import { clauseParts } from '../../../openapi/clauses/clauses.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { matchMediaType } from '../../../openapi/media-type.ts';
import { formatValue } from '../../../openapi/schema/messages.ts';
import { originalKeyword } from './draft07-keywords.ts';
import { mediaTypeForDredd } from './transactions.ts';
import type { DreddFieldError, DreddResult, ViolatedKeyword } from './worker/messages.ts';

/** What Dredd's complaints about a response say of the contract: each names the clause that the other suites' checks would name. */
export function toFindings(
  contract: Contract,
  exchange: Exchange,
  result: Pick<DreddResult, 'errors' | 'reason'>,
): Finding[] {
  return findingDetails(contract, exchange, result).map((found) => ({ check: DREDD, ...found }));
}

function findingDetails(
  contract: Contract,
  exchange: Exchange,
  { errors, reason }: Pick<DreddResult, 'errors' | 'reason'>,
): FindingDetails[] {
  const { case: testCase, response: received } = exchange;
  const { operation } = testCase;
  if (errors.length === 0 || !isResponse(received)) {
    const clause = contract.clauseAt(operation, clauseParts.anyResponse, operation.pointer);
    return [createFinding(clause, `Dredd: ${reason ?? 'no response'}`)];
  }
  // A response of another status is another response; what Dredd then says of its body follows from that.
  const status = errors.filter(({ field }) => field === 'statusCode');
  if (status.length > 0) return status.map(({ message }) => statusFinding(contract, exchange, received, message));
  const response = operation.response(received.status);
  const reported = response && mediaTypeForDredd(response);
  if (!response || !reported || isOtherType(received, response, reported)) return [];
  return new ResponseFindings(contract, exchange, received, { response, reported }).of(errors);
}

/** Which error a rejected request gets is the service's choice, as far as it is documented. */
function statusFinding(
  contract: Contract,
  { case: { operation, expectation, targets } }: Exchange,
  response: HttpResponse,
  message: string,
): FindingDetails {
  const documented = contract.clauseAt(
    operation,
    clauseParts.anyResponse,
    appendTokens(operation.pointer, 'responses'),
  );
  const isRejected = expectation !== 'accept' && response.status >= 400;
  const clause = isRejected ? documented : (targets[0] ?? documented);
  const severity = isRejected && response.status < 500 ? 'warning' : 'error';
  return { ...createFinding(clause, `Dredd: ${message}`, undefined, summarizeResponse(response)), severity };
}

/** Whether the response is of a declared media type, but not of the one that Dredd was told of. */
function isOtherType(response: HttpResponse, { content }: DocumentedResponse, reported: MediaType): boolean {
  const declared = matchMediaType(content, headerValues(response, 'content-type')[0] ?? '');
  return declared !== undefined && declared !== reported;
}

/** What Dredd was told of a response. */
interface Reported {
  readonly response: DocumentedResponse;
  readonly reported: MediaType;
}

class ResponseFindings {
  private readonly contract: Contract;
  private readonly exchange: Exchange;
  private readonly received: HttpResponse;
  private readonly response: DocumentedResponse;
  private readonly reported: MediaType;

  constructor(contract: Contract, exchange: Exchange, received: HttpResponse, { response, reported }: Reported) {
    this.contract = contract;
    this.exchange = exchange;
    this.received = received;
    this.response = response;
    this.reported = reported;
  }

  of(complaints: readonly DreddFieldError[]): FindingDetails[] {
    const headers = complaints.filter(({ field }) => field === 'headers');
    const body = complaints.filter(({ field }) => field === 'body');
    const unreadable = headers.length > 0 ? [] : body.filter(({ violated }) => violated === undefined);
    return [
      ...headers.map(({ message }) => this.add(this.mediaType(), message)),
      ...unreadable.map(({ message }) => this.unreadableBody(message)),
      ...decisive(body).map(({ message, violated }) => ({
        ...this.add(this.schemaClause(violated), message, this.actualOf(violated)),
        ...(violated ? { instancePath: instancePath(violated) } : {}),
      })),
    ];
  }

  private add(clause: Clause, message: string, actual = summarizeResponse(this.received)): FindingDetails {
    return createFinding(clause, `Dredd: ${message}`, undefined, actual);
  }

  private mediaType(): Clause {
    const { response } = this;
    return this.clauseAt(clauseParts.response(response), appendTokens(response.pointer, 'content'));
  }

  /** Dredd guesses at a media type then, and parses what it made of the bytes: what came is said instead. */
  private unreadableBody(message: string): FindingDetails {
    const { exchange, received } = this;
    if (isBodiless(exchange))
      return this.add(this.mediaType(), `status ${received.status} comes without the expected body`);
    const body = parseJsonBody(received);
    return this.add(
      this.bodyClause(),
      'problem' in body ? `the body is not a parseable JSON: ${body.problem}` : message,
    );
  }

  private bodyClause(pointer = this.reported.pointer): Clause {
    return this.clauseAt(clauseParts.responseBody(this.response, this.reported.type), pointer);
  }

  /** The whole body's own where it is not known which schema is broken. */
  private schemaClause(broken: ViolatedKeyword | undefined): Clause {
    return this.bodyClause(broken?.pointer === undefined ? undefined : this.keywordAt(broken.pointer, broken));
  }

  private actualOf(broken: ViolatedKeyword | undefined): string | undefined {
    const body = parseJsonBody(this.received);
    if (broken === undefined || !('value' in body)) return undefined;
    const value = getAt(body.value, broken.path);
    return broken.keyword === 'required' || value === undefined ? 'absent' : formatValue(value);
  }

  private keywordAt(place: string, { keyword, property }: ViolatedKeyword): string {
    const schema = this.contract.document.at(place);
    if (!isObject(schema)) return place;
    const { required } = schema;
    if (keyword === 'required' && Array.isArray(required) && property !== undefined)
      return appendTokens(place, keyword, required.indexOf(property));
    return appendTokens(place, originalKeyword(keyword, schema));
  }

  private clauseAt(part: ClausePart, pointer: string): Clause {
    return this.contract.clauseAt(this.exchange.case.operation, part, pointer);
  }
}

/** Of a missing property too, which Dredd reports of the object around it. */
function instancePath({ path, property }: ViolatedKeyword): string {
  return property === undefined ? path : appendTokens(path, property);
}

/** Keywords that fail because of others that failed. */
const CONSEQUENT = new Set(['if', 'propertyNames']);

/** The complaints that stand for themselves: one about an alternative is part of why none fits, about which there is one as well. */
function decisive(complaints: readonly DreddFieldError[]): readonly DreddFieldError[] {
  const broken = complaints.filter((complaint) => complaint.violated !== undefined);
  const own = broken.filter(
    ({ violated: { keyword = '', pointer } = {} }) => pointer !== undefined && !CONSEQUENT.has(keyword),
  );
  return own.length > 0 ? own : broken;
}
