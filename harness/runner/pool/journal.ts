import { randomInt, randomUUID } from 'node:crypto';
import { isAcceptance, parseJsonBody } from '../../checks/response.ts';
import { isResponse } from '../../core/http-response.ts';
import type { Case, CaseResult, Exchange, HttpResponse, JsonValue, Operation } from '../../core/model.ts';
import type { CapturedValue } from '../../core/sequence.ts';
import { acceptJsonFirst, type RequestSpec } from '../../generate/requests/build-request.ts';
import { createTestCase } from '../../generate/requests/test-case.ts';
import type { UniqueValues } from '../../generate/requests/unique-values.ts';
import { DATE_SHIFTS } from '../../generate/values/moved-dates.ts';
import { type Sender, SequenceStopped } from './sender.ts';

/** A request that was sent, with its purpose. */
export interface Step {
  readonly purpose: string;
  readonly operation: Operation;
  readonly spec: RequestSpec;
  readonly exchange: Exchange;
  /** The response, if there is one. */
  readonly response: HttpResponse | undefined;
  readonly captures: CapturedValue[];
  /** The read that gave the entity tag on which the request is conditional. */
  readonly condition?: Step;
}

/** What a request has in place of the operation's own. */
interface Other {
  readonly method?: string;
  /** Request target below the base URL. */
  readonly target?: string;
  readonly withoutCredentials?: boolean;
}

/** Sends the requests of one sequence after another, and remembers them. */
export class Journal {
  sender: Sender;
  readonly suite: string;
  /** Whether values that hide a record are avoided, such as `archived: true`. */
  avoidsHiding = false;
  private values: UniqueValues;
  private readonly steps: Step[] = [];
  private readonly ids = new Map<string, number>();

  constructor(sender: Sender, suite: string, unique: UniqueValues) {
    this.sender = sender;
    this.suite = suite;
    this.values = unique;
  }

  /** For values that no other sequence has; derived from the seed as long as none was taken. */
  get unique(): UniqueValues {
    return this.values;
  }

  /** Takes other values: those of the seed are taken where an earlier run left its records. */
  renewUnique(takesExamples = this.values.takesExamples): void {
    this.values = this.values.fork(randomUUID(), { takesExamples, dateShift: this.values.dateShift });
  }

  /** Plans what follows for another time. */
  moveDates(): void {
    const { takesExamples } = this.values;
    this.values = this.values.fork(randomUUID(), { takesExamples, dateShift: 1 + randomInt(DATE_SHIFTS) });
  }

  /**
   * Sends a request as it is: a conflict (409) is not resolved with other values, since the sequence knows those that it sent.
   * @throws {SequenceStopped} if the run ends
   */
  async send(operation: Operation, spec: RequestSpec, purpose: string, condition?: Step): Promise<Step> {
    if (condition) this.record(condition);
    const sent = await this.observe(operation, spec, purpose);
    const step = condition ? { ...sent, condition } : sent;
    this.record(step);
    return step;
  }

  /** Sends a request that counts only if it is recorded, such as a read that is repeated until it shows a change. */
  async observe(operation: Operation, spec: RequestSpec, purpose: string, other: Other = {}): Promise<Step> {
    const reason = this.sender.stopReason(operation);
    if (reason !== undefined) throw new SequenceStopped(reason);
    const exchange = await this.sender.send(this.createCase(operation, spec, purpose, other));
    const { response } = exchange;
    if (!isResponse(response) && response.kind === 'aborted') throw new SequenceStopped(response.detail);
    return { purpose, operation, spec, exchange, response: isResponse(response) ? response : undefined, captures: [] };
  }

  /** From now on sends only what deletes records. */
  beginCleanUp(): void {
    this.sender = this.sender.toCleanUp?.() ?? this.sender;
  }

  record(step: Step): void {
    if (!this.steps.includes(step)) this.steps.push(step);
  }

  /** The steps so far, in the order in which they were sent; empty afterwards. */
  take(): Step[] {
    return this.steps.splice(0);
  }

  /** Those of some steps that were recorded, each once, in the order in which they were sent. */
  inOrder(steps: readonly Step[]): Step[] {
    const wanted = new Set(steps.flatMap((step) => (step.condition ? [step.condition, step] : [step])));
    return [...this.steps.filter((step) => wanted.has(step)), ...[...wanted].filter((s) => !this.steps.includes(s))];
  }

  /** As {@link send}, without credentials. */
  async sendWithoutCredentials(operation: Operation, spec: RequestSpec, purpose: string): Promise<Step> {
    const step = await this.observe(operation, spec, purpose, { withoutCredentials: true });
    this.record(step);
    return step;
  }

  private createCase(operation: Operation, spec: RequestSpec, purpose: string, other: Other): Case {
    const { method, target, withoutCredentials = false } = other;
    const count = (this.ids.get(`${operation.id} ${purpose}`) ?? 0) + 1;
    this.ids.set(`${operation.id} ${purpose}`, count);
    const { withUniqueValues: _, ...testCase } = createTestCase(this.sender.contract, this.unique, {
      id: count === 1 ? purpose : `${purpose} (${count})`,
      operation,
      spec: { ...spec, headers: { accept: acceptJsonFirst(operation), ...spec.headers } },
      expectation: 'any',
      origin: { suite: this.suite, kind: 'sequence', location: undefined },
      withoutCredentials,
    });
    const { request } = testCase;
    return { ...testCase, request: { ...request, method: method ?? request.method, path: target ?? request.path } };
  }
}

/** True if the response is a documented success. */
export function isAccepted({ operation, response }: Step): boolean {
  return response !== undefined && isAcceptance(operation, response.status);
}

/** True for a response that says that the request is rejected (4xx). */
export function isRejected({ response }: Step): boolean {
  return response !== undefined && response.status >= 400 && response.status < 500;
}

/** The body of a response as JSON; undefined if it is none. */
export function bodyOf({ response }: Step): JsonValue | undefined {
  const body = response && parseJsonBody(response);
  return body && 'value' in body ? body.value : undefined;
}

/** Status of a response, or the kind of error in its place. */
export function statusOf({ exchange: { response } }: Step): string {
  return isResponse(response) ? String(response.status) : response.kind;
}

/** The result of a step by the checks of single exchanges. */
export function resultOf({ sender }: Journal, { exchange }: Step): CaseResult {
  return sender.evaluate(exchange);
}

/** True if a change was accepted for good, not only for later processing (202). */
export function isDone(step: Step): boolean {
  return isAccepted(step) && step.response?.status !== 202;
}
