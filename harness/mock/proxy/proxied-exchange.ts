import type { IncomingMessage, ServerResponse } from 'node:http';
import { headerValues, isResponse } from '../../core/http-response.ts';
import { stringifyJson } from '../../core/json/index.ts';
import type { HttpResponse, Operation, TransportError } from '../../core/model.ts';
import { streamFormatOf } from '../../openapi/media-type.ts';
import type { ValidatedRequest } from '../../openapi/request/validate-request.ts';
import { problemDetails, reasonPhrase } from '../respond/problem-details.ts';
import { unroutedProblem } from '../respond/unrouted.ts';
import { writeResponse } from '../server/write-response.ts';
import type { MockResponse, RequestValidation } from '../types.ts';
import { type Backend, isConnectError } from './backend.ts';
import type { IncomingCall, ProxyHost } from './backend-proxy.ts';
import { type Destination, endResponse, sendInformation, startResponse } from './client-response.ts';
import { ForwardedBody } from './forwarded-body.ts';
import { canMeanMissing, isMissing } from './missing-operation.ts';
import { canBeObserved, observeResponse } from './observe-response.ts';
import type { ProxyTools } from './proxy-tools.ts';
import { isReset, toHttpResponse, toTransportError } from './received-response.ts';

export interface ProxiedCall extends IncomingCall {
  readonly host: ProxyHost;
  readonly backend: Backend;
  readonly tools: ProxyTools;
  readonly response: ServerResponse;
  /** Lets the mock respond; the body is undefined if it is too large. */
  readonly mock: (body: Uint8Array | undefined) => void;
}

/** A response of this length is sent in one piece, after it is checked and logged. */
const SMALL_BYTES = 64 * 1024;

const NO_BYTES = new Uint8Array();
const NOT_VALIDATED: ValidatedRequest = {
  parsed: { parameters: new Map(), body: undefined, isBodyValid: true },
  violations: [],
};

/** One request on its way to the backend, and the response on its way back. */
export class ProxiedExchange {
  private readonly call: ProxiedCall;
  private readonly operation: Operation | undefined;
  private readonly startedAt = performance.now();
  /** Whether the client has left. */
  private isAborted = false;
  private readonly body: ForwardedBody;

  constructor(call: ProxiedCall) {
    this.call = call;
    this.operation = call.route.operation;
    this.body = new ForwardedBody(call.message, call.host.maxBodyBytes);
    call.response.on('close', () => {
      if (!call.response.writableFinished) this.isAborted = true;
    });
  }

  async run(): Promise<void> {
    const { host, message: sent, response, tools } = this.call;
    // The whole body may be needed before the backend says anything (RFC 9110 section 10.1.1).
    const isImpatient = sent.headers.expect !== undefined && (host.rejectsViolations || tools.options.fallback);
    if (isImpatient) response.writeContinue();
    if (host.rejectsViolations) {
      await this.body.held;
      if ((await this.validate()).violations.length > 0) return this.mock();
    }
    const message = await this.send();
    if (!message) return;
    const received = new ForwardedBody(message, host.maxBodyBytes);
    if (this.isHeld(message)) await received.held;
    const failure = this.call.backend.failureOf(message);
    if (failure?.code?.startsWith('HPE_')) return this.fail(failure);
    if (this.isHeld(message) && !received.isTooLarge) await this.respondWhole(message, received.kept);
    else await this.stream(message, received);
  }

  /** @returns undefined if there is no response, and the client has been told */
  private async send(): Promise<IncomingMessage | undefined> {
    const { backend, message, target, response, tools } = this.call;
    try {
      return await backend.send({
        ...{ message, body: this.body, target, response },
        onInformation: (status, headers) => sendInformation(response, status, headers),
      });
    } catch (error) {
      if (this.isAborted) return undefined;
      const reason = error as NodeJS.ErrnoException;
      if (isConnectError(reason) && tools.options.fallback) await this.mock();
      else await this.fail(reason);
      return undefined;
    }
  }

  /** Whether the response is sent on in one piece: it is short, or it decides what is sent, or what the mock knows next. */
  private isHeld({ statusCode = 0, headers }: IncomingMessage): boolean {
    const { host, tools } = this.call;
    // Nobody waits for the end of a stream.
    if (streamFormatOf(headers['content-type'] ?? '') !== undefined) return false;
    if (Number(headers['content-length'] ?? Number.NaN) <= SMALL_BYTES) return true;
    return (
      host.rejectsViolations || this.isObserved(statusCode) || (tools.options.fallback && canMeanMissing(statusCode))
    );
  }

  private async respondWhole(message: IncomingMessage, body: Buffer): Promise<void> {
    const { host, tools, response } = this.call;
    const received = toHttpResponse(message, body, this.startedAt);
    const violations = this.check(received);
    if (tools.options.fallback && isMissing(this.operation, received.status, violations)) return this.mock();
    if (host.rejectsViolations && violations.length > 0) return this.reject(received, violations);
    if (violations.length === 0 && this.isObserved(received.status)) await this.observe(received);
    await this.delay();
    await this.log(received, violations);
    startResponse(this.destination, message);
    endResponse(response, message, body);
  }

