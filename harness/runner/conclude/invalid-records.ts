import { createHash } from 'node:crypto';
import { isAcceptance, parseJsonBody } from '../../checks/response.ts';
import { isResponse } from '../../core/http-response.ts';
import { canonicalize } from '../../core/json/equal.ts';
import { isObject, tryParseJson } from '../../core/json/index.ts';
import { outermostArray } from '../../core/json/outermost-array.ts';
import { getChild, parsePointer } from '../../core/json/pointer.ts';
import {
  type Case,
  ExactNumber,
  type Exchange,
  type Finding,
  findingKey,
  type HttpResponse,
  type JsonObject,
  type JsonValue,
} from '../../core/model.ts';
import { MAX_REMEMBERED_BYTES } from './accepted-invalid.ts';

type Received = Exchange['response'];

/** What a service stored for a request that it had to reject: a fingerprint of each property by its name. */
interface InvalidRecord {
  /** Those that it was sent, and those that its response showed. */
  readonly properties: ReadonlyMap<string, string>;
  /** The texts and numbers that the service added, such as an identifier. */
  readonly added: ReadonlySet<string>;
  readonly case: Case;
  readonly cause: Finding;
}

/** More of a large service is not remembered: what its responses show of it are findings of their own. */
const MAX_RECORDS = 10_000;
const MAX_FINGERPRINT_CHARS = 64;
const MAX_CANDIDATES = 100;

/** The records that a service stored for invalid requests: a read that shows one later only repeats what was accepted. */
export class InvalidRecords {
  private readonly byProperty = new Map<string, InvalidRecord[]>();
  private readonly inFlight = new Set<Promise<unknown>>();
  private readonly reported = new Set<string>();
  private count = 0;

  /**
   * Remembers what a request stores that is invalid, if it is.
   * @param causeOf the finding that it was accepted, unless nobody is told of it
   */
  watch(
    testCase: Case,
    sending: Promise<Received>,
    causeOf: (exchange: Exchange, reported: Set<string>) => Finding | undefined,
  ): Promise<Received> {
    if (!mayStore(testCase)) return sending;
    const stored = sending.then((response) => {
      const exchange = { case: testCase, response };
      if (isResponse(response) && isAcceptance(testCase.operation, response.status))
        this.add(testCase, response, () => causeOf(exchange, this.reported));
      return response;
    });
    const ended = stored.finally(() => this.inFlight.delete(ended));
    this.inFlight.add(ended);
    return ended;
  }

  /** Waits for the requests in flight: one may have stored what a faster response shows. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.inFlight);
  }

  private add(testCase: Case, response: HttpResponse, findCause: () => Finding | undefined): void {
    const isSmall = response.body.length <= MAX_REMEMBERED_BYTES;
    const cause = isSmall && this.count < MAX_RECORDS ? findCause() : undefined;
    if (!cause) return;
    for (const { sent, shown } of storedRecords(testCase, bodyOf(response)))
      this.remember(testCase, cause, sent, shown);
    this.count++;
  }

  private remember(testCase: Case, cause: Finding, sent: JsonObject, shown: JsonObject): void {
    const added = Object.keys(shown).filter((name) => !Object.hasOwn(sent, name) && isTelling(shown[name]));
    const properties = new Map(
      Object.entries({ ...sent, ...shown }).map(([name, value]) => [name, fingerprint(value)]),
    );
    const record = { properties, added: new Set(added), case: testCase, cause };
    for (const key of keysOf({ ...sent, ...shown })) {
      const records = this.byProperty.get(key);
      if (records) records.push(record);
      else this.byProperty.set(key, [record]);
    }
  }

  /** The finding as a warning with its cause, if the value that it shows is what an invalid request stored. */
  explain({ case: testCase, response }: Exchange, finding: Finding): Finding {
    if (this.count === 0 || finding.instancePath === undefined || !mayRepeat(testCase, finding)) return finding;
    const body = isResponse(response) ? bodyOf(response) : undefined;
    const record = body === undefined ? undefined : this.recordAt(body, parsePointer(finding.instancePath));
    if (!record || record.case.id === testCase.id) return finding;
    const { operation } = record.case;
    const what = `${operation.id} accepted it although it is invalid: ${record.cause.clause.description}`;
    return {
      ...finding,
      severity: 'warning',
      message: `${finding.message}; ${what}`,
      consequenceOf: findingKey(operation.id, record.cause),
    };
  }

