import { jsonEqual } from '../../core/json/equal.ts';
import { isObject, stringifyJson } from '../../core/json/index.ts';
import type { DocumentedResponse, JsonValue, NamedExample, Operation } from '../../core/model.ts';
import type { RequestProblem } from '../../core/received-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import type { NegotiatedResponse } from '../prism/negotiated-response.ts';
import { NOT_ACCEPTABLE, type PrismEngine, type ResponseRequest } from '../prism/prism-engine.ts';
import type { MockResponse } from '../types.ts';
import { addLists } from './error-lists.ts';
import { samplePlace } from './error-place.ts';
import { fillErrorBody, statusInBody } from './fill-error-body.ts';
import { problemDetails, reasonPhrase, undocumentedResponse } from './problem-details.ts';

/** Statuses to try for one that is not documented, in Prism's order. */
const ALTERNATIVE_STATUSES: Readonly<Record<number, readonly number[]>> = {
  400: [400, 422],
  415: [415, 422, 400],
  422: [422, 400],
};
/** Statuses that say that a part of the request is wrong. */
const ABOUT_REQUEST = [400, 422];
const MAX_TEMPLATES = 1000;
/** A message that is longer is never written; a schema that takes this length takes any. */
const MAX_MESSAGE = 100_000;
/** No message is empty; if these are valid, no pattern is in the way of others. */
const SAMPLE_MESSAGES = ['x', 'Request body /nàme "é" must be one of 1, [2] or {3}: it is <4> & 5%!'];
/** Placeholder in a template; a noncharacter, which no document has. */
const MESSAGE_PLACEHOLDER = '\uFDD1';
/** Shows whether an error has a property that names a part of the request. */
const SAMPLE_PROBLEM: RequestProblem = { status: 422, message: '', place: { in: 'body', path: ['\uFDD1'] } };

interface ErrorRequest {
  readonly operations: readonly Operation[];
  /** Best match first. */
  readonly statuses: readonly number[];
  readonly accept: string | undefined;
}

/** What is wrong: in one sentence, and problem by problem. */
export interface ErrorReason {
  readonly message: string;
  readonly problems: readonly RequestProblem[];
}

type Template = (reason: ErrorReason) => MockResponse;
type Writer = (reason: ErrorReason) => Uint8Array;

/** Creates the documented error responses, each with its own message. */
export class ErrorResponder {
  private readonly contract: Contract;
  private readonly engine: PrismEngine;
  private readonly templates = new Map<string, Template>();

  constructor(contract: Contract, engine: PrismEngine) {
    this.contract = contract;
    this.engine = engine;
  }

  /**
   * Returns the error response of the first of these operations that documents one, otherwise problem+json.
   * @param accept the Accept header; an error is sent even if it is not acceptable (RFC 9110 section 12.4.1)
   */
  reject(
    operations: readonly Operation[],
    status: number,
    reason: string | ErrorReason,
    accept?: string,
  ): MockResponse | Promise<MockResponse> {
    const whole = typeof reason === 'string' ? { message: reason, problems: [] } : reason;
    const statuses = ALTERNATIVE_STATUSES[status] ?? [status];
    // What is no identifier names nothing; an operation that documents nothing else for it has its 404.
    const isUnnamed = status === 422 && whole.problems.some(({ place }) => place?.in === 'path');
    const isDocumented = operations.some((operation) => statuses.some((each) => operation.response(each)));
    return this.respond(
      { operations, statuses: isUnnamed && !isDocumented ? [...statuses, 404] : statuses, accept },
      whole,
    );
  }

  /** Returns an error response as {@link reject} does, but with exactly this status. */
  fail(operation: Operation, status: number, message: string, accept?: string): MockResponse | Promise<MockResponse> {
    return this.respond({ operations: [operation], statuses: [status], accept }, { message, problems: [] });
  }

  /** As {@link fail}, for a status that was asked for: if it is about the request, the error names a part that it may have. */
  sample(operation: Operation, status: number, accept?: string): MockResponse | Promise<MockResponse> {
    const message = `${reasonPhrase(status)}: chosen for this response`;
    const place = ABOUT_REQUEST.includes(status) ? samplePlace(this.contract.document, operation) : undefined;
    const problems = place ? [{ status, message, place }] : [];
    return this.respond({ operations: [operation], statuses: [status], accept }, { message, problems });
  }

  private respond(request: ErrorRequest, reason: ErrorReason): MockResponse | Promise<MockResponse> {
    const { operations, statuses, accept } = request;
    const key = `${statuses} ${operations.length} ${operations[0]?.pointer} ${accept}`;
    const template = this.templates.get(key);
    return template ? template(reason) : this.prepareTemplates(request, key).then((made) => made(reason));
  }

  private async prepareTemplates(request: ErrorRequest, key: string): Promise<Template> {
    const template = await this.createTemplate(request);
    if (this.templates.size >= MAX_TEMPLATES) this.templates.clear();
    this.templates.set(key, template);
    return template;
  }

  private async createTemplate({ operations, statuses, accept }: ErrorRequest): Promise<Template> {
    for (const operation of operations) {
      const found = declaredError(operation, statuses);
      if (!found || found.spec.content.length === 0) continue;
      const plan = await this.negotiate(
        { operation, code: found.status, example: exampleOf(found.spec, found.status) },
        accept,
      );
      if (plan?.body !== undefined) return this.template(plan, await this.validBody(plan, plan.body));
    }
    const declared = operations.length === 1 && operations[0] ? declaredError(operations[0], statuses) : undefined;
    const status = declared?.status ?? statuses[0] ?? 500;
    const bodiless =
      declared && operations[0] ? await this.negotiate({ operation: operations[0], code: status }, accept) : undefined;
    const headers = bodiless?.headers ?? [];
    if (!declared) return ({ message }) => undocumentedResponse(status, message);
    return ({ message }) => {
      const problem = problemDetails(status, message);
      return { ...problem, headers: [...problem.headers, ...headers] };
    };
  }

