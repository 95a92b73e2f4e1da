import { randomUUID } from 'node:crypto';
import type { JsonValue, Operation } from '../../core/model.ts';
import { placeholderBody } from '../../generate/values/placeholder-body.ts';
import type { SchemaRepair } from '../../generate/values/repair/repair-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import { generateHeaders } from '../respond/response-headers.ts';
import { decodeExactNumbers } from './exact-numbers.ts';
import { CONFIG, type LoadedPrism, loadPrism, operationKey, SEEDS } from './load.ts';
import { type NegotiatedResponse, negotiatedResponse, type PrismOutput } from './negotiated-response.ts';
import type { HttpOperation, HttpRequest } from './packages.ts';

/** What an answer is wanted for; equal wishes get equal plans, unless they are dynamic without a seed. */
export interface ResponseRequest {
  readonly operation: Operation;
  /** Status of the response that is wanted; without it, the success. */
  readonly code?: number | undefined;
  /** Name of one of its examples. */
  readonly example?: string | undefined;
  readonly dynamic?: boolean | undefined;
  readonly seed?: string | undefined;
  /** The Accept header. */
  readonly accept?: string | undefined;
}

/** The client takes none of the declared media types (RFC 9110 section 15.5.7). */
export const NOT_ACCEPTABLE = 'not-acceptable';
export type NegotiationResult = NegotiatedResponse | typeof NOT_ACCEPTABLE;

const MAX_REMEMBERED = 1000;

/** Prism, asked once for each kind of answer: what it makes depends on the wish alone, never on the rest of a request. */
export class PrismEngine {
  private readonly contract: Contract;
  private readonly cache = new Map<string, NegotiationResult>();
  private loading: Promise<LoadedPrism> | undefined;

  constructor(contract: Contract) {
    this.contract = contract;
  }

  /** Loads Prism, if that is not done yet. */
  async warm(): Promise<void> {
    await this.load();
  }

  negotiationFor(wish: ResponseRequest): NegotiationResult | Promise<NegotiationResult> {
    const { operation, code, example, dynamic, seed, accept } = wish;
    const key = `${operation.pointer} ${code} ${dynamic} ${accept} ${example} ${seed}`;
    return this.cache.get(key) ?? this.generateBody(wish, dynamic && seed === undefined ? undefined : key);
  }

  private async generateBody(wish: ResponseRequest, key: string | undefined): Promise<NegotiationResult> {
    const plan = await this.negotiate(wish);
    if (key === undefined) return plan;
    if (this.cache.size >= MAX_REMEMBERED) this.cache.clear();
    this.cache.set(key, plan);
    return plan;
  }

  /** Prism's answer. Where it can make no body, it negotiates all the same, and the body is made here. */
  private async negotiate(wish: ResponseRequest): Promise<NegotiationResult> {
    const prism = await this.load();
    const { operation, accept } = wish;
    const resource = prism.operations.get(operationKey(operation.method, operation.path));
    if (!resource) throw new RangeError(`Prism knows no operation ${operation.method} ${operation.path}`);
    const output = await ask(prism, resource, wish);
    const others = () => generated(prism, resource, wish);
    const sound = (made: PrismOutput, isMade: boolean) =>
      this.repair(wish, this.negotiatedResponseOf(prism, operation, made), isMade, prism.values, others);
    if (!(output instanceof Error)) return sound(output, true);
    const bare = withoutBodies(resource);
    const negotiated = await ask(prism, bare, { ...wish, dynamic: false });
    if (!(negotiated instanceof Error)) return sound(negotiated, false);
    if (accept === undefined) throw output;
    // Prism fails where no declared media type is accepted, and where Accept cannot be parsed; any other fault shows again.
    const other = await ask(prism, bare, { ...wish, dynamic: false, accept: undefined });
    if (other instanceof Error) throw output;
    return NOT_ACCEPTABLE;
  }