  /** The record around the value at a path that is shown with what is wrong with it. */
  private recordAt(body: JsonValue, path: readonly string[]): InvalidRecord | undefined {
    let value: JsonValue | undefined = body;
    for (let depth = 0; depth <= path.length; depth++) {
      if (isObject(value))
        for (const each of this.candidates(value)) if (isShown(each, value, path[depth])) return each;
      value = getChild(value, path[depth] ?? '');
    }
    return undefined;
  }

  /** Those with the same text or number, first by what tells the most: many have the same amount or state. */
  private *candidates(shown: JsonObject): Generator<InvalidRecord> {
    const lists = keysOf(shown).map((key) => this.byProperty.get(key) ?? []);
    let left = MAX_CANDIDATES;
    for (const list of lists.sort((a, b) => a.length - b.length)) {
      yield* list;
      left -= list.length;
      if (left < 0) return;
    }
  }
}

/** Whether a finding may be about what another request stored: the response to a change shows what that change did. */
export function mayRepeat(testCase: Case, { severity, instancePath }: Finding): boolean {
  return severity === 'error' && instancePath !== undefined && isRead(testCase);
}

function mayStore(testCase: Case): boolean {
  return testCase.expectation !== 'accept' && !isRead(testCase);
}

function isRead({ request: { method } }: Case): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * True if an object is the record, as far as both have the same properties.
 * @param name the property that has, lacks or is what is wrong; undefined if the whole object is
 */
function isShown({ properties, added }: InvalidRecord, shown: JsonObject, name: string | undefined): boolean {
  const isSame = (each: string) => properties.get(each) === fingerprint(shown[each] ?? null);
  const common = [...properties.keys()].filter((each) => Object.hasOwn(shown, each));
  if (common.some((each) => each !== name && !isSame(each))) return false;
  if (name === undefined) return common.length === properties.size;
  if (properties.has(name) !== Object.hasOwn(shown, name)) return false;
  // Any record may lack a property or have another value: only what the service added tells which one this is.
  return (properties.has(name) && isSame(name)) || common.some((each) => each !== name && added.has(each));
}

/** What a request sent of each record, beside what its response shows of it: an array may be several, in its order. */
function storedRecords(
  { request: { body } }: Case,
  response: JsonValue | undefined,
): { readonly sent: JsonObject; readonly shown: JsonObject }[] {
  const parsed = body && body.length <= MAX_REMEMBERED_BYTES ? tryParseJson(body) : undefined;
  const value = parsed && 'value' in parsed ? parsed.value : undefined;
  if (!Array.isArray(value)) {
    const sent = isObject(value) ? value : {};
    return [{ sent, shown: shownRecord(response, Object.keys(sent)) }];
  }
  const list = outermostArray(response, value.length);
  return value.flatMap((sent, index) => {
    const shown = list[index];
    return isObject(sent) ? [{ sent, shown: isObject(shown) ? shown : {} }] : [];
  });
}

/** The outermost object of a response with the properties that were sent; those of a list are of any record. */
function shownRecord(body: JsonValue | undefined, names: readonly string[]): JsonObject {
  const open = [body];
  for (const value of open) {
    if (!isObject(value)) continue;
    if (names.every((name) => Object.hasOwn(value, name))) return value;
    open.push(...Object.values(value));
  }
  return isObject(body) ? body : {};
}

function bodyOf(response: HttpResponse): JsonValue | undefined {
  const parsed = parseJsonBody(response);
  return 'value' in parsed ? parsed.value : undefined;
}

function keysOf(properties: JsonObject): string[] {
  return Object.entries(properties).flatMap(([name, value]) =>
    isTelling(value) ? [`${name} ${fingerprint(value)}`] : [],
  );
}

/** Whether a value can tell one record from another. */
function isTelling(value: JsonValue | undefined): value is JsonValue {
  return typeof value === 'number' || value instanceof ExactNumber || (typeof value === 'string' && value !== '');
}

function fingerprint(value: JsonValue): string {
  const text = canonicalize(value);
  return text.length <= MAX_FINGERPRINT_CHARS ? text : createHash('sha256').update(text).digest('base64');
}