  private async negotiate(wish: ResponseRequest, accept: string | undefined): Promise<NegotiatedResponse | undefined> {
    try {
      const accepted = await this.engine.negotiationFor({ ...wish, accept });
      const plan = accepted === NOT_ACCEPTABLE ? await this.engine.negotiationFor(wish) : accepted;
      return plan === NOT_ACCEPTABLE ? undefined : plan;
    } catch (error) {
      process.emitWarning(`${wish.operation.id}: cannot create a ${wish.code} response: ${(error as Error).message}`);
      return undefined;
    }
  }

  /** Examples that a request asks for are sent as they are, but this one the mock has chosen. */
  private async validBody({ content }: NegotiatedResponse, body: JsonValue): Promise<JsonValue> {
    const values = await this.engine.values();
    return (content?.schema === undefined ? undefined : values.nearest(content.schema, body)) ?? body;
  }

  private template(plan: NegotiatedResponse, base: JsonValue): Template {
    const { status, headers } = plan;
    const write = this.writer(plan, base);
    return (reason) => ({ status, headers, body: write(reason) });
  }

  private writer(plan: NegotiatedResponse, base: JsonValue): Writer {
    const { status, content, mediaType = 'application/json', isPlausible } = plan;
    const { document, schemas } = this.contract;
    const schema = content?.schema;
    const isValid = (value: JsonValue) => schema === undefined || schemas.accepts(schema, value, 'response');
    const problem = { title: reasonPhrase(status), status, detail: '' };
    // If the document does not describe the error, it still has a message.
    const start = isObject(base) && Object.keys(base).length === 0 && isValid(problem) ? problem : base;
    const details = { status, title: reasonPhrase(status), isGenerated: isPlausible };
    const general = (message: string) => fillErrorBody(document, schema, start, { ...details, message });
    const withLists = schema === undefined ? start : addLists(this.contract, this.engine.plausible, schema, start);
    const detailed = ({ message, problems }: ErrorReason) =>
      fillErrorBody(document, schema, withLists, { ...details, message, problems });
    const write = this.generalWriter(plan, base, general, isValid);
    // Two, because a list may have an item for each.
    const sample = { message: '', problems: [SAMPLE_PROBLEM, SAMPLE_PROBLEM] };
    if (jsonEqual(general(''), detailed(sample))) return write;
    return (reason) => {
      const filled = reason.problems.some(({ place }) => place) ? detailed(reason) : undefined;
      if (filled === undefined || !isValid(filled)) return write(reason);
      return isJsonType(mediaType) ? Buffer.from(stringifyJson(filled)) : plan.write(filled);
    };
  }

  /** Writes errors that name no part of the request. */
  private generalWriter(
    plan: NegotiatedResponse,
    base: JsonValue,
    filled: (message: string) => JsonValue,
    isValid: (value: JsonValue) => boolean,
  ): Writer {
    if (!isJsonType(plan.mediaType ?? 'application/json')) return ({ message }) => plan.write(filled(message));
    const longest = greatest(MAX_MESSAGE, (length) => isValid(filled('x'.repeat(length))));
    // If any message is valid, only the message is serialized each time.
    if (longest === MAX_MESSAGE && SAMPLE_MESSAGES.every((message) => isValid(filled(message)))) {
      const parts = stringifyJson(filled(MESSAGE_PLACEHOLDER)).split(MESSAGE_PLACEHOLDER);
      return ({ message }) => Buffer.from(parts.join(JSON.stringify(message).slice(1, -1)));
    }
    return ({ message }) => {
      const fits = (length: number) => isValid(filled(shortened(message, length)));
      const limit = Math.min(longest, message.length);
      const length = fits(limit) ? limit : greatest(message.length, fits);
      return Buffer.from(stringifyJson(length >= 0 ? filled(shortened(message, length)) : base));
    };
  }
}

function shortened(message: string, length: number): string {
  return length < message.length ? `${message.slice(0, Math.max(0, length - 1))}…` : message;
}

/** Returns the greatest length that is valid, where all below it are; -1 if none is. */
function greatest(max: number, isValid: (length: number) => boolean): number {
  // Most schemas have no limit.
  if (isValid(max)) return max;
  let [valid, low, high] = [-1, 0, max - 1];
  while (low <= high) {
    const middle = (low + high + 1) >> 1;
    if (isValid(middle)) {
      valid = middle;
      low = middle + 1;
    } else high = middle - 1;
  }
  return valid;
}

/** Returns the response that documents one of the statuses, by status or range, otherwise `default`. */
function declaredError(
  operation: Operation,
  statuses: readonly number[],
): { spec: DocumentedResponse; status: number } | undefined {
  for (const status of statuses) {
    const spec = operation.response(status);
    if (spec && spec.key !== 'default') return { spec, status };
  }
  const status = statuses[0] ?? 500;
  const spec = operation.response(status);
  return spec && { spec, status };
}

/** Returns the name of the example whose body has this status. */
function exampleOf(spec: DocumentedResponse, status: number): string | undefined {
  return examplesOf(spec).find(({ value }) => statusInBody(value) === status)?.name;
}

/** Returns the name of an example for this status: one whose body has it or, if the response is for it alone, any. */
export function exampleForStatus(spec: DocumentedResponse, status: number): string | undefined {
  return exampleOf(spec, status) ?? (spec.key === String(status) ? examplesOf(spec)[0]?.name : undefined);
}

function examplesOf({ content }: DocumentedResponse): NamedExample[] {
  return content.flatMap(({ examples }) => examples);
}
