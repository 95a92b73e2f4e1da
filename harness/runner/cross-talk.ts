import { isSuccess, parseJsonBody } from '../checks/response.ts';
import { isResponse } from '../core/http-response.ts';
import { isNumber } from '../core/json/decimal.ts';
import { isObject, tryParseJson } from '../core/json/index.ts';
import { escapeToken, getChild } from '../core/json/pointer.ts';
import type { Case, HttpResponse, JsonValue, Operation, TransportError } from '../core/model.ts';
import { findUniqueFields } from '../generate/requests/unique-fields.ts';
import type { Contract } from '../openapi/contract.ts';

/** A request that is under way, and when it was sent. */
interface Flight {
  readonly testCase: Case;
  readonly startedAt: number;
}

/** A request that was answered, and when. */
interface Landed {
  readonly testCase: Case;
  readonly endedAt: number;
}

/** An answer with the identifying value of another request. */
export interface CrossTalk {
  readonly case: Case;
  readonly error: TransportError;
}

/** So many values may have come otherwise: by a service that keeps one record of each name, say, and answers with the first. */
const MIN_DISTINCT_VALUES = 8;
/** More of them tell no more. */
const MAX_REPORTED = 16;
/** A shorter value may be the service's own. */
const MIN_VALUE_LENGTH = 4;
const LARGEST_BODY = 16 * 1024;
/** So many requests that were answered last may have been under way at the same time as one that is answered now. */
const RECENT_REQUESTS = 64;

/**
 * Tells answers that belong to another request: they hold the fresh value by which that one identifies its record, and not their own.
 * A service that keeps what it works on where all requests share it answers so as soon as two are under way at once.
 */
export class CrossTalkDetector {
  private readonly inFlight = new Set<Flight>();
  private readonly recent: Landed[] = [];
  private readonly found: CrossTalk[] = [];
  private readonly values = new Set<string>();
  /** Counts what was sent and what was answered, in the order in which that came about. */
  private clock = 0;

  /**
   * Watches a request from before it is sent.
   * @returns what to call with its answer
   */
  watch(contract: Contract, testCase: Case): (response: HttpResponse | TransportError) => void {
    const own: Flight = { testCase: testCase, startedAt: this.clock++ };
    this.inFlight.add(own);
    return (response) => {
      this.complete(own);
      if (this.found.length >= MAX_REPORTED || !isResponse(response) || !isSuccess(testCase.operation, response.status))
        return;
      const body = parseJsonBody(response);
      if ('problem' in body || !isObject(body.value)) return;
      for (const name of identifying(contract, testCase.operation)) {
        const value = textOf(body.value[name]);
        const sender = value === undefined ? undefined : this.ownerOf(own, name, value);
        if (value === undefined || !sender) continue;
        this.values.add(value);
        this.found.push({ case: testCase, error: foreign(response, name, value, sender) });
      }
    };
  }

  private complete(flight: Flight): void {
    this.inFlight.delete(flight);
    const landed = { testCase: flight.testCase, endedAt: this.clock++ };
    if (maySend(flight.testCase)) this.recent[landed.endedAt % RECENT_REQUESTS] = landed;
  }

  /** The request beside this one that sent the value in this member, where the one that got it did not. */
  private ownerOf({ testCase, startedAt }: Flight, name: string, value: string): Case | undefined {
    if (value.length < MIN_VALUE_LENGTH || mentions(testCase, value)) return undefined;
    const landed = this.recent.filter(({ endedAt }) => endedAt > startedAt);
    return [...this.inFlight, ...landed].map((other) => other.testCase).find((other) => sends(other, name, value));
  }

  /** What was found since it was last asked for; nothing as long as it may have come about otherwise. */
  take(): CrossTalk[] {
    return this.values.size > MIN_DISTINCT_VALUES ? this.found.splice(0) : [];
  }
}

const createCache = () => new Map<Operation, readonly string[]>();

function identifying(contract: Contract, operation: Operation): readonly string[] {
  const known = contract.derived(createCache);
  const names = known.get(operation) ?? findUniqueFields(contract, operation).map(({ name }) => name);
  known.set(operation, names);
  return names;
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || isNumber(value) ? String(value) : undefined;
}

/** Whether a request identifies its record by a value of its own. */
function maySend({ uniqueFieldUnderTest, request: { body } }: Case): boolean {
  return !uniqueFieldUnderTest && body !== undefined && body.length <= LARGEST_BODY;
}

function mentions({ request: { body } }: Case, value: string): boolean {
  return body !== undefined && Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(value);
}

function sends(testCase: Case, name: string, value: string): boolean {
  const { body } = testCase.request;
  if (!body || !maySend(testCase) || !mentions(testCase, value)) return false;
  const sent = tryParseJson(body);
  return 'value' in sent && isObject(sent.value) && textOf(getChild(sent.value, name)) === value;
}

function foreign(response: HttpResponse, name: string, value: string, sender: Case): TransportError {
  const detail = `its /${escapeToken(name)} ${value} was sent by "${sender.id}", which was under way at the same time`;
  return { kind: 'cross-talk', detail, durationMs: response.durationMs, partial: response };
}