  private negotiatedResponseOf(
    { serialize, values }: LoadedPrism,
    operation: Operation,
    output: PrismOutput,
  ): NegotiatedResponse {
    const plan = negotiatedResponse(serialize, operation, output);
    const spec = operation.response(plan.status);
    if (!spec || spec.headers.length === 0) return plan;
    const declared = new Set(spec.headers.map(({ name }) => name.toLowerCase()));
    const others = plan.headers.filter(([name]) => !declared.has(name));
    return { ...plan, headers: [...others, ...generateHeaders(this.contract, values, spec, plan.headers)] };
  }

  /** The plan with a body that keeps its schema, and that is as Prism made it where that does. */
  private async repair(
    wish: ResponseRequest,
    plan: NegotiatedResponse,
    isMade: boolean,
    values: SchemaRepair,
    others: () => AsyncIterable<JsonValue>,
  ): Promise<NegotiatedResponse> {
    const schema = plan.content?.schema;
    if (wish.example !== undefined || plan.body === undefined) return plan;
    if (schema === undefined) return isMade ? plan : replaced(plan, placeholderBody(plan.mediaType ?? 'text/plain'));
    const isExample = !wish.dynamic && plan.content?.examples.length !== 0;
    if (isMade && isExample && this.contract.schemas.accepts(schema, plan.body, 'response')) return plan;
    let body = values.nearest(schema, isMade ? plan.body : undefined);
    if (body === undefined) for await (const other of others()) body ??= values.nearest(schema, other);
    if (body !== undefined) return body === plan.body ? plan : replaced(plan, body);
    const { id } = wish.operation;
    process.emitWarning(`${id}: nothing that was generated fits its ${plan.status} response; give it an example`);
    return plan;
  }

  private load(): Promise<LoadedPrism> {
    this.loading ??= loadPrism(this.contract);
    return this.loading;
  }
}

function replaced(plan: NegotiatedResponse, body: JsonValue): NegotiatedResponse {
  return { ...plan, body, bytes: plan.write(body) };
}

/** What Prism answers, or why it does not: it throws at some of what it cannot do, and returns the rest. */
async function ask(
  { instance }: LoadedPrism,
  resource: HttpOperation,
  wish: ResponseRequest,
): Promise<PrismOutput | Error> {
  const { operation, code, example, dynamic = false, seed, accept } = wish;
  const request: HttpRequest = {
    method: resource.method as HttpRequest['method'],
    url: { path: operation.path },
    headers: accept === undefined ? {} : { accept },
  };
  // A fresh object each time: Prism writes the media types of the request into it.
  const mock = {
    dynamic,
    ...(code === undefined ? {} : { code }),
    ...(example === undefined ? {} : { exampleKey: example === 'example' ? 'default' : example }),
    // A seed stays with the generator, so that without another one what comes next would not be new.
    seed: seed ?? randomUUID(),
  };
  try {
    const result = await instance.request(request, [resource], { ...CONFIG, mock })();
    return result._tag === 'Left' ? result.left : result.right.output;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Bodies of Prism's generator, which knows keywords that are not made here. */
async function* generated(
  prism: LoadedPrism,
  resource: HttpOperation,
  wish: ResponseRequest,
): AsyncGenerator<JsonValue> {
  for (const seed of SEEDS) {
    const output = await ask(prism, resource, { ...wish, dynamic: true, seed });
    if (!(output instanceof Error) && output.body !== undefined) yield decodeExactNumbers(output.body);
  }
}

/** The operation with nothing to generate: an example stands for each body. */
function withoutBodies(resource: HttpOperation): HttpOperation {
  const bare = resource.responses.map((response) => ({
    ...response,
    headers: [],
    contents: (response.contents ?? []).map((content) =>
      content.examples?.length ? content : { ...content, examples: [{ id: '', key: 'default', value: null }] },
    ),
  }));
  return { ...resource, responses: bare as HttpOperation['responses'] };
}
