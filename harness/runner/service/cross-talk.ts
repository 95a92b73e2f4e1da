import { isSuccess, parseJsonBody } from '../../checks/response.ts';
import { isResponse } from '../../core/http-response.ts';
import { isNumber } from '../../core/json/decimal.ts';
import { getOwn, isObject, tryParseJson } from '../../core/json/index.ts';
import { escapeToken, getChild } from '../../core/json/pointer.ts';
import type { Case, HttpResponse, JsonValue, Operation, TransportError } from '../../core/model.ts';
import { findUniqueFields } from '../../generate/requests/find-unique-fields.ts';
import type { Contract } from '../../openapi/contract.ts';

/** A request in flight. */
interface InFlight {
  readonly testCase: Case;
  readonly startedAt: number;
}

/** A request whose response has arrived. */
interface Completed {
  readonly testCase: Case;
  readonly endedAt: number;
}

/** A response that holds the unique value of another request. */
export interface CrossTalk {
  readonly case: Case;
  readonly error: TransportError;
}

/** Up to this many matches can be coincidence, e.g. a service that deduplicates by name. */
const MIN_DISTINCT_VALUES = 8;
/** Further ones add no evidence. */
const MAX_REPORTED = 16;
/** A shorter value may be the service's own. */
const MIN_VALUE_LENGTH = 4;
const MAX_BODY_BYTES = 16 * 1024;
/** How many completed requests are remembered that may have overlapped with one in flight. */
const RECENT_REQUESTS = 64;

/**
 * Finds responses that belong to another request: they hold the unique value that one sent, not their own. A service
 * that keeps its working data in variables shared by all requests responds so as soon as two are in flight.
 */
export class CrossTalkDetector {
  private readonly contract: Contract;
  private readonly inFlight = new Set<InFlight>();
  private readonly recent: Completed[] = [];
  private readonly found: CrossTalk[] = [];
  private readonly values = new Set<string>();
  private readonly uniqueFields = new Map<Operation, readonly string[]>();
  /** Orders what was sent and what was received. */
  private clock = 0;

  constructor(contract: Contract) {
    this.contract = contract;
  }

  /**
   * Watches a request that is about to be sent.
   * @returns to be called with its response
   */
  watch(testCase: Case): (response: HttpResponse | TransportError) => void {
    const own: InFlight = { testCase, startedAt: this.clock++ };
    this.inFlight.add(own);
    return (response) => {
      this.complete(own);
      if (this.found.length >= MAX_REPORTED || !isResponse(response)) return;
      if (isSuccess(testCase.operation, response.status)) this.compare(own, response);
    };
  }

  private compare(own: InFlight, response: HttpResponse): void {
    const body = parseJsonBody(response);
    if ('problem' in body || !isObject(body.value)) return;
    for (const name of this.uniqueFieldsOf(own.testCase.operation)) {
      const value = toText(getOwn(body.value, name));
      const sender = value === undefined ? undefined : this.senderOf(own, name, value);
      if (value === undefined || !sender) continue;
      this.values.add(value);
      this.found.push({ case: own.testCase, error: crossTalkError(response, name, value, sender) });
    }
  }

  private complete(request: InFlight): void {
    this.inFlight.delete(request);
    const completed = { testCase: request.testCase, endedAt: this.clock++ };
    if (hasUniqueValue(request.testCase)) this.recent[completed.endedAt % RECENT_REQUESTS] = completed;
  }

  private uniqueFieldsOf(operation: Operation): readonly string[] {
    const known = this.uniqueFields.get(operation);
    if (known) return known;
    const names = findUniqueFields(this.contract, operation).map(({ name }) => name);
    this.uniqueFields.set(operation, names);
    return names;
  }

  /** The overlapping request that sent this value, if the one that received it did not. */
  private senderOf({ testCase, startedAt }: InFlight, name: string, value: string): Case | undefined {
    if (value.length < MIN_VALUE_LENGTH || contains(testCase, value)) return undefined;
    const overlapping = this.recent.filter(({ endedAt }) => endedAt > startedAt);
    return [...this.inFlight, ...overlapping].map((other) => other.testCase).find((other) => sends(other, name, value));
  }

  /** What was found since the last call; nothing as long as it can be coincidence. */
  take(): CrossTalk[] {
    return this.values.size > MIN_DISTINCT_VALUES ? this.found.splice(0) : [];
  }
}

function toText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || isNumber(value) ? String(value) : undefined;
}

/** Whether a request identifies its record by a value that no other request has. */
function hasUniqueValue({ uniqueFieldUnderTest, request: { body } }: Case): boolean {
  return !uniqueFieldUnderTest && body !== undefined && body.length <= MAX_BODY_BYTES;
}

function contains({ request: { body } }: Case, value: string): boolean {
  return body !== undefined && Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(value);
}

function sends(testCase: Case, name: string, value: string): boolean {
  const { body } = testCase.request;
  if (!body || !hasUniqueValue(testCase) || !contains(testCase, value)) return false;
  const sent = tryParseJson(body);
  return 'value' in sent && isObject(sent.value) && toText(getChild(sent.value, name)) === value;
}

function crossTalkError(response: HttpResponse, name: string, value: string, sender: Case): TransportError {
  const detail = `its /${escapeToken(name)} ${value} was sent by "${sender.id}", which was in flight at the same time`;
  return { kind: 'cross-talk', detail, durationMs: response.durationMs, partial: response };
}