  private async stream(message: IncomingMessage, received: ForwardedBody): Promise<void> {
    const { response } = this.call;
    await this.delay();
    startResponse(this.destination, message);
    received.sendTo(response);
    await received.ended;
    const seen = this.seen(toHttpResponse(message, received.kept, this.startedAt));
    await this.log(seen, received.isTooLarge ? [] : this.check(seen));
    endResponse(response, message);
  }

  /** Of a stream that its client has left, the beginning can be checked. */
  private seen(response: HttpResponse): HttpResponse {
    const [type = ''] = headerValues(response, 'content-type');
    const isBeginning = this.isAborted && streamFormatOf(type) !== undefined;
    return isBeginning ? { ...response, complete: true, streamLimit: 'time' } : response;
  }

  /** What the client is told if there is no response: nothing, as the backend did, or that nothing listens. */
  private async fail(reason: NodeJS.ErrnoException): Promise<void> {
    const { backend, response, host, head } = this.call;
    const error = toTransportError(reason, this.startedAt);
    const isDown = error.kind === 'connect';
    const detail = `the backend ${backend.url} cannot be reached: ${error.detail}`;
    const made: MockResponse = isDown
      ? problemDetails(502, detail)
      : { status: 502, headers: [], body: NO_BYTES, abort: isReset(reason) ? 'reset' : true };
    await this.finish(made, isDown ? [detail] : this.check(error));
    writeResponse(response, host.withHeaders(head, made));
  }

  private async reject({ status }: HttpResponse, violations: readonly string[]): Promise<void> {
    const { response, host, head } = this.call;
    const detail = `the response of the backend (${status}) violates the document: ${violations.join('; ')}`;
    const problem = { type: 'about:blank', title: reasonPhrase(502), status: 502, detail, violations: [...violations] };
    const made = { ...problemDetails(502, detail), body: Buffer.from(stringifyJson(problem)) };
    await this.finish(made, violations);
    writeResponse(response, host.withHeaders(head, made));
  }

  private async delay(): Promise<void> {
    const { faults, delays } = this.call.host;
    const delayMs = faults.delay();
    if (delayMs > 0) await delays.wait(delayMs);
  }

  private async mock(): Promise<void> {
    await this.body.held;
    this.call.mock(this.body.whole);
  }

  private get destination(): Destination {
    const { response, backend, host, head, message, isBelow } = this.call;
    const decorate = (headers: MockResponse) => host.withHeaders(head, headers);
    const basePath = isBelow ? (head.basePath ?? '') : '';
    return { response, message, backendUrl: backend.url, basePath, decorate };
  }

  private check(response: HttpResponse | TransportError): string[] {
    const { tools, head } = this.call;
    const isBeginning = isResponse(response) && response.streamLimit !== undefined;
    if (!this.operation || (this.isAborted && !isBeginning)) return [];
    return tools.checker.violations(this.operation, { ...head, body: this.body.kept }, response);
  }

  /** Whether the mock responds to other operations, and should know of this one. */
  private isObserved(status: number): boolean {
    const { host, tools } = this.call;
    return (
      tools.isPartial &&
      canBeObserved(status) &&
      this.operation !== undefined &&
      host.current().world?.find(this.operation.id) !== undefined
    );
  }

  private async observe(response: HttpResponse): Promise<void> {
    const { host, tools, backend, head, isBelow } = this.call;
    const { world } = host.current();
    if (!world || !this.operation) return;
    const { parameters, body } = (await this.validate()).parsed;
    const locate = (location: string) => tools.locate(location, backend.url, isBelow ? undefined : head.basePath);
    const request = { operation: this.operation, parameters, body, response, locate };
    await observeResponse(world, tools.contract, request);
  }

  private async validate(): Promise<ValidatedRequest> {
    const { route, head, tools } = this.call;
    const body = this.body.whole;
    // A request that is larger, or still being sent, is not validated by half of it.
    if (!route.operation || !body) return NOT_VALIDATED;
    return tools.checker.validate(route.operation, { ...head, body }, route.parameters);
  }

  private log({ status, headers, body }: HttpResponse, violations: readonly string[]): Promise<void> {
    return this.finish({ status, headers, body }, violations);
  }

  private async finish(response: MockResponse, violations: readonly string[]): Promise<void> {
    const { host, head, route, tools } = this.call;
    const { parsed, violations: found } = await this.validate();
    const problems = route.operation ? found : [unroutedProblem(tools.contract, head, route.atPath)];
    const validation: RequestValidation = { operation: this.operation, problems, body: parsed.body, form: parsed.form };
    const request = { ...head, body: this.body.kept };
    host.log.add(request, validation, response, performance.now() - this.startedAt, violations);
  }
}
