import { isObject, stringifyJson } from '../../core/json/index.ts';
import type { DocumentedResponse, JsonValue, NamedExample, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import type { NegotiatedResponse } from '../prism/negotiated-response.ts';
import { NOT_ACCEPTABLE, type PrismEngine, type ResponseRequest } from '../prism/prism-engine.ts';
import type { MockResponse } from '../types.ts';
import { fillErrorBody, statusInBody } from './fill-error-body.ts';
import { problemDetails, reasonPhrase } from './problem-details.ts';

/** Statuses that may stand for one that the document does not name, in the order in which Prism tries them. */
const STAND_INS: Readonly<Record<number, readonly number[]>> = {
  400: [400, 422],
  415: [415, 422, 400],
  422: [422, 400],
};
const MAX_REMEMBERED = 1000;
/** Stands for the message while an answer is prepared; a noncharacter that no document holds. */
const SLOT = '\uFDD1';

interface ErrorWish {
  readonly operations: readonly Operation[];
  /** The one that fits best first. */
  readonly statuses: readonly number[];
  readonly accept: string | undefined;
}

type Template = (message: string) => MockResponse;

/** Makes the documented error answers, with a message of its own in each. */
export class ErrorResponder {
  private readonly contract: Contract;
  private readonly engine: PrismEngine;
  private readonly templates = new Map<string, Template>();

  constructor(contract: Contract, engine: PrismEngine) {
    this.contract = contract;
    this.engine = engine;
  }

  /**
   * An error answer of the first of these operations that documents one; problem+json where none does.
   * @param accept the Accept header; an error is sent also where it is not accepted (RFC 9110 section 12.4.1)
   */
  reject(
    operations: readonly Operation[],
    status: number,
    message: string,
    accept?: string,
  ): MockResponse | Promise<MockResponse> {
    return this.respond({ operations, statuses: STAND_INS[status] ?? [status], accept }, message);
  }

  /** As {@link refuse}, with this status and no other that may stand for it. */
  fail(operation: Operation, status: number, message: string, accept?: string): MockResponse | Promise<MockResponse> {
    return this.respond({ operations: [operation], statuses: [status], accept }, message);
  }

  private respond(wish: ErrorWish, message: string): MockResponse | Promise<MockResponse> {
    const { operations, statuses, accept } = wish;
    const key = `${statuses} ${operations.length} ${operations[0]?.pointer} ${accept}`;
    const template = this.templates.get(key);
    return template ? template(message) : this.prepareTemplates(wish, key).then((made) => made(message));
  }

  private async prepareTemplates(wish: ErrorWish, key: string): Promise<Template> {
    const template = await this.createResponse(wish);
    if (this.templates.size >= MAX_REMEMBERED) this.templates.clear();
    this.templates.set(key, template);
    return template;
  }

  private async createResponse({ operations, statuses, accept }: ErrorWish): Promise<Template> {
    for (const operation of operations) {
      const found = declaredError(operation, statuses);
      if (!found || found.spec.content.length === 0) continue;
      const plan = await this.negotiate(
        { operation, code: found.status, example: exampleOf(found.spec, found.status) },
        accept,
      );
      if (plan?.body !== undefined) return this.template(plan, plan.body);
    }
    const declared = operations.length === 1 && operations[0] ? declaredError(operations[0], statuses) : undefined;
    const status = declared?.status ?? statuses[0] ?? 500;
    const bodiless =
      declared && operations[0] ? await this.negotiate({ operation: operations[0], code: status }, accept) : undefined;
    const headers = bodiless?.headers ?? [];
    return (message) => {
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
      process.emitWarning(`${wish.operation.id}: no ${wish.code} can be made: ${(error as Error).message}`);
      return undefined;
    }
  }

  private template(plan: NegotiatedResponse, base: JsonValue): Template {
    const { status, headers } = plan;
    const write = this.writer(plan, base);
    return (message) => ({ status, headers, body: write(message) });
  }

  private writer(plan: NegotiatedResponse, base: JsonValue): (message: string) => Uint8Array {
    const { status, content, mediaType = 'application/json' } = plan;
    const { document, schemas } = this.contract;
    const schema = content?.schema;
    const fits = (value: JsonValue) => schema === undefined || schemas.accepts(schema, value, 'response');
    const problem = { title: reasonPhrase(status), status, detail: '' };
    // An error of which the document says nothing still says what is wrong.
    const start = isObject(base) && Object.keys(base).length === 0 && fits(problem) ? problem : base;
    const filled = (message: string) =>
      fillErrorBody(document, schema, start, { status, title: reasonPhrase(status), message });
    if (!isJsonType(mediaType)) return (message) => plan.write(filled(message));
    // Where any message fits, only the message is written anew.
    if (fits(filled('')) && fits(filled('x'.repeat(100_000)))) {
      const parts = stringifyJson(filled(SLOT)).split(SLOT);
      return (message) => Buffer.from(parts.join(JSON.stringify(message).slice(1, -1)));
    }
    return (message) => Buffer.from(stringifyJson(longest(message, filled, fits) ?? base));
  }
}

/** The error with as much of the message as fits, where a schema bounds its length. */
function longest(
  message: string,
  filled: (message: string) => JsonValue,
  fits: (value: JsonValue) => boolean,
): JsonValue | undefined {
  let best: JsonValue | undefined;
  let [low, high] = [0, message.length];
  while (low <= high) {
    const middle = (low + high + 1) >> 1;
    const candidate = filled(middle === message.length ? message : `${message.slice(0, Math.max(0, middle - 1))}…`);
    if (fits(candidate)) {
      best = candidate;
      low = middle + 1;
    } else high = middle - 1;
  }
  return best;
}

/** The response that documents an error: of this status or a stand-in by name or range, else `default`. */
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

/** Among several examples, the one that tells this status. */
function exampleOf(spec: DocumentedResponse, status: number): string | undefined {
  return examplesOf(spec).find(({ value }) => statusInBody(value) === status)?.name;
}

/** The example that is an answer of this status as it stands: one that tells it or, of a response for it alone, any. */
export function exampleForStatus(spec: DocumentedResponse, status: number): string | undefined {
  return exampleOf(spec, status) ?? (spec.key === String(status) ? examplesOf(spec)[0]?.name : undefined);
}

function examplesOf({ content }: DocumentedResponse): NamedExample[] {
  return content.flatMap(({ examples }) => examples);
}
